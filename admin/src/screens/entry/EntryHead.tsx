import { Group, Title } from '@mantine/core';

import type { Ref } from 'react';

import type { EntryMove } from '../../api/entries';
import type { EntryDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Avatars } from '../../together/Avatars';
import { LinkAnchor } from '../../ui/links';
import { usePageTitle } from '../../ui/usePageTitle';
import { ArticleStatus } from './article/ArticleStatus';
import classes from './Entry.module.css';
import { EntryMenu } from './EntryMenu';
import { PageLink } from './PageLink';
import { PreviewToggle } from './preview/PreviewToggle';
import { SaveButtons } from './SaveButtons';
import { SaveState } from './SaveState';
import { ComingLine } from './times/ComingLine';
import { useIsLarge } from './writing/titleInView';
import type { EntryEditor } from './editor';

interface EntryHeadProps {
  editor: EntryEditor;
  title: string;
  heading: Ref<HTMLHeadingElement>;
  begin: (move: EntryMove) => void;
  showJson: () => void;
  /** Shows what is set for it, for who may change that. */
  openTimes: (() => void) | undefined;
  /** What has a page of its own, and what is shown beside its form: of an article its words. */
  page?: EntryEditor;
  previewed?: EntryEditor;
  /** Of an article its words in the language that is open. */
  open?: EntryDetail | undefined;
  /** Hears how high it is. */
  measure?: Ref<HTMLElement>;
}

/** Stays in sight: which entry it is, whether it is saved, and what to do with it. */
export function EntryHead({ editor, title, heading, begin, showJson, openTimes, page = editor, previewed = editor, open, measure }: EntryHeadProps) {
  const { text } = useSpeech();
  const { collection, detail } = editor;
  const isTwice = useIsLarge(title);
  usePageTitle(title, text(collection.title, collection.name));
  return (
    <header ref={measure} className={classes['head']} data-page-head>
      <div className={classes['title']}>
        <div className={classes['crumbs']}>
          <LinkAnchor to="/c/$collection" params={{ collection: collection.name }} size="xs" c="dimmed" className={classes['crumb'] ?? ''}>
            {text(collection.title, collection.name)}
          </LinkAnchor>
          {detail && <ComingLine detail={detail} open={openTimes} />}
        </div>
        <div className={classes['called']}>
          <Title ref={heading} tabIndex={-1} order={1} size="h2" title={title} data-twice={isTwice || undefined} className={classes['heading'] ?? ''}>
            {title}
          </Title>
          {detail && <ArticleStatus detail={detail} />}
          <Avatars />
        </div>
      </div>
      <div className={classes['actions']}>
        <SaveState editor={editor} />
        <Group gap="xs" className={classes['buttons'] ?? ''}>
          <PreviewToggle editor={previewed} />
          <PageLink editor={page} />
          <SaveButtons editor={editor} begin={begin} />
          <EntryMenu editor={editor} begin={begin} showJson={showJson} open={open} />
        </Group>
      </div>
    </header>
  );
}
