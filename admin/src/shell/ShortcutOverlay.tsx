import { Group, Kbd, Stack, Text, Title } from '@mantine/core';
import { Fragment } from 'react';

import { useShortcuts, type Shortcut } from '../app/shortcuts';
import { useSpeech } from '../i18n/text';
import { Dialog } from '../ui/Dialog';

/** Every shortcut that works on the page below. */
export function ShortcutOverlay({ opened, close }: { opened: boolean; close: () => void }) {
  const { t } = useSpeech();
  const shortcuts = useShortcuts();
  return (
    <Dialog opened={opened} close={close} title={t('shortcuts.title')}>
      <Stack gap="lg">
        {(['general', 'list', 'entry', 'writing'] as const).map((group) => {
          const own = uniqueKeys(shortcuts.filter((each) => each.group === group));
          return own.length > 0 && <ShortcutGroup key={group} title={t(`shortcuts.${group}`)} shortcuts={own} />;
        })}
      </Stack>
    </Dialog>
  );
}

function ShortcutGroup({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  const { t } = useSpeech();
  return (
    <Stack gap={8} component="section">
      <Title order={3} size="h5">
        {title}
      </Title>
      {shortcuts.map((each) => (
        <Group key={each.keys} justify="space-between" wrap="nowrap">
          <Text size="sm">{t(each.label)}</Text>
          <Keys keys={each.keys} />
        </Group>
      ))}
    </Stack>
  );
}

/** Two texts on a page have the same keys. */
const uniqueKeys = (all: readonly Shortcut[]) => [...new Map(all.map((each) => [each.keys, each])).values()];

const arrows = { left: '←', right: '→', up: '↑', down: '↓' };

const apple = /mac|iphone|ipad/i.test(navigator.userAgent);

function Keys({ keys }: { keys: string }) {
  const { t } = useSpeech();
  return (
    <Group gap={4} wrap="nowrap">
      {keys.split(' ').map((key, i) => (
        <Fragment key={i}>
          {i > 0 && (
            <Text size="xs" c="dimmed">
              {t('shortcuts.then')}
            </Text>
          )}
          <Kbd>{key.replace('mod+', apple ? '⌘ ' : 'Ctrl ').replace(/arrow(left|right|up|down)/, (_, way: keyof typeof arrows) => arrows[way]).replaceAll('+', ' ').toUpperCase()}</Kbd>
        </Fragment>
      ))}
    </Group>
  );
}
