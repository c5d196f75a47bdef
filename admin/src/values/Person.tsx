import { useQuery } from '@tanstack/react-query';

import { personQuery } from '../api/names';
import { isAtLeast, useMe } from '../api/session';
import { useSpeech } from '../i18n/text';

/** What the user of a stamp is called; undefined while nobody knows. */
export function usePersonName(id: string): string | undefined {
  const { t } = useSpeech();
  const { role } = useMe();
  const { data, isError } = useQuery({ ...personQuery(id), enabled: id !== '' });
  if (isError) return id;
  if (data === undefined) return undefined;
  // Contributors are told of staff alone: null says nothing of whether the user is still there.
  if (data === null && isAtLeast(role, 'editor')) return t('value.formerUser');
  return data?.name || t('together.somebody');
}

/** The user of a stamp, by name: the data have the id. */
export function Person({ id }: { id: string }) {
  return <span title={id}>{usePersonName(id) ?? '…'}</span>;
}
