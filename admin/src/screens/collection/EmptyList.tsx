import { Button } from '@mantine/core';

import { mayCreate, useMe } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/icons';
import { LinkButton } from '../../ui/links';

/** A list without rows: because of the search, or because nothing was ever made. */
export function EmptyList({ collection, narrowed, clear }: { collection: Collection; narrowed: boolean; clear: () => void }) {
  const { t } = useSpeech();
  if (!narrowed) return <NeverFilled collection={collection} />;
  return (
    <EmptyState icon="search" title={t('list.noMatch')} hint={t('list.noMatchHint')}>
      <Button variant="default" mt="sm" onClick={clear}>
        {t('list.clearFilters')}
      </Button>
    </EmptyState>
  );
}

function NeverFilled({ collection }: { collection: Collection }) {
  const { t, text } = useSpeech();
  const me = useMe();
  const title = t('list.empty', { collection: text(collection.title, collection.name) });
  if (!mayCreate(me.role, collection)) return <EmptyState icon="collection" title={title} hint={t('list.emptyHint')} />;
  const hint = t(collection.lifecycle === 'publishing' ? 'list.emptyCreate' : 'list.emptyCreateOperational');
  return (
    <EmptyState icon="collection" title={title} hint={hint}>
      <LinkButton mt="sm" to="/c/$collection/$id" params={{ collection: collection.name, id: 'new' }} leftSection={<Icon name="plus" />}>
        {t('list.new')}
      </LinkButton>
    </EmptyState>
  );
}
