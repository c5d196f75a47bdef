import { Group, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { useBootstrap } from '../../api/session';
import { spans, type Span } from '../../api/words';
import { useSpeech } from '../../i18n/text';
import { EmptyState } from '../../ui/EmptyState';
import { Page } from '../../ui/Page';
import { CollectionCard } from './CollectionCard';
import { DeadHooks } from './DeadHooks';
import classes from './Home.module.css';
import { QuickActions } from './QuickActions';
import { Recent } from './Recent';

/** What the site holds, what was made lately, what changed last, and where to begin. */
export function Home() {
  const { t } = useSpeech();
  const { me, collections } = useBootstrap();
  const { range = '7d' } = useSearch({ from: '/staff/' });
  if (collections.length === 0) return <NoCollections />;
  return (
    <Page name={t('nav.home')} title={t('home.welcome', { name: me.name || me.email })} hint={t('home.hint')} actions={<Range value={range} />}>
      {me.role === 'owner' && <DeadHooks />}
      <div className={classes['columns']}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" className={classes['cards'] ?? ''}>
          {collections.map((each) => (
            <CollectionCard key={each.name} collection={each} range={range} />
          ))}
        </SimpleGrid>
        <Stack gap="md">
          <QuickActions />
          <Recent collections={collections} />
        </Stack>
      </div>
    </Page>
  );
}

function NoCollections() {
  const { t } = useSpeech();
  const { me } = useBootstrap();
  return (
    <Page name={t('nav.home')} title={t('home.welcome', { name: me.name || me.email })}>
      <EmptyState icon="collection" title={t('home.noCollections')} hint={t('home.noCollectionsHint')} />
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
