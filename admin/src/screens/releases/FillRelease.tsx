import { Combobox, Group, InputBase, Loader, Text, useCombobox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { homeQuery } from '../../api/home';
import { addToRelease } from '../../api/releases';
import { articleCollection, findCollection, useBootstrap, useMe } from '../../api/session';
import type { Collection, Home, NamedEntry, ReleaseDetail, Status } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { EntryStatus } from '../../ui/EntryStatus';
import { Icon } from '../../ui/icons';
import { notifyFailure } from '../../ui/notify';
import { canBeSought, useHits } from '../../values/useHits';
import { useNamedTitles, useTitles } from '../../values/useTitles';

/** What can be put into a release. */
interface Offered extends NamedEntry {
  title: string;
  /** It is in the release already. */
  isIn: boolean;
  status: Status;
  pending: boolean;
}

/** A field that finds entries and puts them into a release, one after the other, each with the languages that have something to publish. */
export function FillRelease({ release }: { release: ReleaseDetail }) {
  const speech = useSpeech();
  const { t, text } = speech;
  const queries = useQueryClient();
  const { collections } = useBootstrap();
  const [typed, setTyped] = useState('');
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  const term = typed.trim().slice(0, 200);
  const { offered, isLate } = useOffered(term, box.dropdownOpened, release);
  const add = useMutation({
    mutationFn: (entry: NamedEntry) => addToRelease(release.id, [entry], true),
    onSuccess: (now) => queries.setQueryData(['releases', 'one', release.id], now),
    onError: (error) => notifyFailure(speech, error, t('trouble.notDone')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['releases'] }),
  });
  // Enter takes the best of what was asked for; nothing is taken by chance.
  const listed = useEffectEvent(() => {
    if (term === '' || offered.length === 0) box.resetSelectedOption();
    else box.selectFirstOption();
  });
  const keys = offered.map(keyOf).join();
  useEffect(() => {
    const soon = requestAnimationFrame(() => listed());
    return () => cancelAnimationFrame(soon);
  }, [keys, term]);
  const submit = (key: string) => {
    const chosen = offered.find((each) => keyOf(each) === key);
    if (!chosen) return;
    setTyped('');
    add.mutate({ collection: chosen.collection, id: chosen.id });
  };
  const called = (name: string) => {
    const collection = articleCollection(collections, name);
    return text(collection?.title, name);
  };
  return (
    <Combobox store={box} onOptionSubmit={submit}>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          role="combobox"
          label={t('releases.fill')}
          description={t('releases.fillHint')}
          placeholder={t('releases.fillSearch')}
          leftSection={<Icon name="search" size={16} />}
          autoComplete="off"
          mb="md"
          value={typed}
          onFocus={() => box.openDropdown()}
          onClick={() => box.openDropdown()}
          onBlur={() => box.closeDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            box.openDropdown();
          }}
          rightSection={add.isPending || (canBeSought(term) && isLate) ? <Loader size={14} /> : <Combobox.Chevron />}
          rightSectionPointerEvents="none"
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={t('releases.fill')}>
          {offered.map((each) => (
            <Combobox.Option key={keyOf(each)} value={keyOf(each)}>
              <Group justify="space-between" gap="sm" wrap="nowrap">
                <div style={{ minWidth: 0 }}>
                  <Text size="sm" truncate>
                    {each.title}
                  </Text>
                  <Text size="xs" opacity={0.85} truncate>
                    {[called(each.collection), each.isIn && t('releases.isIn')].filter(Boolean).join(' · ')}
                  </Text>
                </div>
                <EntryStatus collection={findCollection(collections, each.collection)} entry={each} pending={each.pending} />
              </Group>
            </Combobox.Option>
          ))}
          {offered.length === 0 && !isLate && <Combobox.Empty>{t(canBeSought(term) ? 'list.noMatch' : 'releases.fillType')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

const keyOf = ({ collection, id }: NamedEntry) => `${collection} ${id}`;

/** Whether entries of a collection are published by somebody. */
const isPublished = ({ lifecycle }: Collection) => lifecycle === 'publishing';

/** What a search finds, and before anything is typed what waits to be published and is not in the release. What is in it may be added again, with languages that were changed since. */
function useOffered(term: string, opened: boolean, release: ReleaseDetail): { offered: Offered[]; isLate: boolean } {
  const { collections } = useBootstrap();
  const { userId } = useMe();
  const titled = useTitles();
  const named = useNamedTitles();
  const { hits, isLate } = useHits(term, isPublished);
  const { data: home, isPending } = useQuery({ ...homeQuery(userId), enabled: opened });
  const there = new Set(release.entries.map((each) => keyOf(each.article ?? each)));
  const found: Offered[] =
    term === ''
      ? waiting(home).map((each) => ({ collection: each.collection, id: each.id, title: named(each), isIn: false, status: each.status, pending: each.hasDraft }))
      : hits.map((each) => ({ collection: each.collection, id: each.id, title: titled(each), isIn: there.has(keyOf(each)), status: each.status, pending: each.hasDraft || each.translations.some(({ hasDraft }) => hasDraft) }));
  const isOffered = (each: Offered) => {
    const collection = findCollection(collections, each.collection);
    return collection !== undefined && isPublished(collection) && each.status !== 'archived' && (term !== '' || !there.has(keyOf(each)));
  };
  return { offered: found.filter(isOffered), isLate: term === '' ? isPending : canBeSought(term) && isLate };
}

/** What one has begun, and what colleagues have changed, each once. */
function waiting(home: Home | undefined) {
  const all = [...(home?.drafts.items ?? []), ...(home?.toPublish.items ?? [])];
  return [...new Map(all.map((each) => [keyOf(each), each])).values()];
}
