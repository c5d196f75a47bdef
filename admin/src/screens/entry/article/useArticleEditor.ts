import { useRef, useState } from 'react';

import { focusField } from '../../../forms/focus';
import { picked, type Data } from '../../../values/data';
import { isEmpty, seedOf } from '../completeness';
import type { Working } from '../working';
import type { EntryEditor } from '../editor';
import type { LocaleState, TranslationSet } from '../useTranslations';
import { useWords } from '../useWords';
import { titleFieldOf } from '../writing/writes';
import { joined } from './joined';
import { withLateSlug, withSlug } from './slug';
import { textOf, useLatin, useNeverPublished } from './useSlug';
import type { useCopies } from './useCopies';
import type { Duplicate } from './useDuplicate';

interface ArticleOptions {
  shared: EntryEditor;
  set: TranslationSet;
  target: LocaleState;
  copies: ReturnType<typeof useCopies>;
  duplicate: Duplicate | undefined;
  /** Under which name the draft of the article is kept, until it is made. */
  draftId: string;
  /** The language that is open when the address names none. */
  usual: string;
}

/** The editors of an article: what its languages share, the words of one, and both as the one that a person saves. */
export function useArticleEditor({ shared: given, set, target, copies, duplicate, draftId, usual }: ArticleOptions) {
  const { collection } = given;
  const { locale, detail } = target;
  const on = set.collection.translates?.on ?? '';
  const [typedIn, setTypedIn] = useState<'words' | 'shared'>('words');
  // The article as it has just been saved, while its words are.
  const known = useRef<Working>(undefined);
  const seedFrom = (data: Data) => seedOf(set.collection, locale, { collection, entry: { data } }, set.source?.data);
  const copy = duplicate?.of(locale);
  const title = titleFieldOf(set.collection) ?? '';
  const isJoined = given.detail !== undefined && !isEmpty(given.detail.entry.data[on]);
  const words = useWords(
    set.collection,
    { locale, detail, start: given.stored ? seedFrom(given.stored.data) : { ...copy, locale } },
    {
      idPrefix: 'entry',
      draftId: given.stored ? String(given.stored.data[on]) : `in ${draftId}`,
      // A new value of what joins them is theirs once the article has it: the service takes them along.
      seed: () => {
        const saved = known.current;
        const has = given.detail && (!saved || saved.draft) ? picked(given.detail.entry.data, [on]) : {};
        return seedFrom({ ...(saved?.data ?? given.value), ...has });
      },
      begins: (value) => !isEmpty(value[title]) && (given.detail ? isJoined : given.autosaves),
      waits: !isJoined,
      // Before their article is made, they would be made as words of no one's.
      save: () => (given.stored ? words.save() : save()),
      stays: (next) => (next.locale ?? usual) === locale && next.source === undefined,
    },
  );
  /** Who types into the one goes on with what was found of the other, too. */
  const goOn = (other: EntryEditor) => {
    if (!other.stored && other.draft.isAsFound) other.change(other.value);
  };
  const change = (next: Data) => {
    setTypedIn('shared');
    goOn(words);
    copies.in(words, next);
    given.change(next);
  };
  const shared: EntryEditor = { ...given, change };
  const isFresh = useNeverPublished(given.detail) && (!given.detail || collection.keys.includes(on));
  const isFreshToo = useNeverPublished(words.detail);
  /** The slug of what is known by it already joins its other languages, too. */
  const name = (follow: typeof withSlug, before: string, now: string) => {
    if (!isFresh || !isFreshToo || set.locales.some((each) => each.summary && each.locale !== locale)) return;
    const named = follow(collection, given.value, before, now);
    if (named !== given.value) given.change(named);
  };
  const called = textOf(words.value[title]);
  const typed = useLatin(collection, (before) => name(withLateSlug, before, called));
  const write = (next: Data) => {
    setTypedIn('words');
    goOn(given);
    words.change(next);
    name(withSlug, called, textOf(next[title]));
    typed(called, textOf(next[title]));
  };
  const saveBoth = (): Promise<Working | undefined> => saveInTurn().finally(() => (known.current = undefined));
  const saveInTurn = async (): Promise<Working | undefined> => {
    const isCopy = !given.stored && duplicate !== undefined;
    const saves = given.dirty || !given.stored || given.phase === 'autosaved';
    const parent = saves ? await given.save() : given.stored;
    if (!parent) return undefined;
    known.current = parent;
    await copies.follow(parent, locale);
    if (isCopy) await duplicate.rest(parent, locale);
    if (!words.dirty && words.phase !== 'autosaved' && !(isCopy && copy)) return parent;
    if (!words.detail && isEmpty(parent.data[on])) {
      focusField(`/${on}`, shared.idPrefix);
      return undefined;
    }
    return (await words.save()) && parent;
  };
  const making = useRef<Promise<Working | undefined>>(undefined);
  const save = () => {
    if (given.stored) return saveBoth();
    // Until it is made, another try would make a second one.
    making.current ??= saveBoth().finally(() => (making.current = undefined));
    return making.current;
  };
  const own: EntryEditor = { ...words, change: write };
  const editor: EntryEditor = { ...joined(shared, own), save };
  const isUnjoined = shared.stored !== undefined && isEmpty(shared.stored.data[on]) && !words.detail;
  return { shared, words: own, editor, isUnjoined, typedIn };
}
