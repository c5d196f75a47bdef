import { Button, Group, Text } from '@mantine/core';

import { useSpeech } from '../i18n/text';

interface ListFootProps {
  /** How much there is, or how much of it is loaded; nothing while that is not known. */
  count: string;
  more: boolean;
  loading: boolean;
  load: () => void;
}

/** Below a list: how long it is, and the way to more. */
export function ListFoot({ count, more, loading, load }: ListFootProps) {
  const { t } = useSpeech();
  return (
    <Group justify="space-between" mt="sm" mih={36}>
      <Text size="sm" c="dimmed" role="status">
        {count}
      </Text>
      {more && (
        <Button variant="default" loading={loading} onClick={load}>
          {t('list.more')}
        </Button>
      )}
    </Group>
  );
}
