import { Anchor, Group, Text } from '@mantine/core';
import { use } from 'react';

import type { Referred, Target } from '../../api/references';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { EntryStatus } from '../../ui/EntryStatus';
import { OpenEntryContext } from '../openEntry';
import { asText } from './props';

/** Below a reference: the state of what it leads to, the way there, or that it leads nowhere. */
export function ReferredEntry({ referred, value, target }: { referred: Referred | undefined; value: unknown; target: Target }) {
  const { t } = useSpeech();
  const open = use(OpenEntryContext);
  if (value === undefined || value === null || !referred?.known) return null;
  const { entry } = referred;
  if (!entry) {
    return (
      <Group gap={6} mt={4} c="var(--mantine-color-error)">
        <Icon name="alert" size={14} />
        <Text size="xs">{t('forms.reference.gone', { value: asText(value) })}</Text>
      </Group>
    );
  }
  const address = `/admin/c/${encodeURIComponent(target.collection.name)}/${encodeURIComponent(entry.id)}`;
  return (
    <Group gap="sm" mt={4}>
      <EntryStatus collection={target.collection} entry={entry} />
      {target.rowField !== 'id' && entry.title !== value && (
        <Text size="xs" c="dimmed" ff="monospace">
          {asText(value)}
        </Text>
      )}
      {open ? (
        <Anchor component="button" type="button" size="xs" onClick={() => open({ collection: target.collection.name, id: entry.id })}>
          {t('forms.reference.open')}
        </Anchor>
      ) : (
        <Anchor size="xs" href={address} target="_blank" rel="noopener">
          {t('forms.reference.openTab')}
        </Anchor>
      )}
    </Group>
  );
}
