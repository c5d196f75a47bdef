import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import { rowSelectionFeature, tableFeatures, useTable, type ColumnDef, type RowSelectionState } from '@tanstack/react-table';
import { useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';

import { useSpeech } from '../i18n/text';
import { Icon } from '../ui/icons';
import { cellClass, type ListColumn } from './column';
import { ListRow, type RowDeeds } from './ListRow';
import classes from './ListTable.module.css';
import type { Order } from './search';
import { useNarrow } from './useNarrow';
import { useOverflow } from './useOverflow';
import { useRowKeys } from './useRowKeys';
import { useWidths } from './useWidths';
import { mostWhole, useWindow } from './useWindow';

export type { ListColumn } from './column';

interface ListTableProps<Row> {
  label: string;
  columns: ListColumn<Row>[];
  rows: Row[];
  /** How many there are altogether, where more than these are not loaded; -1 where nobody knows. */
  total?: number | undefined;
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  /** What Enter and a click on a row do; without it, rows are for reading. */
  open?: (row: Row) => void;
  order?: Order;
  sortBy?: (field: string) => void;
  selection?: RowSelectionState;
  select?: (next: RowSelectionState) => void;
  /**
   * Rows are being selected, where they are too narrow for columns: only then they show their boxes, and a tap selects. Without
   * it they always show them. `beginSelecting` hears of a finger that begins it.
   */
  selecting?: boolean;
  beginSelecting?: () => void;
  /** What can be done to a row, in a column of its own. */
  actions?: (row: Row) => ReactNode;
  /** Scrolls by itself, under heads that stay. */
  tall?: boolean;
  /** Shows lines where rows will be. */
  loading?: boolean;
  /** The rows are those of before, while others are on their way. */
  faded?: boolean;
}

const features = tableFeatures({ rowSelectionFeature });

/**
 * The table of every list: sorted by its heads, selected by boxes (with Shift, a range) and walked by keys. Of many rows only those
 * near what is seen are in the document (decision 250). What is given to make cells, names and actions must stay the same.
 */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { t } = useSpeech();
  const { columns, rows, rowId, selection = {}, select, open, actions, total = rows.length } = props;
  const table = useTable({
    features,
    data: rows,
    columns: useMemo(() => columns.map((each): ColumnDef<typeof features, Row> => ({ id: each.id, header: each.head })), [columns]),
    getRowId: rowId,
    enableRowSelection: select !== undefined,
    enableRowRangeSelection: true,
    state: { rowSelection: selection },
    onRowSelectionChange: (update) => select?.(typeof update === 'function' ? update(selection) : update),
  });
  const model = table.getRowModel().rows;
  const body = useRef<HTMLTableSectionElement>(null);
  const head = useRef<HTMLTableRowElement>(null);
  const sides = useOverflow();
  const [current, at] = useRowKeys(body, {
    count: rows.length,
    open: (i) => rows[i] && open?.(rows[i]),
    toggle: (i) => select && model[i]?.toggleSelected(),
  });
  const { shown, height } = useWindow(body, rows.length, current);
  useWidths(head, rows.length > mostWhole, shown, columns);
  const press = (i: number) => {
    props.beginSelecting?.();
    model[i]?.toggleSelected();
  };
  const deeds = useDeeds<Row>({ at, open: (row) => open?.(row), toggle: (i, event) => model[i]?.getToggleSelectedHandler()(event), press });
  const narrow = useNarrow();
  const selecting = props.selecting ?? true;
  const stacked = columns.some(({ main, lead }) => main ?? lead);
  const width = columns.length + (select ? 1 : 0) + (actions ? 1 : 0);
  return (
    <div {...sides} className={classes['scroll']} data-tall={props.tall || undefined} data-faded={props.faded || undefined}>
      <table
        role="table"
        className={classes['table']}
        data-stacked={stacked || undefined}
        data-lines={columns.some(({ line }) => line) || undefined}
        data-selecting={(select && selecting) || undefined}
        data-windowed={rows.length > mostWhole || undefined}
        aria-label={props.label}
        aria-busy={props.loading || props.faded}
        aria-rowcount={total < 0 ? -1 : total + 1}
      >
        <thead role="rowgroup">
          <tr role="row" ref={head} aria-rowindex={1}>
            {select && (
              <th role="columnheader" className={classes['box']} data-select>
                <SelectAll checked={table.getIsAllRowsSelected()} some={table.getIsSomeRowsSelected()} toggle={() => table.toggleAllRowsSelected()} disabled={rows.length === 0} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.id} column={column} order={props.order} sortBy={props.sortBy} />
            ))}
            {actions && (
              <th role="columnheader" className={classes['box']}>
                <VisuallyHidden>{t('list.moreActions')}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {props.loading && <SkeletonRows columns={width} />}
          {withGaps(shown, rows.length).map(({ row, gap }, i) => {
            const each = row === undefined ? undefined : model[row];
            if (row === undefined || !each) return <Gap key={`gap ${i}`} height={gap * height} columns={width} />;
            return (
              <ListRow<Row>
                key={each.id}
                i={row}
                row={each.original}
                name={select ? props.rowName(each.original) : ''}
                columns={columns}
                selected={each.getIsSelected()}
                selectable={select !== undefined}
                opens={open !== undefined}
                taps={narrow && props.selecting === true}
                actions={actions}
                deeds={deeds}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** What rows do, as something that stays the same: a row is made anew when what it shows is another, and not at each scroll. */
function useDeeds<Row>(now: RowDeeds<Row>): RowDeeds<Row> {
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  return useMemo(
    () => ({
      at: (i) => latest.current.at(i),
      open: (row) => latest.current.open(row),
      toggle: (i, event) => latest.current.toggle(i, event),
      press: (i) => latest.current.press(i),
    }),
    [],
  );
}

/** The rows that are shown, and between, before and behind them how many are not. */
function withGaps(shown: readonly number[], count: number): { row?: number; gap: number }[] {
  const all: { row?: number; gap: number }[] = [];
  let next = 0;
  for (const row of shown) {
    if (row > next) all.push({ gap: row - next });
    all.push({ row, gap: 0 });
    next = row + 1;
  }
  return next < count ? [...all, { gap: count - next }] : all;
}

/** Room of rows that are not in the document. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden="true" className={classes['gap']}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

function Head<Row>({ column, order, sortBy }: { column: ListColumn<Row>; order: Order | undefined; sortBy: ((field: string) => void) | undefined }) {
  const { t } = useSpeech();
  const field = column.sort;
  const direction = field !== undefined && order?.sort === field ? order.direction : undefined;
  const spoken = direction && t(direction === 'asc' ? 'list.ascending' : 'list.descending');
  return (
    <th role="columnheader" className={cellClass(column)} data-main={column.main || undefined} aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')} title={column.unsorted}>
      {field === undefined || !sortBy ? (
        column.head
      ) : (
        <button type="button" className={classes['sort']} onClick={() => sortBy(field)} title={t(column.slow ? 'list.sortBySlowly' : 'list.sortBy', { field: column.sortName ?? column.head })}>
          {column.head}
          <Icon name={direction === 'asc' ? 'up' : 'down'} size={13} className={classes['arrow']} data-shown={direction !== undefined} aria-label={spoken} />
        </button>
      )}
    </th>
  );
}

function SelectAll({ checked, some, toggle, disabled }: { checked: boolean; some: boolean; toggle: () => void; disabled: boolean }) {
  const { t } = useSpeech();
  return (
    <label className={classes['all']}>
      <Checkbox size="xs" checked={checked && !disabled} indeterminate={some && !checked} disabled={disabled} onChange={toggle} aria-label={t('list.selectAll')} />
      <span aria-hidden="true">{t('list.selectAll')}</span>
    </label>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: 10 }, (_, i) => (
    <tr key={i} className={classes['row']} aria-hidden="true">
      <td colSpan={columns}>
        <Skeleton h={12} w={`${38 + ((i * 29) % 47)}%`} />
      </td>
    </tr>
  ));
}
