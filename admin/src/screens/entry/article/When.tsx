import { Radio, Stack, Text } from '@mantine/core';

import { useSpeech } from '../../../i18n/text';
import { TimeInput } from '../../calendar/TimeInput';
import { zone } from '../../calendar/times';

/** Now, or at a time: undefined is now, '' a time that is not said yet. */
export function When({ at, choose }: { at: string | undefined; choose: (at: string | undefined) => void }) {
  const { t } = useSpeech();
  return (
    <Stack gap="xs">
      <Radio.Group label={t('article.when')} value={at === undefined ? 'now' : 'later'} onChange={(value) => choose(value === 'now' ? undefined : '')}>
        <Stack gap={6} mt={6}>
          <Radio value="now" label={t('article.now')} />
          <Radio value="later" label={t('calendar.schedule')} />
        </Stack>
      </Radio.Group>
      {at !== undefined && (
        <>
          <TimeInput label={t('article.at', { zone })} value={at} type={choose} />
          <Text size="xs" c="dimmed">
            {t('article.laterHint')}
          </Text>
        </>
      )}
    </Stack>
  );
}
