import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ComponentProps, ReactNode } from 'react';

import { useCollection } from '../../api/session';
import type { ScheduledMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import classes from '../../months/MonthGrid.module.css';
import { collectionIcon } from '../../ui/collectionIcon';
import { Icon, type IconName } from '../../ui/icons';
import { LinkAnchor } from '../../ui/links';
import { useNamedTitles } from '../../values/useTitles';
import type { Happening } from './happening';
import { MoveCard } from './MoveCard';
import { pageOf } from './pageOf';
import type { Asking } from './useDraggedMove';

interface ChipProps {
  happening: Happening;
  /** Asks for another time of a move, where somebody may set one. */
  ask?: (asking: Asking) => void;
  /** A move begins to be dragged to another day, or ends. */
  drag?: (move: ScheduledMove | undefined) => void;
}

/** Something on a day: what was published leads to its entry, what is set or failed opens a card. */
export function HappeningChip({ happening, ask, drag }: ChipProps) {
  const told = useTold(happening);
  const shared = { className: classes['chip'] ?? '', 'data-chip': true, 'data-kind': happening.kind, title: told.whole };
  if (happening.kind === 'made') return <LinkAnchor {...pageOf(happening.made)} {...shared}>{told.words}</LinkAnchor>;
  return <MoveChip move={happening.move} ask={ask} drag={drag} {...shared}>{told.words}</MoveChip>;
}

interface MoveChipProps extends ComponentProps<'button'> {
  move: ScheduledMove;
  ask: ChipProps['ask'];
  drag: ChipProps['drag'];
}

function MoveChip({ move, ask, drag, children, ...rest }: MoveChipProps) {
  const [opened, card] = useDisclosure(false);
  const title = useNamedTitles()(move);
  const drags = drag !== undefined && move.failedAt === null;
  return (
    <Popover opened={opened} onChange={(next) => !next && card.close()} position="bottom-start" withinPortal trapFocus returnFocus shadow="md" width={320}>
      <Popover.Target>
        <UnstyledButton
          {...rest}
          onClick={card.toggle}
          draggable={drags}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', title);
            card.close();
            drag?.(move);
          }}
          onDragEnd={() => drag?.(undefined)}
        >
          {children}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={title}>
        <MoveCard
          move={move}
          {...(ask
            ? {
                ask: () => {
                  card.close();
                  ask({ move });
                },
              }
            : {})}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** What a chip says, and all of it in one line. */
function useTold(happening: Happening): { words: ReactNode; whole: string } {
  const { t, language } = useSpeech();
  const { at, collection: name, kind } = happening;
  const collection = useCollection(name);
  const title = useNamedTitles()(happening);
  const { direction } = kind === 'made' ? happening.made : happening.move;
  const sign = signOf(happening);
  const does = kind === 'made' ? t('calendar.published') : kind === 'failed' ? t(`calendar.refused.${direction}`) : t(`calendar.does.${direction}`);
  const words = (
    <>
      <Icon name={direction === 'release' ? 'release' : collectionIcon(collection)} size={12} />
      <span className={classes['title']}>
        <VisuallyHidden>{does}: </VisuallyHidden>
        <span className={classes['time']}>{new Date(at).toLocaleTimeString(language, { timeStyle: 'short' })}</span> {title}
      </span>
      {sign && <Icon name={sign} size={12} />}
    </>
  );
  return { words, whole: `${does}: ${title}` };
}

/** What became of it, or will, where its color alone would say it. */
function signOf(happening: Happening): IconName | undefined {
  if (happening.kind === 'failed') return 'alert';
  if (happening.kind === 'made') return 'check';
  return happening.move.direction === 'unpublish' ? 'unpublish' : undefined;
}
