import { AppShell, ScrollArea } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useBootstrap } from '../api/session';
import { useSpeech } from '../i18n/text';
import { collectionIcon } from '../ui/collectionIcon';
import { Icon, type IconName } from '../ui/icons';
import { usePlaces } from './places';
import classes from './Sidebar.module.css';

/** Where one can go: collections, reports, and the pages of one's role. */
export function Sidebar() {
  const { t, text } = useSpeech();
  const { collections, views } = useBootstrap();
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
        <Section title={t('nav.reports')} shown={views.some((each) => each.surface === 'staff')}>
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

function Section({ title, shown = true, children }: { title?: string; shown?: boolean; children: ReactNode }) {
  if (!shown) return null;
  return (
    <section className={classes['section']}>
      {title && <h2 className={classes['title']}>{title}</h2>}
      <ul className={classes['list']}>{children}</ul>
    </section>
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
