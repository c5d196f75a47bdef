import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';

import type { Speech } from '../i18n/text';
import { notifyDone } from './notify';

/** How long a way back is offered, in milliseconds. */
const offered = 20_000;

/** Says that something was done, and offers the way back. */
export function notifyUndoable(speech: Speech, message: string, undo: () => void): void {
  const back = () => {
    notifications.hide(id);
    undo();
  };
  const id = notifyDone(
    speech,
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span>{message}</span>
      <Button size="compact-sm" variant="default" onClick={back} flex="none">
        {speech.t('action.undo')}
      </Button>
    </Group>,
    offered,
  );
}
