import { Combobox, useCombobox } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';

import { findCollection, useBootstrap } from '../../api/session';
import type { EntrySummary } from '../../api/types.gen';
import { useFormValue } from '../../forms/frame';
import { FoundEntry } from '../../forms/widgets/FoundEntry';
import { useSpeech } from '../../i18n/text';
import { notifyFailure } from '../../ui/notify';
import { withoutStaleOption } from '../../ui/staleOption';
import { useTitles } from '../../values/useTitles';
import { useAddressOf, useFirstPage, useOwnPages } from './ownPages';

interface Way {
  /** The field that is typed in. */
  input: RefObject<HTMLInputElement | null>;
  /** Hears where the page is read, and what it is called. */
  lead: (href: string, title: string) => void;
  refuse: (why: string) => void;
}

/** The search for a page of the site by words. "" searches nothing. */
export function usePageSearch(words: string, { input, lead, refuse }: Way) {
  const speech = useSpeech();
  const { t } = speech;
  const titled = useTitles();
  const { locale } = useFormValue();
  const { found, isLate } = useOwnPages(words, locale);
  const first = useFirstPage();
  const addressOf = useAddressOf();
  const list = useCombobox({ opened: words !== '' && found.length > 0 });
  const [asking, ask] = useState(false);
  // What was asked for before something else was typed, or before the bar was closed, leads nowhere.
  const turn = useRef(0);
  const close = useEffectEvent(() => {
    turn.current++;
  });
  useEffect(() => () => close(), []);
  // The first is marked until somebody walks in the list: then theirs, wherever it stands by now.
  const walked = useRef(false);
  const mark = useEffectEvent(() => {
    if (walked.current) list.updateSelectedOptionIndex('selected');
    else if (found.length > 0) list.selectFirstOption();
    else list.resetSelectedOption();
    withoutStaleOption(input.current);
  });
  useEffect(() => {
    const soon = requestAnimationFrame(() => mark());
    return () => cancelAnimationFrame(soon);
  }, [found]);
  const go = (asked: () => Promise<EntrySummary | undefined>) => {
    const now = ++turn.current;
    const isOld = () => turn.current !== now;
    const follow = async () => {
      const page = await asked();
      const href = page && (await addressOf(page, locale));
      if (isOld()) return;
      ask(false);
      const title = page && (page.translations.find((each) => each.locale === locale)?.title ?? titled(page));
      if (title === undefined) refuse(t('prose.noPage'));
      else if (href === undefined) refuse(t('prose.pageless', { title }));
      else lead(href, title);
    };
    ask(true);
    follow().catch((error: unknown) => {
      if (isOld()) return;
      ask(false);
      notifyFailure(speech, error, t('prose.pagesFailed'));
    });
  };
  const goToFirst = () => go(() => first(words, locale));
  return {
    found, list, asking,
    choose: (id: string) => go(() => Promise.resolve(found.find((each) => each.id === id))),
    /** Goes to the page that is marked, or to the first that there is. */
    take: () => (!isLate && list.getSelectedOptionIndex() !== -1 ? list.clickSelectedOption() : goToFirst()),
    typed: () => {
      turn.current++;
      walked.current = false;
      ask(false);
    },
    press: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') walked.current = true;
      // What is marked in the list is of what was typed before.
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || words === '' || !isLate || walked.current) return;
      event.preventDefault();
      event.stopPropagation();
      goToFirst();
    },
  };
}

/** The field of a search with what is found, on the side that does not cover the words of the link. */
export function PageList({ search: { found, list, choose }, opens, children }: { search: ReturnType<typeof usePageSearch>; opens: 'above' | 'below'; children: ReactNode }) {
  const { t } = useSpeech();
  const { collections } = useBootstrap();
  return (
    <Combobox store={list} onOptionSubmit={choose} withinPortal={false} position={opens === 'above' ? 'top-start' : 'bottom-start'} width={320}>
      <Combobox.Target withExpandedAttribute>{children}</Combobox.Target>
      <Combobox.Dropdown hidden={found.length === 0}>
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }} aria-label={t('prose.pages')}>
          {found.map((each) => (
            <FoundEntry key={each.id} collection={findCollection(collections, each.collection)} entry={each} />
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
