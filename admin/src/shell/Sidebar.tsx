import { AppShell, ScrollArea } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';

import { useBootstrap } from '../api/session';
import { choose, usePreferences } from '../app/preferences';
import { useSpeech } from '../i18n/text';
import { collectionIcon } from '../ui/collectionIcon';
import { Icon, type IconName } from '../ui/icons';
import { usePlaces } from './places';
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
            <Item
              key={each.name}
              link={{ to: '/c/$collection', params: { collection: each.name } }}
              icon={collectionIcon(each)}
              label={text(each.title, each.name)}
            />
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

function Item({ link, icon, label, exact = false }: { link: LinkProps; icon: IconName; label: string; exact?: boolean }) {
  return (
    <li>
      <Link {...link} activeOptions={{ exact, includeSearch: false }} className={classes['item']}>
        <Icon name={icon} className={classes['icon']} />
        <span className={classes['label']}>{label}</span>
      </Link>
    </li>
  );
}
