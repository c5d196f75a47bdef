import { AppShell, ScrollArea } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';

import { useSavedLists } from '../api/lists';
import { useBootstrap } from '../api/session';
import type { Collection } from '../api/types.gen';
import { choose, usePreferences } from '../app/preferences';
import { useSpeech } from '../i18n/text';
import { collectionIcon } from '../ui/collectionIcon';
import { Item } from './Item';
import { usePlaces } from './places';
import { SavedPlaces } from './SavedPlaces';
import { Section } from './Section';
import classes from './Sidebar.module.css';

/** Where one can go: collections, reports, and the pages of one's role. */
export function Sidebar() {
  const { t, text } = useSpeech();
  const { collections, views } = useBootstrap();
  const { reports } = usePreferences();
  const places = usePlaces().filter((each) => !each.inner);
  return (
    <AppShell.Navbar aria-label={t('app.menu')} className={classes['root']}>
      <ScrollArea type="scroll" px="xs" py="sm" viewportProps={{ tabIndex: -1 }}>
        <Section>
          <Item link={{ to: '/' }} icon="home" label={t('nav.home')} exact />
        </Section>
        <Section title={t('nav.collections')} shown={collections.length > 0}>
          {collections.map((each) => (
            <CollectionItem key={each.name} collection={each} />
          ))}
        </Section>
        <Section
          title={t('nav.reports')}
          shown={views.some((each) => each.surface === 'staff')}
          folded={reports === 'folded'}
          fold={(folded) => choose({ reports: folded ? 'folded' : 'open' })}
        >
          {views
            .filter((each) => each.surface === 'staff')
            .map((each) => (
              <Item key={each.name} link={{ to: '/views/$name', params: { name: each.name } }} icon="report" label={text(each.title, each.name)} />
            ))}
        </Section>
        <Section title={t('nav.site')} shown={places.length > 0}>
          {places.map((each) => (
            <Item key={each.to} link={{ to: each.to }} icon={each.icon} label={each.name} />
          ))}
        </Section>
      </ScrollArea>
    </AppShell.Navbar>
  );
}

/** A collection, and below it the lists of it that are saved. Where one of those is open, that one is the current place. */
function CollectionItem({ collection }: { collection: Collection }) {
  const { text } = useSpeech();
  const lists = useSavedLists(collection);
  const open = useSearch({ strict: false, select: ({ list }) => lists.find(({ id }) => id === list) });
  const name = text(collection.title, collection.name);
  return (
    <Item link={{ to: '/c/$collection', params: { collection: collection.name } }} icon={collectionIcon(collection)} label={name} {...(open ? { current: false } : {})}>
      {lists.length > 0 && <SavedPlaces lists={lists} open={open?.id} of={name} />}
    </Item>
  );
}
