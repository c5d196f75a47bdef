import { Badge, Group, Text } from '@mantine/core';

import type { Collection, EntrySummary } from '../api/types.gen';
import { useSpeech } from '../i18n/text';
import { setFor } from '../values/moved';
import { StatusBadge } from './StatusBadge';

/** What of an entry its status is made of. */
type Shown = Pick<EntrySummary, 'status'> & Partial<Pick<EntrySummary, 'move' | 'hasDraft' | 'translations'>>;

/** The status of an entry, where its collection has one: what is operational counts as soon as it is saved. */
export function EntryStatus({ collection, entry, pending = hasPending(entry) }: { collection: Collection | undefined; entry: Shown; pending?: boolean }) {
  const speech = useSpeech();
  const { move } = entry;
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

/** Never cut: the column of a table is as wide as what is in it must be. */
const whole = { root: { maxWidth: 'none', overflow: 'visible' }, label: { overflow: 'visible' } };

/** Whether there is a draft of what readers see: of the entry, or of one of its languages. */
function hasPending({ hasDraft: own = false, translations = [] }: Shown): boolean {
  return own || translations.some(({ hasDraft, status }) => hasDraft && status === 'published');
}

/** Beside the status of what is published: there is a draft of it that readers do not see. */
export function DraftBadge() {
  const { t } = useSpeech();
  return (
    <Badge variant="light" color="gray" size="sm" tt="none" flex="none" styles={whole}>
      {t('status.pending')}
    </Badge>
  );
}
