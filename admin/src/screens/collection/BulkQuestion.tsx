import { List, Stack, Text } from '@mantine/core';

import type { EntryMove } from '../../api/entries';
import type { Collection, EntrySummary } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { allows } from '../../lists/bulk';
import { Confirm } from '../../ui/Confirm';
import { useTitles } from '../../values/useTitles';

/** What needs a question: all but publishing. */
export type AskedMove = Exclude<EntryMove, 'publish'>;

/** How many entries the question names. */
const mostNamed = 5;

interface BulkQuestionProps {
  opened: boolean;
  move: AskedMove;
  collection: Collection;
  selected: EntrySummary[];
  close: () => void;
  go: () => void;
}

/** Says what a move will do to how many entries, and to which, before it is made. */
export function BulkQuestion({ opened, move, collection, selected, close, go }: BulkQuestionProps) {
  const { t, plural } = useSpeech();
  const titled = useTitles();
  const moved = selected.filter((each) => allows(each, move, collection));
  const rest = moved.length - mostNamed;
  const left = selected.length - moved.length;
  return (
    <Confirm opened={opened} close={close} title={plural(`bulk.sure.${move}`, moved.length)} action={t(`entry.${move}`)} go={go} harmless={move !== 'delete'}>
      <Stack gap="xs">
        <List size="sm">
          {moved.slice(0, mostNamed).map((each) => (
            <List.Item key={each.id}>{titled(each)}</List.Item>
          ))}
          {rest > 0 && <List.Item c="dimmed">{plural('bulk.more', rest)}</List.Item>}
        </List>
        <Text size="sm">{t(`bulk.sureHint.${move}`)}</Text>
        {left > 0 && <Text size="sm">{plural(move === 'delete' ? 'bulk.leftPublished' : 'bulk.left', left)}</Text>}
      </Stack>
    </Confirm>
  );
}
