import { Code, Group, SegmentedControl, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { homeQuery } from '../../api/home';
import { useBootstrap } from '../../api/session';
import { spans, type Span } from '../../api/words';
import { useSpeech } from '../../i18n/text';
import { EmptyState } from '../../ui/EmptyState';
import { Page } from '../../ui/Page';
import { CollectionCard } from './CollectionCard';
import classes from './Home.module.css';
import { QuickActions } from './QuickActions';
import { Recent } from './Recent';
import { Work } from './Work';

/** The work that waits, what changed last, and the site in numbers, where it has entries. */
export function Home() {
  const { t } = useSpeech();
  const { me, collections } = useBootstrap();
  const { data } = useQuery(homeQuery(me.userId));
  const isEmpty = data?.recent.length === 0;
  if (collections.length === 0) return <NoCollections />;
  return (
    <Page name={t('nav.home')} title={t('home.welcome', { name: me.name || me.email })} hint={t('home.hint')} actions={<QuickActions />}>
      <div className={classes['columns']}>
        <Work />
        {!isEmpty && <Recent />}
        {data && !isEmpty && <InNumbers />}
      </div>
    </Page>
  );
}

function InNumbers() {
  const { t } = useSpeech();
  const { collections } = useBootstrap();
  const { range = '7d' } = useSearch({ from: '/staff/' });
  return (
    <section aria-labelledby="numbers" className={classes['numbers']}>
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} id="numbers">
          {t('home.inNumbers')}
        </Title>
        <Range value={range} />
      </Group>
      <div className={classes['cards']}>
        {collections.map((each) => (
          <CollectionCard key={each.name} collection={each} range={range} />
        ))}
      </div>
    </section>
  );
}

/** The least that makes a collection. */
const firstSchema = `# manifests/notes.yaml
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  schema:
    type: object
    required: [title]
    properties: { title: { type: string } }`;

function NoCollections() {
  const { t } = useSpeech();
  const { me } = useBootstrap();
  return (
    <Page name={t('nav.home')} title={t('home.welcome', { name: me.name || me.email })}>
      <EmptyState icon="collection" title={t('home.noCollections')} hint={t('home.noCollectionsHint')}>
        <Code block>{firstSchema}</Code>
      </EmptyState>
      <Group justify="center">
        <QuickActions />
      </Group>
    </Page>
  );
}

function Range({ value }: { value: Span }) {
  const { t } = useSpeech();
  const navigate = useNavigate({ from: '/' });
  return (
    <SegmentedControl<Span>
      size="xs"
      aria-label={t('home.range')}
      value={value}
      onChange={(range) => void navigate({ search: range === '7d' ? {} : { range }, replace: true, resetScroll: false })}
      data={spans.map((each) => ({ value: each, label: t(`home.range.${each}`) }))}
    />
  );
}
