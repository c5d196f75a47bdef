import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { entriesQuery } from '../../api/entries';
import { useCollection } from '../../api/session';
import type { Collection, EntrySummary } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { ListFoot } from '../../lists/ListFoot';
import { ListTable } from '../../lists/ListTable';
import { SearchBox } from '../../lists/SearchBox';
import { NotFound, Trouble } from '../../shell/Trouble';
import { EmptyState } from '../../ui/EmptyState';
import { useTitles } from '../../values/useTitles';
import { useColumns } from '../collection/columns';

interface PickerProps {
  choose: (id: string) => void;
  /** Goes on without a row, where the operation lets one. */
  goWithout: (() => void) | undefined;
}

/** Chooses the row that an operation is about. */
export function RowPicker({ collection: name, ...rest }: PickerProps & { collection: string }) {
  const { t } = useSpeech();
  const collection = useCollection(name);
  return collection ? <Picker collection={collection} {...rest} /> : <NotFound title={t('trouble.noCollection', { name })} />;
}

function Picker({ collection, choose, goWithout }: PickerProps & { collection: Collection }) {
  const { t, text } = useSpeech();
  const [term, search] = useState('');
  const titled = useTitles();
  const query = useInfiniteQuery(entriesQuery({ collection: collection.name, ...(term ? { search: term } : {}), sort: 'updatedAt', direction: 'desc' }));
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  const columns = useColumns(collection, { plain: true, rows });
  const title = text(collection.title, collection.name);
  if (query.isError && !query.data) return <Trouble error={query.error} reset={() => void query.refetch()} />;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <div>
          <Title order={2} size="h4">
            {t('operations.pick', { collection: title })}
          </Title>
          <Text size="sm" c="dimmed">
            {t('operations.pickHint')}
          </Text>
        </div>
        {goWithout && (
          <Button variant="default" onClick={goWithout}>
            {t('operations.goWithout')}
          </Button>
        )}
      </Group>
      {collection.searchable.length > 0 && (
        <Group>
          <SearchBox label={t('list.search', { collection: title })} term={term} search={search} />
        </Group>
      )}
      {query.isSuccess && rows.length === 0 ? (
        <EmptyState icon="search" title={term ? t('list.noMatch') : t('list.empty', { collection: title })} />
      ) : (
        <ListTable<EntrySummary>
          label={t('operations.pick', { collection: title })}
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          rowName={titled}
          open={(row) => choose(row.id)}
          loading={query.isPending}
        />
      )}
      {rows.length > 0 && <ListFoot of="list" count={rows.length} query={query} />}
    </Stack>
  );
}
