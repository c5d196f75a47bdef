import { Button, Group, Modal, Text } from '@mantine/core';

import type { EntryMove } from '../../api/entries';
import type { Status } from '../../api/words';
import { useSpeech } from '../../i18n/text';

interface ConfirmMoveProps {
  move: EntryMove | undefined;
  title: string;
  published: boolean;
  close: () => void;
  go: (move: EntryMove) => void;
}

/** Whether nothing is lost by a move: publishing, and taking an archived entry back to the drafts. */
export function needsNoQuestion(move: EntryMove, status: Status | undefined): boolean {
  return move === 'publish' || (move === 'unpublish' && status === 'archived');
}

/** Says what a move will do, before it is made. */
export function ConfirmMove({ move, title, published, close, go }: ConfirmMoveProps) {
  const { t } = useSpeech();
  if (move === undefined || move === 'publish') return null;
  return (
    <Modal opened onClose={close} title={t(`entry.sure.${move}`, { title })} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <Text size="sm">{t(move === 'archive' && !published ? 'entry.sureHint.archiveDraft' : `entry.sureHint.${move}`)}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close} data-autofocus>
          {t('action.cancel')}
        </Button>
        <Button {...(move === 'delete' ? { color: 'red.9' } : {})} onClick={() => go(move)}>
          {t(`entry.${move}`)}
        </Button>
      </Group>
    </Modal>
  );
}
