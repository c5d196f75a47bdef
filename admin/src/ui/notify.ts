import { notifications } from '@mantine/notifications';

/** Says that something was done. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'leaf', withBorder: true });
}

/** Says that something was not done, and why. It stays until it is closed. */
export function notifyFailure(error: unknown, title: string): void {
  notifications.show({ title, message: error instanceof Error ? error.message : String(error), color: 'red', autoClose: false, withBorder: true });
}
