import { ActionIcon, Button, Group, Paper, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';

import { useSpeech, type Speech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { isRunning, type Upload } from '../uploads/upload';
import { uploads as engine } from '../uploads/uploads';
import { UploadRow } from './UploadRow';
import classes from './UploadTray.module.css';

/** The uploads in a corner of every page: how far each is, and what can be done. It can be folded, and goes when it is emptied. */
export function UploadTray({ uploads }: { uploads: readonly Upload[] }) {
  const speech = useSpeech();
  const { t } = speech;
  const [open, { toggle }] = useDisclosure(true);
  const runs = uploads.some(isRunning);
  const said = summary(uploads, speech);
  return (
    <Paper className={classes['root']} shadow="lg" withBorder role="region" aria-label={t('media.uploads')}>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Group wrap="nowrap" gap="xs" px="sm" py={6}>
        <Text size="sm" fw={600} flex={1} truncate aria-hidden="true">
          {said}
        </Text>
        {uploads.some((each) => !isRunning(each)) && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => engine.dismiss()}>
            {t(runs ? 'media.clearDone' : 'action.close')}
          </Button>
        )}
        <ActionIcon variant="subtle" color="gray" onClick={toggle} aria-expanded={open} aria-label={t(open ? 'media.fold' : 'media.unfold')}>
          <Icon name={open ? 'down' : 'up'} />
        </ActionIcon>
      </Group>
      {open && (
        <ul className={classes['list']} aria-label={t('media.uploads')}>
          {uploads.map((each) => (
            <UploadRow key={each.id} upload={each} />
          ))}
        </ul>
      )}
    </Paper>
  );
}

/** How it stands with all of them; it is read out whenever one ends. */
function summary(uploads: readonly Upload[], { t, number, plural }: Speech): string {
  const count = (state: Upload['state']) => uploads.filter((each) => each.state === state).length;
  const cancelled = count('cancelled');
  const done = t('media.doneOf', { done: number(count('done')), total: number(uploads.length - cancelled) });
  return [done, count('failed') > 0 && plural('media.failed', count('failed'))].filter(Boolean).join(', ');
}
