import { Menu, Text } from '@mantine/core';

import type { EntryMove } from '../../api/entries';
import { useMe } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { Icon, type IconName } from '../../ui/icons';
import { obstacle, type Seen } from './obstacle';

const icons: Record<EntryMove, IconName> = { publish: 'publish', unpublish: 'unpublish', archive: 'archive', delete: 'trash' };

interface MoveItemsProps {
  seen: Seen;
  /** Those that the menu has, where nothing lasting is in the way. */
  moves: readonly EntryMove[];
  begin: (move: EntryMove) => void;
}

/** The moves of an entry as items of a menu, in words of what they do to it now (decision 244). */
export function MoveItems({ seen, moves, begin }: MoveItemsProps) {
  const { t } = useSpeech();
  const { role } = useMe();
  const { detail } = seen;
  const isArchived = detail?.entry.status === 'archived';
  const offered = moves.filter((move) => !obstacle(move, seen, role)?.lasts);
  const deletion = obstacle('delete', seen, role);
  const isLater = moves.includes('delete') && deletion?.why === 'entry.deleteFirst' && offered.includes('unpublish');
  if (offered.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      {offered.map((move) => (
        <Menu.Item key={move} leftSection={<Icon name={icons[move]} />} {...(move === 'delete' ? { color: 'red' } : {})} onClick={() => begin(move)}>
          {move === 'unpublish' && isArchived ? t('entry.toDraft') : t('menu.asks', { verb: t(`entry.${move}`) })}
        </Menu.Item>
      ))}
      {isLater && (
        <Menu.Item disabled leftSection={<Icon name="trash" />}>
          {t('menu.asks', { verb: t('entry.delete') })}
          <Text size="xs">{t('entry.deleteFirst')}</Text>
        </Menu.Item>
      )}
    </>
  );
}
