import { Loader, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { candidatesQuery, referredQuery, targetOf } from '../../api/references';
import { useCollection } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import { useTitles } from '../../values/useTitles';

/** Chooses an entry of another collection as what a field must refer to. */
export function ReferenceFilter({ field, to, ...rest }: SelectProps & { field: string; to: string }) {
  const collection = useCollection(to);
  return collection && <Choice {...rest} field={field} collection={collection} />;
}

function Choice({ field, collection, ...rest }: SelectProps & { field: string; collection: Collection }) {
  const target = targetOf(collection, field);
  const titled = useTitles();
  const [term, search] = useState('');
  const [asked] = useDebouncedValue(term.trim().slice(0, 200), 200);
  const { data: found = [], isFetching } = useQuery({ ...candidatesQuery(target, asked), placeholderData: keepPreviousData });
  const { data: referred } = useQuery({ ...referredQuery(target, rest.value), enabled: typeof rest.value === 'string' });
  const own = referred?.known && referred.entry ? titled(referred.entry) : rest.value;
  const options = found.map(({ entry, value }) => ({ value: String(value), label: titled(entry) }));
  const chosen = typeof rest.value === 'string' && !options.some((each) => each.value === rest.value) ? [{ value: rest.value, label: own ?? rest.value }] : [];
  return (
    <Select
      {...rest}
      data={[...chosen, ...options]}
      searchable
      onSearchChange={(next) => search(options.some((each) => each.label === next) || next === own ? '' : next)}
      // The service has searched already, in more than the titles.
      filter={({ options: all }) => all}
      rightSection={isFetching ? <Loader size={14} /> : undefined}
    />
  );
}

/** What an entry that a field refers to is called. */
export function ReferredName({ target: collection, field, value }: { target: Collection; field: string; value: string }) {
  const titled = useTitles();
  const { data: referred } = useQuery(referredQuery(targetOf(collection, field), value));
  return referred?.known && referred.entry ? titled(referred.entry) : value;
}
