import { Button, Group, Text } from '@mantine/core';

import { useSpeech } from '../i18n/text';
import { useMore, type Pages } from './useMore';

interface ListFootProps {
  /** What there is a number of; the texts of each end with its word. */
  of: 'list' | 'month' | 'members' | 'media' | 'developer';
  count: number;
  /** How many there are altogether, where that is known. */
  total?: number | undefined;
  query: Pages & { isPending: boolean };
  /** How many pages come at once where many are asked for, and how long each is. */
  many?: { pages: number; size: number };
}

/** Below a list: how long it is, or how much of it is loaded, and the way to more. */
export function ListFoot({ of, count, total, query, many }: ListFootProps) {
  const { t, plural, number } = useSpeech();
  const { isPending, hasNextPage } = query;
  const { pending, asked, more, many: load } = useMore(query);
  return (
    <Group justify="space-between" mt="sm" mih={36}>
      <Text size="sm" c="dimmed" role="status">
        {!isPending && (hasNextPage && total !== undefined && total > count ? t('list.loadedOf', { count: number(count), total: number(total) }) : plural(hasNextPage ? `loaded.${of}` : `shown.${of}`, count))}
      </Text>
      {hasNextPage && (
        <Group gap="xs">
          {many && (total === undefined || total > count + many.size) && (
            <Button variant="subtle" loading={pending && asked > 1} onClick={() => load(many.pages)}>
              {t('list.moreMany', { count: number(Math.min(many.pages * many.size, (total ?? Infinity) - count)) })}
            </Button>
          )}
          <Button variant="default" loading={pending && asked === 1} onClick={more}>
            {t('list.more')}
          </Button>
        </Group>
      )}
    </Group>
  );
}
