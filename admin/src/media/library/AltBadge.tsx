import { Badge } from '@mantine/core';

import type { Asset } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { lacksAlt } from '../pictures';

/** Says of a picture that nothing says what it shows. */
export function AltBadge({ asset }: { asset: Pick<Asset, 'variants' | 'alt'> }) {
  const { t } = useSpeech();
  if (!lacksAlt(asset)) return null;
  return (
    <Badge size="sm" variant="outline" color="orange.9" tt="none" fw={500} styles={{ label: { color: 'var(--mantine-color-text)' } }}>
      {t('media.noAlt')}
    </Badge>
  );
}
