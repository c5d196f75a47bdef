import { Group, Text } from '@mantine/core';

import type { EntryDetail } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { EntryStatus } from '../../../ui/EntryStatus';
import classes from './Article.module.css';
import { useArticle, useServed } from './useArticle';

/** The status of an entry, and how many of its languages readers can fetch, where that is not all of them. */
export function ArticleStatus({ detail }: { detail: EntryDetail }) {
  const { t } = useSpeech();
  const article = useArticle(detail);
  const count = useServed(article);
  const pending = detail.hasDraft || (article?.parts.some(({ served, waits }) => served && waits) ?? false);
  return (
    <Group gap={6} wrap="nowrap" data-status>
      <EntryStatus collection={detail.collection} entry={detail.entry} pending={pending} />
      {count && count.served < count.all && (
        <Text size="sm" c="dimmed" className={classes['count'] ?? ''}>
          · {t('article.public.some', count)}
        </Text>
      )}
    </Group>
  );
}
