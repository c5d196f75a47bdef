import type { ReactNode } from 'react';

import { useSpeech } from '../../i18n/text';
import { schemaRows, type JsonSchema, type SchemaRow } from './jsonSchema';
import classes from './SchemaTable.module.css';

/** What an object may hold, as a table. `note` says more of a row. */
export function SchemaTable({ schema, label, note }: { schema: JsonSchema; label: string; note?: (row: SchemaRow) => ReactNode }) {
  const { t } = useSpeech();
  const rows = schemaRows(schema);
  if (rows.length === 0) return <p className={classes['none']}>{t('developer.noProperties')}</p>;
  return (
    <table className={classes['root']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('developer.property')}</th>
          <th scope="col">{t('developer.type')}</th>
          <th scope="col">{t('developer.details')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.path} row={row} note={note?.(row)} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, note }: { row: SchemaRow; note: ReactNode }) {
  const { t, text } = useSpeech();
  return (
    <tr>
      <th scope="row" className={classes['name']}>
        {row.path}
        {row.required && <span className={classes['required']}>{t('developer.required')}</span>}
      </th>
      <td className={classes['type']}>{row.type}</td>
      <td>
        {note}
        {row.description && <div>{text(row.description)}</div>}
        {row.rules.length > 0 && <div className={classes['rules']}>{row.rules.join(' · ')}</div>}
      </td>
    </tr>
  );
}
