import { Button, Group, Tabs } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';

import type { EntryMove } from '../../api/entries';
import { useMe } from '../../api/session';
import type { Article, EntryDetail } from '../../api/types.gen';
import { onReveal } from '../../forms/focus';
import { useSpeech } from '../../i18n/text';
import { CommentsLabel } from '../../together/CommentsLabel';
import { useAlong, usePanel } from '../../together/panel';
import { EntryFacts, EntryIdentity } from './EntryFacts';
import classes from './Entry.module.css';
import { obstacle } from './obstacle';
import { ParentLink } from './ParentLink';
import type { EntryEditor } from './editor';

const Schedule = lazy(() => import('./Schedule').then((module) => ({ default: module.Schedule })));
const ArticleSchedule = lazy(() => import('./article/ArticleSchedule').then((module) => ({ default: module.ArticleSchedule })));
const FixedTimes = lazy(() => import('./times/FixedTimes').then((module) => ({ default: module.FixedTimes })));
const InReleases = lazy(() => import('../releases/InReleases').then((module) => ({ default: module.InReleases })));
const History = lazy(() => import('../versions/History').then((module) => ({ default: module.History })));

const CommentsPanel = lazy(() => import('../../together/CommentsPanel').then((module) => ({ default: module.CommentsPanel })));

interface RailProps {
  editor: EntryEditor;
  /** undefined for what is not made yet: then there are its fields alone, in the place where they stay once it is made. */
  detail: EntryDetail | undefined;
  begin: (move: EntryMove) => void;
  /** The words of an article in the language that is open, and what that is called. */
  words?: { detail: EntryDetail | undefined; name: string };
  /** What is known of it with its languages, where it has any. */
  article?: Article | undefined;
  /** Fields that stand beside the text of the entry. */
  children?: ReactNode;
}

/** Fields beside a text, and what is known of the entry; of an article also of its words. */
export function Rail({ editor, detail, begin, words, article, children }: RailProps) {
  const { t } = useSpeech();
  const [panel, along] = [usePanel(), useAlong()];
  const first = useRef<HTMLDivElement>(null);
  const show = panel?.show;
  useEffect(() => onReveal(first.current, () => show?.('facts')), [show]);
  return (
    <aside className={classes['rail']} aria-label={t('entry.aside')}>
      <Tabs value={panel?.tab ?? 'facts'} onChange={(tab) => panel?.show(tab ?? 'facts')} keepMounted={false}>
        {detail && <Tabs.List grow mb="md" className={classes['railTabs'] ?? ''}>
          <Tabs.Tab value="facts">{t(children ? 'entry.fields' : 'entry.facts')}</Tabs.Tab>
          <Tabs.Tab value="history">{t('entry.history')}</Tabs.Tab>
          <Tabs.Tab value="comments">
            <CommentsLabel />
          </Tabs.Tab>
        </Tabs.List>}
        {/* What is typed into the fields stays, whatever is looked at. */}
        <Tabs.Panel value="facts" keepMounted ref={first}>
          {children}
          {detail && <><EntryFacts collection={editor.collection} detail={detail}>
            <Moves editor={editor} detail={detail} begin={begin} />
            {editor.collection.lifecycle === 'publishing' && (
              <Suspense>
                <InReleases entries={[detail, words?.detail].flatMap((each) => (each ? [{ collection: each.entry.collection, id: each.entry.id }] : []))} />
              </Suspense>
            )}
            {editor.collection.lifecycle === 'publishing' && (
              <Suspense>
                <Times detail={detail} article={article} />
              </Suspense>
            )}
          </EntryFacts>
          <ParentLink collection={editor.collection} entry={detail.entry} />
          <EntryIdentity entry={detail.entry} /></>}
        </Tabs.Panel>
        {detail && <Tabs.Panel value="history">
          <Suspense>
            <History collection={editor.collection} detail={detail} open={words?.detail} />
          </Suspense>
        </Tabs.Panel>}
        {detail && <Tabs.Panel value="comments">
          <Suspense>
            {along && words && <PartTitle>{words.name}</PartTitle>}
            <CommentsPanel panel={panel} idPrefix={words && !along ? 'shared' : 'entry'} part={along && words ? words.name : undefined} />
            {along && <PartTitle>{t('article.shared')}</PartTitle>}
            {along && <CommentsPanel panel={along} idPrefix="shared" part={t('article.shared')} second />}
          </Suspense>
        </Tabs.Panel>}
      </Tabs>
    </aside>
  );
}

/** What is set for it. Who may not change that reads it. */
function Times({ detail, article }: { detail: EntryDetail; article: Article | undefined }) {
  const { entry, permissions } = detail;
  if (!permissions.publish && !permissions.unpublish) return <FixedTimes entry={entry} article={article} />;
  return article ? <ArticleSchedule entry={entry} article={article} /> : <Schedule entry={entry} />;
}

function PartTitle({ children }: { children: string }) {
  return <h2 className={classes['partTitle']}>{children}</h2>;
}

/** The ways out of the state that the entry is in, beside publishing it. */
function Moves({ editor, detail, begin }: Pick<RailProps, 'editor' | 'begin'> & { detail: EntryDetail }) {
  const { t } = useSpeech();
  const me = useMe();
  const moves = (['unpublish', 'archive'] as const).filter((move) => !obstacle(move, editor, me.role)?.lasts);
  if (moves.length === 0) return null;
  return (
    <Group gap="xs" mb="md">
      {moves.map((move) => (
        <Button key={move} size="compact-sm" variant="default" loading={editor.moving === move} onClick={() => begin(move)}>
          {t(move === 'unpublish' && detail.entry.status === 'archived' ? 'entry.toDraft' : `entry.${move}`)}
        </Button>
      ))}
    </Group>
  );
}
