import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import type { Purpose } from '../api/types.gen';
import { remember, remembered } from '../app/preferences';
import { useSpeech } from '../i18n/text';
import { Dialog } from '../ui/Dialog';
import { slotsOf } from './purposes';
import type { MediaQuestion } from './questions';
import { formName } from './words';

const key = 'quartet.media.purpose';

/** Asks what files are for, with the purpose that was chosen last. */
export function PurposeQuestion({ question }: { question: Extract<MediaQuestion, { kind: 'purpose' }> }) {
  const { t, plural } = useSpeech();
  const { purposes, count, answer } = question;
  const [name, setName] = useState(() => (purposes.find((each) => each.name === remembered(key)['name']) ?? purposes[0])?.name ?? '');
  const go = () => {
    remember(key, { name });
    answer(purposes.find((each) => each.name === name) ?? null);
  };
  return (
    <Dialog opened close={() => answer(null)} title={t('media.purposeTitle')} zIndex={320}>
      <Stack gap="md">
        <Radio.Group value={name} onChange={setName} label={plural('media.purposeFor', count)}>
          <Stack gap="xs" mt="xs">
            {purposes.map((each) => (
              <Radio key={each.name} value={each.name} label={each.name} description={formsOf(each)} />
            ))}
          </Stack>
        </Radio.Group>
        <Text size="xs" c="dimmed">
          {t('media.purposeHint')}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => answer(null)}>
            {t('action.cancel')}
          </Button>
          <Button onClick={go} data-autofocus>
            {t('media.upload')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const formsOf = (purpose: Purpose) => slotsOf(purpose).map((slot) => slot.map(formName).join(' / ')).join(' + ');
