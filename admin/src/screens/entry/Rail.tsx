import { Button, Group, Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';

import type { EntryMove } from '../../api/entries';
import { useMe } from '../../api/session';
import type { EntryDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { CommentsLabel } from '../../together/CommentsLabel';
import { usePanel } from '../../together/panel';
import { EntryFacts, EntryIdentity } from './EntryFacts';
import classes from './Entry.module.css';
import { obstacle } from './obstacle';
import { ParentLink } from './ParentLink';
import { Translations } from './Translations';
import type { EntryEditor } from './useEntryEditor';

const Schedule = lazy(() => import('./Schedule').then((module) => ({ default: module.Schedule })));
const History = lazy(() => import('../versions/History').then((module) => ({ default: module.History })));

const CommentsPanel = lazy(() => import('../../together/CommentsPanel').then((module) => ({ default: module.CommentsPanel })));

interface RailProps {
  editor: EntryEditor;
  detail: EntryDetail;
  begin: (move: EntryMove) => void;
}

/** What is known of an entry beside its form. */
export function Rail({ editor, detail, begin }: RailProps) {
  const { t } = useSpeech();
  const panel = usePanel();
  return (
    <aside className={classes['rail']} aria-label={t('entry.aside')}>
      <Tabs value={panel?.tab ?? 'facts'} onChange={(tab) => panel?.show(tab ?? 'facts')} keepMounted={false}>
        <Tabs.List grow mb="md">
          <Tabs.Tab value="facts">{t('entry.facts')}</Tabs.Tab>
          <Tabs.Tab value="history">{t('entry.history')}</Tabs.Tab>
          <Tabs.Tab value="comments">
            <CommentsLabel />
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="facts">
          <EntryFacts collection={editor.collection} detail={detail}>
            <Moves editor={editor} detail={detail} begin={begin} />
            {editor.collection.lifecycle === 'publishing' && (detail.permissions.publish || detail.permissions.unpublish) && (
              <Suspense>
                <Schedule entry={detail.entry} />
              </Suspense>
            )}
          </EntryFacts>
          <ParentLink collection={editor.collection} entry={detail.entry} />
          <Translations parent={detail} />
          <EntryIdentity entry={detail.entry} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <Suspense>
            <History detail={detail} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="comments">
          <Suspense>
            <CommentsPanel />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </aside>
  );
}

/** The ways out of the state that the entry is in, beside publishing it. */
function Moves({ editor, detail, begin }: Pick<RailProps, 'editor' | 'detail' | 'begin'>) {
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
