import { Button, Code, CopyButton, Group, Modal } from '@mantine/core';

import type { Entry } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';

/** An entry as the API gives it. */
export function JsonView({ entry, opened, close }: { entry: Entry; opened: boolean; close: () => void }) {
  const { t } = useSpeech();
  const json = JSON.stringify(entry, null, 2);
  return (
    <Modal opened={opened} onClose={close} size="xl" title={t('entry.jsonTitle')} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <Code block tabIndex={0} mah="60vh" style={{ overflow: 'auto' }}>
        {json}
      </Code>
      <Group justify="flex-end" mt="md">
        <CopyButton value={json}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'entry.copied' : 'entry.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Modal>
  );
}
