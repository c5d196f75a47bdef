import { Card, SimpleGrid, Text } from '@mantine/core';

import type { Asset } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { byteSize } from '../../i18n/bytes';
import { Icon } from '../../ui/icons';
import classes from './Assets.module.css';

/** The files of the library, as pictures where they are some. */
export function Assets({ assets }: { assets: Asset[] }) {
  const { t } = useSpeech();
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="md" component="ul" p={0} m={0} aria-label={t('nav.media')} style={{ listStyle: 'none' }}>
      {assets.map((each) => (
        <AssetCard key={each.id} asset={each} />
      ))}
    </SimpleGrid>
  );
}

function AssetCard({ asset }: { asset: Asset }) {
  const { t, plural, language } = useSpeech();
  const primary = asset.variants.find((each) => each.role === 'primary');
  const facts = [asset.purpose, primary && byteSize(language, primary.byteSize), asset.usedBy === 0 ? t('media.unused') : plural('media.used', asset.usedBy)];
  return (
    <Card component="li" withBorder padding="xs">
      <div className={classes['picture']}>
        {primary?.mimeType.startsWith('image/') ? <img src={primary.url} alt={asset.alt} loading="lazy" /> : <Icon name="media" size={32} />}
      </div>
      <Text size="sm" fw={500} truncate title={asset.filename}>
        {asset.filename}
      </Text>
      <Text size="xs" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </Card>
  );
}
