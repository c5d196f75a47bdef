import '@mantine/spotlight/styles.css';

import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useEffect, useState } from 'react';

import { useSpeech } from '../i18n/text';
import { Icon } from '../ui/icons';
import classes from './Palette.module.css';
import { useHits } from '../values/useHits';
import { usePaletteActions } from './usePaletteActions';

const [store, spotlight] = createSpotlight();

export interface PaletteProps {
  /** It opens whenever this grows. */
  asked: number;
  /** Called as soon as it takes keys; answers what was typed before. */
  ready: () => string;
  openHelp: () => void;
}

/** The command palette. */
export function Palette({ asked, ready, openHelp }: PaletteProps) {
  const { t } = useSpeech();
  const [typed, setTyped] = useState('');
  const term = typed.trim();
  const { hits } = useHits(term);
  const actions = usePaletteActions(term, hits, openHelp);
  useEffect(() => spotlight.open(), [asked]);
  useEffect(() => {
    if (term !== '' && store.getState().selected <= 0) selectFirst();
  }, [term, hits]);
  return (
    <Spotlight
      store={store}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={() => setTyped('')}
      actions={actions}
      filter={(_, all) => all}
      shortcut={null}
      nothingFound={t('palette.nothing')}
      searchProps={{
        placeholder: t('palette.open'),
        'aria-label': t('palette.title'),
        leftSection: <Icon name="search" size={18} />,
        onFocus: () => setTyped((now) => now + ready()),
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

/** Spotlight does so itself when somebody types, but not when entries come later, above what was first until then. */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((now) => ({ ...now, selected: 0 }));
}
