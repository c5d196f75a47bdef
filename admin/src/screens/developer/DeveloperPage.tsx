import { Skeleton, Stack } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';

import { consoleQuery } from '../../api/developer';
import type { Console } from '../../api/types.gen';
import type { PlainKey } from '../../i18n/message';
import { useSpeech } from '../../i18n/text';
import { Trouble } from '../../shell/Trouble';
import { Page } from '../../ui/Page';
import { consoleTabs, readConsoleSearch, readInterfaceSearch } from './address';
import classes from './DeveloperPage.module.css';

/** One of the pages for developers: where the others are, and what the site declares. */
export function DeveloperPage({ title, hint, children }: { title: PlainKey; hint: PlainKey; children: (console: Console) => ReactNode }) {
  const { t } = useSpeech();
  const query = useQuery(consoleQuery);
  return (
    <Page title={t(title)} hint={t(hint)}>
      <Places />
      {query.data ? children(query.data) : query.isError ? <Trouble error={query.error} reset={() => void query.refetch()} /> : <Waiting />}
    </Page>
  );
}

const pages = [
  { to: '/dev/model', label: 'developer.model' },
  { to: '/dev/logic', label: 'developer.logic' },
  { to: '/dev/docs', label: 'developer.interfaces' },
  { to: '/dev/docs', search: { tab: 'handbook' }, label: 'developer.handbook' },
] as const;

/** The parts of the console and the other pages, as one line of links; where it is too long, the current one is in sight. */
function Places() {
  const { t } = useSpeech();
  const { pathname, search } = useLocation();
  const tab = readConsoleSearch(search).tab ?? 'overview';
  const reads = readInterfaceSearch(search).tab === 'handbook';
  const here = (to: string) => (pathname.replace(/\/$/, '') === to ? 'page' : undefined);
  const line = useRef<HTMLElement>(null);
  const { width } = useViewportSize();
  useEffect(() => {
    const current = line.current?.querySelector<HTMLElement>('[aria-current]');
    if (line.current && current) line.current.scrollLeft = current.offsetLeft - (line.current.clientWidth - current.offsetWidth) / 2;
  }, [width, pathname, tab]);
  return (
    <nav ref={line} className={classes['nav']} aria-label={t('developer.places')}>
      {consoleTabs.map((each) => (
        <Link key={each} to="/dev" search={each === 'overview' ? {} : { tab: each }} className={classes['place']} activeOptions={asItIs} aria-current={here('/dev') && tab === each ? 'page' : undefined}>
          {t(`developer.tab.${each}`)}
        </Link>
      ))}
      <span className={classes['gap']} />
      {pages.map(({ to, label, ...where }) => (
        <Link key={label} to={to} {...where} className={classes['place']} activeOptions={asItIs} aria-current={'search' in where === reads ? here(to) : undefined}>
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}

/** The router's own mark is for the very address; which part is shown is said above. */
const asItIs = { exact: true, includeSearch: true };

function Waiting() {
  return (
    <Stack gap="sm" aria-hidden="true">
      <Skeleton h={36} maw={380} />
      {[96, 220, 220].map((height, i) => (
        <Skeleton key={i} h={height} />
      ))}
    </Stack>
  );
}
