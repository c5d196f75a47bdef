import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { entryMovesQuery } from '../../../api/moves';
import type { Article, Entry } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { SetTimes } from '../SetTimes';

/** What is set for an entry, for who may read it and not change it. */
export function FixedTimes({ entry, article }: { entry: Entry; article: Article | undefined }) {
  const { t } = useSpeech();
  const { data } = useQuery(entryMovesQuery(entry.collection, entry.id, article !== undefined));
  if (!data || data.items.length === 0) return null;
  return (
    <Stack gap="xs" mb="md" role="group" aria-label={t('entry.coming.set')}>
      <SetTimes moves={data.items} article={article} fixed />
    </Stack>
  );
}
