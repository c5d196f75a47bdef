import { ActionIcon, CopyButton } from '@mantine/core';

import { useSpeech } from '../i18n/text';
import { Icon } from './icons';

/** Copies a text. `label` says which. */
export function Copy({ value, label }: { value: string; label: string }) {
  const { t } = useSpeech();
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <ActionIcon variant="subtle" color={copied ? 'leaf' : 'gray'} onClick={copy} aria-label={copied ? t('action.copied') : label} title={label}>
          <Icon name={copied ? 'check' : 'copy'} />
        </ActionIcon>
      )}
    </CopyButton>
  );
}
