import { Skeleton, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, type MouseEvent } from 'react';

import { handbookPageQuery, handbookQuery } from '../../api/handbook';
import { useSpeech } from '../../i18n/text';
import { SearchBox } from '../../lists/SearchBox';
import { Trouble } from '../../shell/Trouble';
import classes from './Handbook.module.css';

/** The page that the handbook begins with. */
const first = 'why-quartet';

/** The handbook of the program that runs, which is written in English: its contents and one page. */
export function Handbook() {
  const { t } = useSpeech();
  const { page = first, q = '' } = useSearch({ from: '/staff/dev/docs' });
  const navigate = useNavigate({ from: '/dev/docs' });
  const { data, error, refetch } = useQuery({ ...handbookQuery(q), placeholderData: keepPreviousData });
  if (error) return <Trouble error={error} reset={() => void refetch()} />;
  return (
    <div className={classes['root']}>
      <nav className={classes['contents']} aria-label={t('developer.handbookContents')}>
        <SearchBox label={t('developer.searchHandbook')} term={q} search={(term) => void navigate({ search: (now) => ({ ...now, q: term || undefined }), replace: true, resetScroll: false })} />
        {data?.sections.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('developer.handbookNothing')}
          </Text>
        )}
        {data?.sections.map((section) => (
          <section key={section.title} lang="en">
            <Title order={2} size="h6" className={classes['section'] ?? ''}>
              {section.title}
            </Title>
            {section.pages.map((each) => (
              <Link key={each.name} to="/dev/docs" search={{ tab: 'handbook', page: each.name, ...(q ? { q } : {}) }} className={classes['page']} aria-current={each.name === page ? 'page' : undefined}>
                {each.title}
              </Link>
            ))}
          </section>
        ))}
      </nav>
      <HandbookPage name={page} />
    </div>
  );
}

function HandbookPage({ name }: { name: string }) {
  const navigate = useNavigate({ from: '/dev/docs' });
  const { hash } = useLocation();
  const { data, error, refetch } = useQuery(handbookPageQuery(name));
  const text = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!data) return;
    const heading = hash && text.current?.querySelector(`#${CSS.escape(hash)}`);
    if (heading) heading.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [data, hash]);
  if (error) return <Trouble error={error} reset={() => void refetch()} />;
  if (!data) return <Skeleton height={480} />;
  // The links of a page are written as queries of this one.
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    if (!href.startsWith('?') || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { searchParams, hash: to } = new URL(href, window.location.href);
    void navigate({ search: { tab: 'handbook', page: searchParams.get('page') ?? first }, hash: to.slice(1) });
  };
  return (
    <article ref={text} lang="en" className={classes['text']} onClick={follow}>
      <Title order={2} size="h1">
        {data.title}
      </Title>
      <div dangerouslySetInnerHTML={{ __html: data.html }} />
    </article>
  );
}
