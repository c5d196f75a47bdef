import { Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';

import type { EntryDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { EntryFacts } from './EntryFacts';
import classes from './Entry.module.css';
import { ParentLink } from './ParentLink';
import { Translations } from './Translations';
import type { EntryEditor } from './useEntryEditor';

const History = lazy(() => import('./History').then((module) => ({ default: module.History })));

/** What is known of an entry beside its form. */
export function Rail({ editor, detail }: { editor: EntryEditor; detail: EntryDetail }) {
  const { t } = useSpeech();
  return (
    <aside className={classes['rail']} aria-label={t('entry.aside')}>
      <Tabs defaultValue="facts" keepMounted={false}>
        <Tabs.List grow mb="md">
          <Tabs.Tab value="facts">{t('entry.facts')}</Tabs.Tab>
          <Tabs.Tab value="history">{t('entry.history')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="facts">
          <EntryFacts collection={editor.collection} entry={detail.entry} />
          <ParentLink collection={editor.collection} entry={detail.entry} />
          <Translations parent={detail} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <Suspense>
            <History editor={editor} entry={detail.entry} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </aside>
  );
}
