import type { Asset } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { primaryOf } from '../../media/pictures';
import { Icon } from '../../ui/icons';
import classes from './AssetView.module.css';

/** A file that is no picture: played where the browser plays it. */
export function AssetView({ asset }: { asset: Asset }) {
  const { t } = useSpeech();
  const primary = primaryOf(asset);
  const [kind] = primary?.mimeType.split('/') ?? [];
  if (kind === 'video') return <video className={classes['player']} src={primary?.url} controls preload="metadata" aria-label={asset.filename} />;
  if (kind === 'audio') return <audio className={classes['sound']} src={primary?.url} controls preload="metadata" aria-label={asset.filename} />;
  return (
    <p className={classes['none']}>
      <Icon name="media" size={32} />
      {t('media.noPreview')}
    </p>
  );
}
