import { Button, Skeleton, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';

import { usesQuery } from '../../api/media';
import type { Asset } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { useMore } from '../../lists/useMore';
import { Refusal } from '../../ui/Refusal';
import { UseList } from './UseList';

/** Where an asset is used, page after page. */
export function AssetUses({ asset }: { asset: Asset }) {
  const { t, plural } = useSpeech();
  const query = useInfiniteQuery(usesQuery(asset.id));
  const { pending, more } = useMore(query);
  const uses = query.data?.pages.flatMap((page) => page.items);
  return (
    <section aria-label={t('media.uses')}>
      <Title order={3} size="h5" mb={4}>
        {t('media.uses')}
      </Title>
      <Text size="sm" c="dimmed" mb={4}>
        {asset.usedBy === 0 ? t('media.unused') : plural('media.used', asset.usedBy)}
      </Text>
      {query.isPending && asset.usedBy > 0 && <Skeleton h={22 * Math.min(asset.usedBy, 20)} />}
      <Refusal error={query.data ? null : query.error} title={t('trouble.title')} />
      {uses && <UseList uses={uses} />}
      {query.hasNextPage && (
        <Button size="compact-sm" variant="default" mt="xs" loading={pending} onClick={more}>
          {t('list.more')}
        </Button>
      )}
    </section>
  );
}
