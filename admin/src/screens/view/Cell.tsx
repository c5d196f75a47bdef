import type { ReactNode } from 'react';

import type { Object, View } from '../../api/types.gen';
import { isStatus } from '../../api/words';
import { PropertyValue } from '../../lists/PropertyValue';
import { entryIdOf } from '../../reports/fields';
import { LinkAnchor } from '../../ui/links';
import { StatusBadge } from '../../ui/StatusBadge';
import { type PropertySchema } from '../../values/schema';

interface CellProps {
  view: View;
  row: Object;
  field: string;
  schema: PropertySchema | undefined;
  /** Whether a number has separators because another one of its column has. */
  grouped: boolean;
  /** The first of the row: it leads to the entry. */
  leads: boolean;
}

/** A value of a report. The first of a row, and ids, lead to entries. */
export function Cell({ view, row, field, schema, grouped, leads }: CellProps) {
  const value = row[field];
  const id = entryIdOf(view, row);
  if (view.collection !== null && field === 'status' && isStatus(value)) return <StatusBadge status={value} />;
  const told = <PropertyValue field={field} value={value} schema={schema} currency={row['currency']} grouped={grouped} />;
  const shown = isTime(schema) && typeof value === 'number' ? <span title={String(value)}>{told}</span> : told;
  if (view.collection !== null && id !== undefined && (leads || field === 'id')) {
    return <EntryLink collection={view.collection} id={id}>{shown}</EntryLink>;
  }
  const to = schema?.['x-service-ref'];
  if (to !== undefined && to !== 'media_assets' && isId(value)) return <EntryLink collection={to} id={value}>{shown}</EntryLink>;
  return shown;
}

function EntryLink({ collection, id, children }: { collection: string; id: string; children: ReactNode }) {
  return (
    <LinkAnchor to="/c/$collection/$id" params={{ collection, id }} c="inherit" fw={500} inherit>
      {children}
    </LinkAnchor>
  );
}

const isTime = (schema: PropertySchema | undefined) => schema?.['x-mcp-hint'] === 'timestamp-ms';

/** Ids are UUIDs; another value that refers to an entry is not its id. */
const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
