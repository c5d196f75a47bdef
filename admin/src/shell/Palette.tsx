import '@mantine/spotlight/styles.css';

import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { homeQuery } from '../api/home';
import { savedListsQuery } from '../api/lists';
import { waitingReleasesQuery } from '../api/releases';
import { useMe } from '../api/session';
import { useSpeech } from '../i18n/text';
import { Icon } from '../ui/icons';
import classes from './Palette.module.css';
import { useHits } from '../values/useHits';
import { usePaletteActions, type Found } from './usePaletteActions';

const [store, spotlight] = createSpotlight();

export interface PaletteProps {
  /** It opens whenever this grows. */
  asked: number;
  /** Called as soon as it takes keys; answers what was typed before. */
  ready: () => string;
  openHelp: () => void;
}

/** How many of the entries that changed last are offered. */
const mostRecent = 5;

const none: readonly never[] = [];

/** The command palette. */
export function Palette({ asked, ready, openHelp }: PaletteProps) {
  const { t } = useSpeech();
  const [typed, setTyped] = useState('');
  const term = typed.trim();
  const [opened, setOpened] = useState(false);
  const { hits } = useHits(term);
  const { userId } = useMe();
  const { data } = useQuery({ ...homeQuery(userId), enabled: opened });
  const recent = data?.recent ?? none;
  const { releases, lists } = useNamed(term !== '');
  const actions = usePaletteActions(term, { hits, recent: recent.slice(0, mostRecent), releases, lists }, openHelp);
  useEffect(() => spotlight.open(), [asked]);
  useEffect(() => {
    if (store.getState().selected <= 0) selectFirst();
  }, [term, hits, recent, releases, lists]);
  return (
    <Spotlight
      store={store}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightOpen={() => setOpened(true)}
      onSpotlightClose={() => {
        setOpened(false);
        setTyped('');
      }}
      actions={actions}
      filter={(_, all) => all}
      shortcut={null}
      nothingFound={t('palette.nothing')}
      searchProps={{
        placeholder: t('palette.open'),
        'aria-label': t('palette.title'),
        leftSection: <Icon name="search" size={18} />,
        onFocus: () => {
          setTyped((now) => now + ready());
          if (store.getState().selected <= 0) selectFirst();
        },
      }}
      classNames={{ actionDescription: classes['description'] ?? '' }}
      scrollable
      centered={false}
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.4, transitionProps: { duration: 0 } }}
      attributes={{ content: { 'aria-label': t('palette.title') } }}
      maxHeight="60vh"
    />
  );
}

/** What staff have given a name. Nothing of it is shown before somebody types, so nothing is asked for before. */
function useNamed(enabled: boolean): Pick<Found, 'releases' | 'lists'> {
  const { data: releases } = useQuery({ ...waitingReleasesQuery, enabled });
  const { data: lists } = useQuery({ ...savedListsQuery, enabled });
  return { releases: releases?.items ?? none, lists: lists ?? none };
}

/** Spotlight does so itself when somebody types, but not when it opens, nor when entries come later, above what was first until then. */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((now) => ({ ...now, selected: 0 }));
}
