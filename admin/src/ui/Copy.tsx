import { ActionIcon, Button, CopyButton, Menu } from '@mantine/core';

import { useSpeech } from '../i18n/text';
import { Icon, type IconName } from './icons';
import { notifyDone, notifyFailure } from './notify';

/** How long it is said that a text was copied, in milliseconds. */
const told = 1500;

/** Copies a text. `label` says which. */
export function Copy({ value, label }: { value: string; label: string }) {
  const { t } = useSpeech();
  return (
    <CopyButton value={value} timeout={told}>
      {({ copied, copy }) => (
        <ActionIcon variant="subtle" color={copied ? 'leaf' : 'gray'} onClick={copy} aria-label={copied ? t('action.copied') : label} title={label}>
          <Icon name={copied ? 'check' : 'copy'} />
        </ActionIcon>
      )}
    </CopyButton>
  );
}

/** The same in words, where there is room for them. `hint` says more of the text. */
export function CopyWords({ value, label, hint }: { value: string; label: string; hint?: string }) {
  const { t } = useSpeech();
  return (
    <CopyButton value={value} timeout={told}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy} leftSection={<Icon name={copied ? 'check' : 'copy'} />} title={hint}>
          {copied ? t('action.copied') : label}
        </Button>
      )}
    </CopyButton>
  );
}

/** The same as an item of a menu, which closes: what came of it is said elsewhere. */
export function CopyItem({ value, label, icon }: { value: string; label: string; icon: IconName }) {
  const speech = useSpeech();
  const { t } = speech;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      notifyDone(speech, t('action.copied'));
    } catch (error) {
      notifyFailure(speech, error, t('trouble.notDone'));
    }
  };
  return (
    <Menu.Item leftSection={<Icon name={icon} />} onClick={() => void copy()}>
      {label}
    </Menu.Item>
  );
}
