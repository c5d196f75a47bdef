import { Badge, Group, Text } from '@mantine/core';

import type { Collection, Entry, EntrySummary } from '../api/types.gen';
import { useSpeech } from '../i18n/text';
import { setFor } from '../values/moved';
import { StatusBadge } from './StatusBadge';

/** The status of an entry, where its collection has one: what is operational counts as soon as it is saved. */
export function EntryStatus({ collection, entry, pending = 'hasDraft' in entry && entry.hasDraft }: { collection: Collection | undefined; entry: Entry | EntrySummary; pending?: boolean }) {
  const speech = useSpeech();
  const move = 'move' in entry ? entry.move : undefined;
  const set = move && setFor(move, speech);
  const isWaiting = move?.direction === 'publish' && entry.status === 'draft';
  return (
    collection?.lifecycle === 'publishing' && (
      <Group gap={6} display="inline-flex">
        <StatusBadge status={entry.status} pending={pending} {...(isWaiting && set ? { word: set } : {})} />
        {pending && entry.status === 'published' && <DraftBadge />}
        {set && !isWaiting && (
          <Text size="xs" c="dimmed" component="span">
            {set}
          </Text>
        )}
      </Group>
    )
  );
}

/** Beside the status of what is published: there is a draft of it that readers do not see. */
export function DraftBadge() {
  const { t } = useSpeech();
  return (
    <Badge variant="light" color="gray" size="sm" tt="none" flex="none">
      {t('status.pending')}
    </Badge>
  );
}
