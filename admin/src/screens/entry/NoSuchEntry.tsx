import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { EmptyState } from '../../ui/EmptyState';
import { LinkButton } from '../../ui/links';

/** An address whose entry is not there, or not any more. */
export function NoSuchEntry({ collection, id }: { collection: Collection; id: string }) {
  const { t, text } = useSpeech();
  const name = text(collection.title, collection.name);
  return (
    <EmptyState page icon="search" title={t('entry.missing', { collection: name })} hint={t('entry.missingHint', { id })}>
      <LinkButton mt="sm" variant="default" to="/c/$collection" params={{ collection: collection.name }}>
        {t('entry.backTo', { collection: name })}
      </LinkButton>
    </EmptyState>
  );
}
