import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { mayCreate, useCollection, useMe } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { NotFound, RoleNeeded } from '../../shell/Trouble';
import { EntryDrawers } from './EntryDrawers';
import { EntryLoader } from './EntryLoader';
import { EntryPage } from './EntryPage';
import { UnsavedGuard } from './unsaved';

/** An entry, or a new one: /admin/c/:collection/:id. */
export function Entry() {
  const { t } = useSpeech();
  const me = useMe();
  const { collection: name, id } = useParams({ from: '/staff/c/$collection/$id' });
  const { copy, with: start, locale } = useSearch({ from: '/staff/c/$collection/$id' });
  const collection = useCollection(name);
  const navigate = useNavigate();
  const { session, made, isMade } = useSession(id, `${copy ?? ''} ${JSON.stringify(start ?? {})}`);
  if (!collection) return <NotFound title={t('trouble.noCollection', { name })} />;
  if (id === 'new' && !collection.readOnly && !mayCreate(me.role, collection)) return <RoleNeeded role="editor" />;
  const created = (next: string) => {
    made(next);
    void navigate({ to: '/c/$collection/$id', params: { collection: name, id: next }, search: locale === undefined ? {} : { locale }, replace: true, ignoreBlocker: true, resetScroll: false });
  };
  return (
    <UnsavedGuard key={name}>
      <EntryDrawers>
        <EntryLoader key={session} collection={collection} id={id === 'new' ? undefined : id} copy={copy} start={start}>
          {(loaded) => <EntryPage {...loaded} created={created} isMade={isMade} />}
        </EntryLoader>
      </EntryDrawers>
    </UnsavedGuard>
  );
}

/**
 * A number for each entry that is worked on. An entry that has just been made keeps the number that it had as a
 * new one, so that its form goes on.
 */
function useSession(id: string, variant: string) {
  const spot = id === 'new' ? `new ${variant}` : id;
  const [at, setAt] = useState<{ spot: string; session: number; made?: string }>({ spot, session: 0 });
  if (at.spot !== spot) setAt(spot === at.made ? { ...at, spot } : { spot, session: at.session + 1 });
  return { session: at.session, made: (made: string) => setAt((now) => ({ ...now, made })), isMade: at.made === spot };
}
