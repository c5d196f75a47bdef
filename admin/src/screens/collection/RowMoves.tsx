import { Menu, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { articleQuery } from '../../api/article';
import { entryQuery } from '../../api/entries';
import type { Article, Collection, EntrySummary } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { othersOf } from '../entry/article/useArticle';
import { MoveItems } from '../entry/MoveItems';
import type { RowDeed } from './RowDeeds';

const moves = ['publish', 'unpublish', 'archive', 'delete'] as const;

/**
 * What depends on more than a list knows: where readers see the entry, and how it can be moved, by the rule of its page (decisions
 * 244 and 245). It is asked for when the menu is opened, and comes last, so that nothing moves away under a pointer. `begin` is told of
 * the entry as it was found: the list may be older.
 */
export function RowMoves({ collection, row, begin }: { collection: Collection; row: EntrySummary; begin: (deed: RowDeed, now: EntrySummary) => void }) {
  const { t, language } = useSpeech();
  const isArticle = collection.translations.length > 0;
  const { data: detail, isPending } = useQuery(entryQuery(collection.name, row.id));
  const article = useQuery({ ...articleQuery(collection.name, row.id), enabled: isArticle });
  const words = publicWords(article.data, language);
  const ofWords = useQuery({ ...entryQuery(words?.collection ?? '', words?.id ?? ''), enabled: words !== undefined });
  if (isPending || article.isLoading || ofWords.isLoading) return <Skeleton h={60} m={8} w="auto" />;
  if (!detail) return null;
  const page = ofWords.data?.page ?? (detail.entry.status === 'published' ? detail.page : undefined);
  return (
    <>
      {page && (
        <>
          <Menu.Divider />
          <Menu.Item component="a" href={page} target="_blank" rel="noopener" leftSection={<Icon name="external" />} aria-label={`${t('entry.page')} ${t('entry.pageOpens')}`}>
            {t('entry.page')}
          </Menu.Item>
        </>
      )}
      <MoveItems seen={{ collection, detail, others: othersOf(article.data) }} moves={moves} begin={(move) => begin(move, { ...row, status: detail.entry.status, version: detail.entry.version })} />
    </>
  );
}

/** The language of an article whose page is shown: that of the reader, or another one that can be fetched. */
function publicWords(article: Article | undefined, language: string) {
  const served = article?.parts.filter(({ served: isServed, locale }) => isServed && locale !== undefined) ?? [];
  return served.find(({ locale }) => locale === language) ?? served[0];
}
