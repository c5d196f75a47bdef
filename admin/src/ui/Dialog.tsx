import { Modal, type ModalProps } from '@mantine/core';

import { useSpeech } from '../i18n/text';

/** A window above the page, which Escape and its cross close. */
export function Dialog({ close, ...rest }: Omit<ModalProps, 'onClose' | 'closeButtonProps'> & { close: () => void }) {
  const { t } = useSpeech();
  return <Modal {...rest} onClose={close} closeButtonProps={{ 'aria-label': t('action.close') }} />;
}
