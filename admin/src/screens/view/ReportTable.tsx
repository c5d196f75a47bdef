import { useMemo, useState } from 'react';

import { useBootstrap } from '../../api/session';
import type { Collection, Object, View } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { isGrouped } from '../../lists/grouping';
import { ListTable, type ListColumn } from '../../lists/ListTable';
import { operationsOn } from '../../operations/subject';
import { RowOperations } from '../../operations/RowOperations';
import { columnSchema, entryIdOf, fieldsOf, isNumeric, rowName } from '../../reports/fields';
import { fieldName } from '../../values/schema';
import { Cell } from './Cell';
import { RowDrawer } from './RowDrawer';

/** A row with its place, since rows of a report have nothing else that tells them apart. */
interface Row {
  place: number;
  row: Object;
}

/** The rows of a report. One opens beside the table, with all that it holds. */
export function ReportTable({ view, rows, loading, faded }: { view: View; rows: Object[]; loading: boolean; faded: boolean }) {
  const speech = useSpeech();
  const { collections, operations } = useBootstrap();
  const [opened, open] = useState<Object>();
  const { collection } = view;
  const columns = useMemo(() => columnsOf(view, rows, collections, speech), [view, rows, collections, speech]);
  const placed = useMemo(() => rows.map((row, place) => ({ place, row })), [rows]);
  const own = useMemo(() => (collection === null ? [] : operationsOn(collection, operations)), [collection, operations]);
  const nameOf = (row: Object) => rowName(view, row, fieldsOf(view, rows), collections);
  const actions = (row: Object) => {
    const id = entryIdOf(view, row);
    return id !== undefined && collection !== null && <RowOperations operations={own} row={{ collection, id }} name={nameOf(row)} />;
  };
  const acts = own.length > 0 && rows.some((row) => entryIdOf(view, row) !== undefined);
  return (
    <>
      <ListTable<Row>
        label={speech.text(view.title, view.name)}
        columns={columns}
        rows={placed}
        rowId={({ place }) => String(place)}
        rowName={({ row }) => nameOf(row)}
        open={({ row }) => open(row)}
        {...(acts ? { actions: ({ row }: Row) => actions(row) } : {})}
        tall
        loading={loading}
        faded={faded}
      />
      <RowDrawer view={view} row={opened} title={opened && nameOf(opened)} close={() => open(undefined)} />
    </>
  );
}

function columnsOf(view: View, rows: Object[], collections: Collection[], speech: Speech): ListColumn<Row>[] {
  return fieldsOf(view, rows).map((field, i) => {
    const schema = columnSchema(field, view, collections, rows);
    const grouped = isGrouped(rows.map((row) => row[field]));
    return {
      id: `column ${field}`,
      head: fieldName(speech, schema, field),
      lead: i === 0,
      named: i > 0,
      end: isNumeric(field, schema, rows),
      cell: ({ row }) => <Cell view={view} row={row} field={field} schema={schema} grouped={grouped} leads={i === 0} />,
    };
  });
}
