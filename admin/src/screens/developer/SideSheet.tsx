import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

import { useSpeech } from '../../i18n/text';

/** What a row holds, beside the list. It keeps its content while it slides out. */
export function SideSheet({ title, opened, close, children }: { title: ReactNode; opened: boolean; close: () => void; children: ReactNode }) {
  const { t } = useSpeech();
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position="right"
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      attributes={{ header: { role: 'presentation' } }}
    >
      {children}
    </Drawer>
  );
}
