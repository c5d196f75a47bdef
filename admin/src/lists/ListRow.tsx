import { Checkbox } from '@mantine/core';
import { memo, type ReactNode } from 'react';

import { useSpeech } from '../i18n/text';
import { cellClass, type ListColumn } from './column';
import classes from './ListTable.module.css';
import { rowPointer } from './rowPointer';
import { rowPress } from './rowPress';

/** What happens at a row. */
export interface RowDeeds<Row> {
  /** The focus came to it. */
  at: (i: number) => void;
  open: (row: Row) => void;
  toggle: (i: number, event: unknown) => void;
  /** A finger has selected it. */
  press: (i: number) => void;
}

interface ListRowProps<Row> {
  i: number;
  row: Row;
  name: string;
  columns: ListColumn<Row>[];
  selected: boolean;
  selectable: boolean;
  opens: boolean;
  /** A tap selects it. */
  taps: boolean;
  actions: ((row: Row) => ReactNode) | undefined;
  deeds: RowDeeds<Row>;
}

function Plain<Row>({ i, row, name, columns, selected, selectable, opens, taps, actions, deeds }: ListRowProps<Row>) {
  const { t } = useSpeech();
  return (
    <tr
      role="row"
      className={classes['row']}
      data-row={i}
      data-selected={selected || undefined}
      data-still={!opens || undefined}
      aria-rowindex={i + 2}
      tabIndex={-1}
      onFocus={() => deeds.at(i)}
      {...(opens ? rowPointer(() => deeds.open(row)) : {})}
      {...(selectable ? rowPress(() => deeds.press(i), taps) : {})}
    >
      {selectable && (
        <td role="cell" className={classes['box']} data-select>
          <Checkbox size="xs" checked={selected} onChange={(event) => deeds.toggle(i, event)} aria-label={t('list.selectRow', { title: name })} />
        </td>
      )}
      {columns.map((column) => (
        <td role="cell" key={column.id} className={cellClass(column)} data-head={column.named ? column.head : undefined}>
          {column.cell(row)}
        </td>
      ))}
      {actions && <td role="cell" className={classes['box']} data-actions>{actions(row)}</td>}
    </tr>
  );
}

/** A row of a list. It is made anew only where something of it is another. */
export const ListRow = memo(Plain) as typeof Plain;
