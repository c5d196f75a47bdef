import { notifications, type NotificationData } from '@mantine/notifications';
import type { ReactNode } from 'react';

import type { Speech } from '../i18n/text';
import { saidOf } from '../values/said';

const show = ({ t }: Speech, data: NotificationData) =>
  notifications.show({ withBorder: true, closeButtonProps: { 'aria-label': t('action.close') }, ...data });

/** Says that something was done, for so many milliseconds where it is not for the usual time. Answers which notification that is. */
export function notifyDone(speech: Speech, message: ReactNode, autoClose?: number): string {
  return show(speech, { message, color: 'leaf', ...(autoClose === undefined ? {} : { autoClose }) });
}

/** Says what somebody else did. Answers which notification that is. */
export function notifyNews(speech: Speech, message: ReactNode): string {
  return show(speech, { message, color: 'yellow' });
}

/** Says that something was not done, and why. It stays until it is closed. */
export function notifyFailure(speech: Speech, error: unknown, title: string): void {
  show(speech, { title, message: saidOf(error, speech), color: 'red', autoClose: false });
}
