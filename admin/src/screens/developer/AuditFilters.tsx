import { Button, Group, Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { useBootstrap, withTranslations } from '../../api/session';
import type { StaffUser } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { SearchBox } from '../../lists/SearchBox';

/** Whose changes, of what. */
export function AuditFilters({ staff }: { staff: StaffUser[] }) {
  const { t } = useSpeech();
  const { actor, collection, entry } = useSearch({ from: '/staff/dev' });
  const navigate = useNavigate({ from: '/dev' });
  const { collections } = useBootstrap();
  const narrow = (change: { actor?: string | null; collection?: string | null; entry?: string | null }) => {
    const next = { actor, collection, entry, ...change };
    const given = Object.fromEntries(Object.entries(next).filter(([, value]) => value));
    void navigate({ search: { tab: 'audit', ...given }, replace: true });
  };
  const people = staff.map(({ id, name, email }) => ({ value: id, label: name || email }));
  const clear = { 'aria-label': t('action.clear') };
  return (
    <Group gap="sm" mb="sm">
      <Select
        data={actor && !people.some(({ value }) => value === actor) ? [...people, { value: actor, label: actor }] : people}
        value={actor ?? null}
        onChange={(next) => narrow({ actor: next })}
        placeholder={t('developer.anyActor')}
        aria-label={t('developer.actor')}
        searchable
        clearable
        clearButtonProps={clear}
        w={220}
      />
      <Select
        data={withTranslations(collections).map(({ name }) => name)}
        value={collection ?? null}
        onChange={(next) => narrow({ collection: next })}
        placeholder={t('developer.anyCollection')}
        aria-label={t('developer.collection')}
        searchable
        clearable
        clearButtonProps={clear}
        w={220}
      />
      <SearchBox label={t('developer.anyEntry')} term={entry ?? ''} search={(next) => narrow({ entry: next })} />
      {(actor || collection || entry) && (
        <Button variant="subtle" color="gray" onClick={() => narrow({ actor: null, collection: null, entry: null })}>
          {t('list.clearFilters')}
        </Button>
      )}
    </Group>
  );
}
