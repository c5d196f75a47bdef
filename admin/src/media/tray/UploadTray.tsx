import { Button, Collapse, Group, Paper, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';

import { useSpeech, type Speech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { useAsks } from '../altText';
import { isRunning, type Upload } from '../uploads/upload';
import { uploads as engine } from '../uploads/uploads';
import { standOf, useFolding } from './folding';
import { UploadRow } from './UploadRow';
import classes from './UploadTray.module.css';

/** The uploads in a corner of every page: one line for all of them, and below it how far each is and what can be done. It goes by itself once all are done and nothing is asked. */
export function UploadTray({ uploads }: { uploads: readonly Upload[] }) {
  const speech = useSpeech();
  const { t } = speech;
  const id = useId();
  const { open, toggle, hold } = useFolding(uploads, useAsks(uploads), () => engine.dismiss());
  const stand = standOf(uploads);
  const said = summary(uploads, speech);
  return (
    <Paper
      className={classes['root']}
      shadow="lg"
      withBorder
      role="region"
      aria-label={t('media.uploads')}
      onPointerEnter={() => hold(true)}
      onPointerLeave={(event) => hold(event.currentTarget.contains(document.activeElement))}
      onFocus={() => hold(true)}
      onBlur={(event) => hold(event.currentTarget.contains(event.relatedTarget))}
    >
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Group wrap="nowrap" gap="xs" pl={4} pr="sm" py={4}>
        <UnstyledButton className={classes['line'] ?? ''} aria-expanded={open} aria-controls={id} onClick={toggle}>
          <Icon name={open ? 'down' : 'up'} size={14} />
          <Text size="sm" fw={600} truncate {...(stand === 'failed' ? { c: 'var(--mantine-color-error)' } : {})}>
            {said}
          </Text>
          <Text size="xs" c="dimmed" className={classes['details'] ?? ''}>
            {t('media.details')}
          </Text>
        </UnstyledButton>
        {uploads.some((each) => !isRunning(each)) && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => engine.dismiss()}>
            {t(stand === 'running' ? 'media.clearDone' : 'action.close')}
          </Button>
        )}
      </Group>
      <Collapse id={id} expanded={open}>
        <ul className={classes['list']} aria-label={t('media.uploads')}>
          {uploads.map((each) => (
            <UploadRow key={each.id} upload={each} />
          ))}
        </ul>
      </Collapse>
    </Paper>
  );
}

/** How it stands with all of them; it is read out whenever one ends. */
function summary(uploads: readonly Upload[], { t, number, plural }: Speech): string {
  const count = (state: Upload['state']) => uploads.filter((each) => each.state === state).length;
  const [done, failed, all] = [count('done'), count('failed'), uploads.length - count('cancelled')];
  const told = done === all && done > 0 ? plural('media.done', done) : t('media.doneOf', { done: number(done), total: number(all) });
  return [told, failed > 0 && plural('media.failed', failed)].filter(Boolean).join(', ');
}
