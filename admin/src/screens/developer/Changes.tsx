import { Text } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import classes from './Changes.module.css';
import { differences } from './difference';

/** Each property that differs, before and after. */
export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const { t } = useSpeech();
  const all = differences(before, after);
  if (all.length === 0) return <Text size="sm" c="dimmed">{t('developer.noChanges')}</Text>;
  return (
    <table className={classes['root']} aria-label={t('developer.changes')}>
      <thead>
        <tr>
          <th scope="col">{t('developer.property')}</th>
          <th scope="col">{t('developer.before')}</th>
          <th scope="col">{t('developer.after')}</th>
        </tr>
      </thead>
      <tbody>
        {all.map((each) => (
          <tr key={each.field}>
            <th scope="row">{each.field}</th>
            <Side value={each.before} side="before" />
            <Side value={each.after} side="after" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Side({ value, side }: { value: string | undefined; side: 'before' | 'after' }) {
  const { t } = useSpeech();
  return (
    <td className={classes['side']} data-side={value === undefined ? undefined : side}>
      {value === undefined ? <Text span size="sm" c="dimmed" aria-label={t('value.none')}>–</Text> : value}
    </td>
  );
}
