import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';

import { entryQuery } from '../../api/entries';
import { ApiFailure } from '../../api/failure';
import { useCollection } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { NotFound, Trouble } from '../../shell/Trouble';
import { EntrySkeleton } from '../entry/EntrySkeleton';
import { NoSuchEntry } from '../entry/NoSuchEntry';
import { VersionsPage } from './VersionsPage';

/** The versions of an entry, any two of them side by side: /admin/c/:collection/:id/versions. */
export function Versions() {
  const { t } = useSpeech();
  const { collection: name, id } = useParams({ from: '/staff/c/$collection/$id/versions' });
  const collection = useCollection(name);
  const query = useQuery({ ...entryQuery(name, id), enabled: collection !== undefined });
  if (!collection) return <NotFound title={t('trouble.noCollection', { name })} />;
  if (query.error instanceof ApiFailure && query.error.status === 404) return <NoSuchEntry collection={collection} id={id} />;
  if (!query.data) return query.isError ? <Trouble error={query.error} reset={() => void query.refetch()} /> : <EntrySkeleton />;
  return <VersionsPage key={id} collection={collection} detail={query.data} />;
}
