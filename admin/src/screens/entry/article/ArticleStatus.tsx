import { Group, Text } from '@mantine/core';

import type { EntryDetail } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { EntryStatus } from '../../../ui/EntryStatus';
import { useArticle, useServed } from './useArticle';

/** The status of an entry, and how many of its languages readers can fetch. */
export function ArticleStatus({ detail }: { detail: EntryDetail }) {
  const { t } = useSpeech();
  const count = useServed(useArticle(detail));
  return (
    <Group gap={6} wrap="nowrap">
      <EntryStatus collection={detail.collection} entry={detail.entry} pending={detail.hasDraft} />
      {count && (
        <Text size="sm" c="dimmed">
          · {t(count.served === count.all ? 'article.public.all' : 'article.public.some', count)}
        </Text>
      )}
    </Group>
  );
}
