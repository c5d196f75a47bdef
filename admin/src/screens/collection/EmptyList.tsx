import { Button } from '@mantine/core';

import { mayCreate, useMe } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { isNarrowed, type ListSearch } from '../../lists/search';
import { collectionIcon } from '../../ui/collectionIcon';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/icons';
import { LinkButton } from '../../ui/links';

/** A list without rows: because of the search, or because nothing was ever made. */
export function EmptyList({ collection, search, clear }: { collection: Collection; search: ListSearch; clear: () => void }) {
  const { t } = useSpeech();
  if (!isNarrowed(search)) return <NeverFilled collection={collection} />;
  const { q, ...rest } = search;
  const searched = q !== undefined;
  const filtered = isNarrowed(rest);
  const hint = searched ? (filtered ? 'list.noMatchHint' : 'list.noMatchSearch') : 'list.noMatchFilter';
  return (
    <EmptyState icon={searched ? 'search' : collectionIcon(collection)} title={t(searched ? 'list.noMatch' : 'list.noneHere')} hint={t(hint)}>
      <Button variant="default" mt="sm" onClick={clear}>
        {t(searched ? (filtered ? 'list.clearFilters' : 'list.searchClear') : 'list.showAll')}
      </Button>
    </EmptyState>
  );
}

function NeverFilled({ collection }: { collection: Collection }) {
  const { t, text } = useSpeech();
  const me = useMe();
  const title = t('list.empty', { collection: text(collection.title, collection.name) });
  if (!mayCreate(me.role, collection)) return <EmptyState icon={collectionIcon(collection)} title={title} hint={t('list.emptyHint')} />;
  const hint = t(collection.lifecycle === 'publishing' ? 'list.emptyCreate' : 'list.emptyCreateOperational');
  return (
    <EmptyState icon={collectionIcon(collection)} title={title} hint={hint}>
      <LinkButton mt="sm" to="/c/$collection/$id" params={{ collection: collection.name, id: 'new' }} leftSection={<Icon name="plus" />}>
        {t('list.new')}
      </LinkButton>
    </EmptyState>
  );
}
