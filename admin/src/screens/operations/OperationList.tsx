import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { findCollection, useBootstrap, withTranslations } from '../../api/session';
import type { Operation } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { SearchBox } from '../../lists/SearchBox';
import { subjectsOf } from '../../operations/subject';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/icons';
import { LinkAnchor } from '../../ui/links';
import { Page } from '../../ui/Page';
import { groupsOf, isFound, type OperationGroup } from './groups';
import classes from './OperationList.module.css';

/** Everything that the reader may run, by the collection that it belongs to. */
export function OperationList({ operations }: { operations: Operation[] }) {
  const { t, text } = useSpeech();
  const { collections } = useBootstrap();
  const { q = '' } = useSearch({ from: '/staff/ops' });
  const navigate = useNavigate({ from: '/ops' });
  const search = (term: string) => void navigate({ search: term === '' ? {} : { q: term }, replace: true });
  const found = operations.filter((each) => isFound(q, [each.name, text(each.title), text(each.description)]));
  const names = withTranslations(collections).map((each) => each.name);
  if (operations.length === 0) return <EmptyState page icon="operation" title={t('operations.none')} hint={t('operations.noneHint')} />;
  return (
    <Page title={t('nav.operations')} hint={t('operations.hint')}>
      <Group mb="md">
        <SearchBox label={t('operations.search')} term={q} search={search} />
      </Group>
      <Stack gap="lg" maw={860}>
        {groupsOf(found, names).map((group) => (
          <OperationSection key={group.collection ?? ''} group={group} />
        ))}
      </Stack>
      {found.length === 0 && (
        <EmptyState icon="search" title={t('list.noMatch')} hint={t('operations.noMatchHint')}>
          <Button variant="default" mt="sm" onClick={() => search('')}>
            {t('list.searchClear')}
          </Button>
        </EmptyState>
      )}
    </Page>
  );
}

function OperationSection({ group: { collection, operations } }: { group: OperationGroup }) {
  const { t, text } = useSpeech();
  const { collections } = useBootstrap();
  const found = collection === undefined ? undefined : findCollection(collections, collection);
  return (
    <section>
      <Title order={2} size="h5" mb={6}>
        {found ? (
          <LinkAnchor to="/c/$collection" params={{ collection: found.name }} inherit c="inherit">
            {text(found.title, found.name)}
          </LinkAnchor>
        ) : (
          t('operations.ofNone')
        )}
      </Title>
      <ul className={classes['list']}>
        {operations.map((each) => (
          <OperationLine key={each.name} operation={each} />
        ))}
      </ul>
    </section>
  );
}

function OperationLine({ operation }: { operation: Operation }) {
  const { t, text } = useSpeech();
  return (
    <li className={classes['line']}>
      <Icon name="operation" className={classes['icon']} />
      <div className={classes['words']}>
        <LinkAnchor to="/ops" search={{ run: operation.name }} fw={500} c="inherit" size="sm" className={classes['link']} title={operation.name}>
          {text(operation.title, operation.name)}
        </LinkAnchor>
        <Text size="sm" c="dimmed">
          {text(operation.description)}
        </Text>
      </div>
      {subjectsOf(operation).length > 0 && (
        <Badge variant="default" tt="none" fw={500} className={classes['badge']}>
          {t('operations.onRow')}
        </Badge>
      )}
    </li>
  );
}
