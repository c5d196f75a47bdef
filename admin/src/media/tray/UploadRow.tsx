import { ActionIcon, Group, Progress, Text } from '@mantine/core';

import { useSpeech, type Speech } from '../../i18n/text';
import { byteSize } from '../../i18n/bytes';
import { Icon } from '../../ui/icons';
import { LinkAnchor } from '../../ui/links';
import { lacksAlt } from '../pictures';
import { Thumb } from '../Thumb';
import { isRunning, type Upload } from '../uploads/upload';
import { uploads } from '../uploads/uploads';
import { toldOf, whyFailed } from '../words';
import { AltQuestion } from './AltQuestion';
import classes from './UploadTray.module.css';

/** One upload: how far it is while it runs, and what came of it. */
export function UploadRow({ upload }: { upload: Upload }) {
  const speech = useSpeech();
  const { asset } = upload;
  return (
    <li className={classes['row']}>
      <Group wrap="nowrap" gap="sm" align="flex-start">
        {asset && (
          <span className={classes['thumb']}>
            <Thumb asset={asset} width={88} />
          </span>
        )}
        <div className={classes['words']}>
          <Name upload={upload} />
          <Text size="xs" c={upload.state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
            {stateOf(upload, speech)}
          </Text>
          {isRunning(upload) && <Bar upload={upload} />}
        </div>
        <Actions upload={upload} />
      </Group>
      {asset && !upload.asksThere && lacksAlt(asset) && <AltQuestion asset={asset} />}
    </li>
  );
}

function Name({ upload: { filename, asset } }: { upload: Upload }) {
  return (
    <Text size="sm" fw={500} truncate title={filename}>
      {asset ? (
        <LinkAnchor to="/media" search={{ asset: asset.id }} inherit>
          {filename}
        </LinkAnchor>
      ) : (
        filename
      )}
    </Text>
  );
}

function Bar({ upload: { filename, sent, total, state } }: { upload: Upload }) {
  const { t } = useSpeech();
  const percent = total === 0 ? 0 : Math.floor((sent / total) * 100);
  return (
    <Progress.Root mt={4} size="sm">
      <Progress.Section value={percent} aria-label={t('media.progressOf', { filename })} animated={state === 'committing'} />
    </Progress.Root>
  );
}

function stateOf(upload: Upload, speech: Speech): string {
  const { t, language } = speech;
  if (upload.state === 'failed') return whyFailed(upload.error, speech);
  if (upload.state === 'done') return toldOf(upload, speech);
  if (upload.stalled) return t('media.stalled');
  if (upload.state !== 'uploading') return t(`media.state.${upload.state}`);
  return t('media.sent', { sent: byteSize(language, upload.sent), total: byteSize(language, upload.total) });
}

function Actions({ upload }: { upload: Upload }) {
  const { t } = useSpeech();
  const { id, filename, state } = upload;
  return (
    <Group gap={2} wrap="nowrap">
      {state === 'failed' && (
        <ActionIcon variant="subtle" onClick={() => uploads.retry(id)} aria-label={t('media.retryOf', { filename })} title={t('action.retry')}>
          <Icon name="refresh" />
        </ActionIcon>
      )}
      {isRunning(upload) ? (
        <ActionIcon variant="subtle" color="gray" onClick={() => uploads.cancel(id)} aria-label={t('media.cancelOf', { filename })} title={t('action.cancel')}>
          <Icon name="close" />
        </ActionIcon>
      ) : (
        <ActionIcon variant="subtle" color="gray" onClick={() => uploads.dismiss(id)} aria-label={t('media.dismissOf', { filename })} title={t('action.clear')}>
          <Icon name="close" />
        </ActionIcon>
      )}
    </Group>
  );
}
