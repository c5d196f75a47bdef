import '@mantine/spotlight/styles.css';

import { createSpotlight, Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { mayCreate, useBootstrap } from '../api/session';
import { useSpeech } from '../i18n/text';
import { Icon, type IconName } from '../ui/icons';
import { usePlaces } from './places';

const [store, spotlight] = createSpotlight();

/** The command palette. It opens whenever `asked` grows. */
export function Palette({ asked }: { asked: number }) {
  const { t } = useSpeech();
  const [term, setTerm] = useState('');
  const actions = useActions(term.trim());
  useEffect(() => spotlight.open(), [asked]);
  return (
    <Spotlight
      store={store}
      query={term}
      onQueryChange={setTerm}
      onSpotlightClose={() => setTerm('')}
      actions={actions}
      shortcut={null}
      nothingFound={t('palette.nothing')}
      searchProps={{ placeholder: t('palette.open'), 'aria-label': t('palette.title'), leftSection: <Icon name="search" size={18} /> }}
      scrollable
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      attributes={{ content: { 'aria-label': t('palette.title') } }}
      maxHeight="60vh"
    />
  );
}

/** Every place, every thing to do, and the search of each collection for what was typed. */
function useActions(term: string): SpotlightActionGroupData[] {
  const { t, text } = useSpeech();
  const { me, collections, views, operations } = useBootstrap();
  const places = usePlaces();
  const navigate = useNavigate();
  const action = (id: string, label: string, icon: IconName, run: () => void, more: Partial<SpotlightActionData> = {}): SpotlightActionData => ({
    id, label, leftSection: <Icon name={icon} size={18} />, onClick: run, ...more,
  });
  const named = collections.map((each) => ({ ...each, label: text(each.title, each.name) }));
  const go = [
    action('/', t('nav.home'), 'home', () => void navigate({ to: '/' })),
    ...named.map(({ name, label }) =>
      action(`c ${name}`, label, 'collection', () => void navigate({ to: '/c/$collection', params: { collection: name } }), { keywords: name }),
    ),
    ...views.map(({ name, title, surface }) =>
      action(`v ${name}`, text(title, name), 'report', () => void navigate({ to: '/views/$name', params: { name } }), {
        keywords: name,
        ...(surface === 'public' ? { description: t('palette.publicView') } : {}),
      }),
    ),
    ...places.map(({ to, label, icon }) => action(to, t(label), icon, () => void navigate({ to }))),
    action('/preferences', t('nav.preferences'), 'preferences', () => void navigate({ to: '/preferences' })),
    action('/connected-apps', t('nav.apps'), 'apps', () => void navigate({ to: '/connected-apps' })),
  ];
  const create = named
    .filter((each) => mayCreate(me.role, each))
    .map(({ name, label }) =>
      action(`new ${name}`, t('palette.newEntry', { collection: label }), 'plus', () =>
        void navigate({ to: '/c/$collection/$id', params: { collection: name, id: 'new' } }),
      ),
    );
  const run = operations.map(({ name, title, description }) =>
    action(`o ${name}`, text(title, name), 'operation', () => void navigate({ to: '/ops', search: { run: name } }), {
      description: text(description),
      keywords: name,
    }),
  );
  const search = named
    .filter((each) => term !== '' && each.searchable.length > 0)
    .map(({ name, label }) =>
      action(`search ${name}`, t('palette.searchIn', { term, collection: label }), 'search', () =>
        void navigate({ to: '/c/$collection', params: { collection: name }, search: { q: term } }),
        { keywords: term },
      ),
    );
  return [
    { group: t('palette.places'), actions: go },
    { group: t('palette.actions'), actions: [...create, ...run] },
    { group: t('palette.search'), actions: search },
  ];
}
