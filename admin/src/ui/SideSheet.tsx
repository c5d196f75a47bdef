import { Drawer, type DrawerProps } from '@mantine/core';

import { useSpeech } from '../i18n/text';

/** What belongs to a row or a field, beside the page. */
export function SideSheet({ close, ...rest }: Omit<DrawerProps, 'onClose' | 'closeButtonProps' | 'position'> & { close: () => void }) {
  const { t } = useSpeech();
  return <Drawer size="lg" {...rest} position="right" onClose={close} closeButtonProps={{ 'aria-label': t('action.close') }} />;
}
