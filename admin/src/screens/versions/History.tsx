import { Loader } from '@mantine/core';
import { useState } from 'react';

import type { Collection, EntryDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { LinkButton } from '../../ui/links';
import { useParts } from './parts';
import { PartFilter, Timeline } from './Timeline';

/** The versions of an entry beside its form, of an article those of all its languages; each a link to the page that compares them. `open`: the entry that the page begins with. */
export function History({ collection, detail, open = detail }: { collection: Collection; detail: EntryDetail; open?: EntryDetail | undefined }) {
  const { t } = useSpeech();
  const parts = useParts(collection, detail);
  const [of, filter] = useState('');
  return (
    <>
      <LinkButton to="/c/$collection/$id/versions" params={{ collection: open.entry.collection, id: open.entry.id }} size="compact-sm" variant="default" mb="sm">
        {t('versions.open')}
      </LinkButton>
      {parts ? (
        <>
          <PartFilter parts={parts} of={of} filter={filter} />
          <Timeline parts={parts} of={of} />
        </>
      ) : (
        <Loader size="sm" display="block" aria-label={t('app.loading')} />
      )}
    </>
  );
}
