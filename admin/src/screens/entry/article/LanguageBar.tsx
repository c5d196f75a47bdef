import { Button, Group, Select } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';

import type { EntryDetail } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { localeName } from '../../../values/names';
import { EntryMenu } from '../EntryMenu';
import { JsonView } from '../JsonView';
import { LocaleTabs } from '../LocaleTabs';
import type { EntryEditor } from '../editor';
import { MoveQuestion } from '../MoveQuestion';
import type { Lags } from '../useLags';
import { useMoves } from '../useMoves';
import type { TranslationSet } from '../useTranslations';
import classes from './Article.module.css';
import { inLocale } from './words';

interface LanguageBarProps {
  set: TranslationSet;
  /** The article, once it is made. */
  parent: EntryDetail | undefined;
  /** Which of them are behind. */
  lags: Lags;
  locale: string;
  /** The words of that language. */
  words: EntryEditor;
  title: string;
  open: (locale: string) => void;
  openBeside: (source: string) => void;
  /** Whether somebody came here from the tab of another language: it has the focus then. */
  came: boolean;
}

/** The languages of an article, one of them open, and what can be done with that one alone. */
export function LanguageBar({ set, parent, lags, locale, words, title, open, openBeside, came }: LanguageBarProps) {
  const { t, language } = useSpeech();
  const bar = useRef<HTMLDivElement>(null);
  const [json, showJson] = useState(false);
  const [hasCome] = useState(came);
  useLayoutEffect(() => {
    if (hasCome) bar.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
  }, [hasCome]);
  const name = localeName(locale, language);
  const moves = useMoves(words, inLocale(title, name));
  const others = set.locales.filter((each) => each.summary && each.locale !== locale);
  return (
    <div ref={bar} className={classes['languages']}>
      <LocaleTabs set={set} parent={parent} lags={lags} locale={locale} open={open} />
      <Group gap="xs" wrap="nowrap">
        {others.length === 1 && (
          <Button size="xs" variant="default" onClick={() => others[0] && openBeside(others[0].locale)}>
            {t('article.beside')}
          </Button>
        )}
        {others.length > 1 && (
          <Select
            size="xs"
            w={170}
            aria-label={t('article.beside')}
            placeholder={t('article.beside')}
            value={null}
            data={others.map((each) => ({ value: each.locale, label: localeName(each.locale, language) }))}
            onChange={(next) => next && openBeside(next)}
          />
        )}
        {words.detail && <EntryMenu editor={words} begin={moves.begin} showJson={() => showJson(true)} size={30} label={t('article.moreOf', { language: name })} />}
      </Group>
      <MoveQuestion moves={moves} editor={words} title={inLocale(title, name)} />
      {words.detail && <JsonView entry={words.detail.entry} opened={json} close={() => showJson(false)} />}
    </div>
  );
}
