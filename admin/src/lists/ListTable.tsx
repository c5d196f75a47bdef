import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import { rowSelectionFeature, tableFeatures, useTable, type ColumnDef, type RowSelectionState } from '@tanstack/react-table';
import { useMemo, useRef, type ReactNode } from 'react';

import { useSpeech } from '../i18n/text';
import { Icon } from '../ui/icons';
import classes from './ListTable.module.css';
import type { Order } from './search';
import { rowPointer } from './rowPointer';
import { useOverflow } from './useOverflow';
import { useRowKeys } from './useRowKeys';

/** A column of a list. `sort` is the field that its head sorts by. */
export interface ListColumn<Row> {
  id: string;
  head: string;
  cell: (row: Row) => ReactNode;
  sort?: string;
  /** Left out where there is little room. */
  wide?: boolean;
  /** Takes what the others leave. */
  main?: boolean;
  end?: boolean;
}

interface ListTableProps<Row> {
  label: string;
  columns: ListColumn<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  /** What Enter and a click on a row do; without it, rows are for reading. */
  open?: (row: Row) => void;
  order?: Order;
  sortBy?: (field: string) => void;
  selection?: RowSelectionState;
  select?: (next: RowSelectionState) => void;
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

/** The table of every list: sorted by its heads, selected by boxes (with Shift, a range) and walked by keys. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { t } = useSpeech();
  const { columns, rows, rowId, selection = {}, select, open, actions } = props;
  const table = useTable({
    features,
    data: rows,
    columns: useMemo(() => columns.map((each): ColumnDef<typeof features, Row> => ({ id: each.id, header: each.head, cell: ({ row }) => each.cell(row.original) })), [columns]),
    getRowId: rowId,
    enableRowSelection: select !== undefined,
    enableRowRangeSelection: true,
    state: { rowSelection: selection },
    onRowSelectionChange: (update) => select?.(typeof update === 'function' ? update(selection) : update),
  });
  const model = table.getRowModel().rows;
  const body = useRef<HTMLTableSectionElement>(null);
  const sides = useOverflow();
  const rowKeys = useRowKeys(body, {
    count: rows.length,
    open: (i) => rows[i] && open?.(rows[i]),
    toggle: (i) => select && model[i]?.toggleSelected(),
  });
  return (
    <div {...sides} className={classes['scroll']} data-tall={props.tall || undefined} data-faded={props.faded || undefined}>
      <table className={classes['table']} aria-label={props.label} aria-busy={props.loading || props.faded}>
        <thead>
          <tr>
            {select && (
              <th className={classes['box']}>
                <SelectAll checked={table.getIsAllRowsSelected()} some={table.getIsSomeRowsSelected()} toggle={() => table.toggleAllRowsSelected()} disabled={rows.length === 0} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.id} column={column} order={props.order} sortBy={props.sortBy} />
            ))}
            {actions && (
              <th className={classes['box']}>
                <VisuallyHidden>{t('list.moreActions')}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {props.loading && <SkeletonRows columns={columns.length + (select ? 1 : 0) + (actions ? 1 : 0)} />}
          {model.map((row, i) => (
            <tr
              key={row.id}
              className={classes['row']}
              data-selected={row.getIsSelected() || undefined}
              data-still={open === undefined || undefined}
              {...rowKeys(i)}
              {...(open ? rowPointer(() => open(row.original)) : {})}
            >
              {select && (
                <td className={classes['box']}>
                  <SelectBox name={props.rowName(row.original)} checked={row.getIsSelected()} toggle={row.getToggleSelectedHandler()} />
                </td>
              )}
              {row.getAllCells().map((cell, j) => (
                <td key={cell.id} className={cellClass(columns[j])}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
              {actions && <td className={classes['box']}>{actions(row.original)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellClass<Row>(column: ListColumn<Row> | undefined): string {
  return [column?.main && classes['main'], column?.wide && classes['wide'], column?.end && classes['end']].filter(Boolean).join(' ');
}

function Head<Row>({ column, order, sortBy }: { column: ListColumn<Row>; order: Order | undefined; sortBy: ((field: string) => void) | undefined }) {
  const { t } = useSpeech();
  const field = column.sort;
  const direction = field !== undefined && order?.sort === field ? order.direction : undefined;
  const spoken = direction && t(direction === 'asc' ? 'list.ascending' : 'list.descending');
  return (
    <th className={cellClass(column)} aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}>
      {field === undefined || !sortBy ? (
        column.head
      ) : (
        <button type="button" className={classes['sort']} onClick={() => sortBy(field)} title={t('list.sortBy', { field: column.head })}>
          {column.head}
          <Icon name={direction === 'asc' ? 'up' : 'down'} size={13} className={classes['arrow']} data-shown={direction !== undefined} aria-label={spoken} />
        </button>
      )}
    </th>
  );
}

function SelectAll({ checked, some, toggle, disabled }: { checked: boolean; some: boolean; toggle: () => void; disabled: boolean }) {
  const { t } = useSpeech();
  return <Checkbox size="xs" checked={checked && !disabled} indeterminate={some && !checked} disabled={disabled} onChange={toggle} aria-label={t('list.selectAll')} />;
}

function SelectBox({ name, checked, toggle }: { name: string; checked: boolean; toggle: (event: unknown) => void }) {
  const { t } = useSpeech();
  return <Checkbox size="xs" checked={checked} onChange={toggle} aria-label={t('list.selectRow', { title: name })} />;
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
