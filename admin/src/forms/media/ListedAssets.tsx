import { ActionIcon, Group, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon, type IconName } from '../../ui/icons';
import { ChosenAsset } from './ChosenAsset';
import classes from './Media.module.css';
import { withMoved } from './order';
import { useChosen } from './useChosen';

interface ListedProps {
  ids: string[];
  label: string;
  /** Takes the list with another order, or with one less; undefined where it stays as it is. */
  change: ((ids: string[]) => void) | undefined;
}

type Tool = 'up' | 'down' | 'remove';

/** The files of a list. They are moved by their buttons, with Alt and an arrow, or by dragging. */
export function ListedAssets({ ids, label, change }: ListedProps) {
  const { t } = useSpeech();
  const list = useRef<HTMLUListElement>(null);
  const [said, say] = useState('');
  const [dragged, drag] = useState<{ from: number; to: number }>();
  const focus = useFocusAfter(list, ids);
  const move = (from: number, to: number, filename: string, tool?: Tool) => {
    if (!change || from === to || to < 0 || to >= ids.length) return;
    if (tool) focus(to, tool);
    change(withMoved(ids, from, to));
    say(t('forms.media.moved', { filename, number: to + 1 }));
  };
  const remove = (at: number) => {
    focus(Math.min(at, ids.length - 2), 'remove');
    change?.(ids.filter((_, i) => i !== at));
  };
  return (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <ul ref={list} className={classes['list']} aria-label={`${label}: ${t('forms.media.chosen')}`}>
        {ids.map((id, i) => (
          <Listed
            key={`${id} ${ids.slice(0, i).filter((each) => each === id).length}`}
            id={id}
            at={i}
            last={ids.length - 1}
            fixed={!change}
            dragged={dragged}
            drag={drag}
            move={move}
            remove={remove}
          />
        ))}
      </ul>
    </>
  );
}

/** What was just moved or removed by a button gives the focus to the same button, in its new place. */
function useFocusAfter(list: { current: HTMLUListElement | null }, ids: string[]) {
  const wanted = useRef<{ at: number; tool: Tool }>(undefined);
  useEffect(() => {
    const { at, tool } = wanted.current ?? {};
    wanted.current = undefined;
    const item = at === undefined ? null : list.current?.children[at];
    const button = item?.querySelector<HTMLElement>(`[data-tool="${tool}"]:not(:disabled)`) ?? item?.querySelector<HTMLElement>('[data-tool]:not(:disabled)');
    button?.focus();
  }, [list, ids]);
  return (at: number, tool: Tool) => {
    wanted.current = { at, tool };
  };
}

interface ItemProps {
  id: string;
  at: number;
  last: number;
  fixed: boolean;
  dragged: { from: number; to: number } | undefined;
  drag: (next: { from: number; to: number } | undefined) => void;
  move: (from: number, to: number, filename: string, tool?: Tool) => void;
  remove: (at: number) => void;
}

function Listed({ id, at, last, fixed, dragged, drag, move, remove }: ItemProps) {
  const { t } = useSpeech();
  const chosen = useChosen(id);
  const filename = chosen.named?.filename ?? id;
  const key = (event: KeyboardEvent) => {
    const to = event.altKey && !fixed ? { ArrowUp: at - 1, ArrowDown: at + 1 }[event.key] : undefined;
    if (to === undefined || event.defaultPrevented) return;
    event.preventDefault();
    move(at, to, filename, to < at ? 'up' : 'down');
  };
  const over = (event: DragEvent) => {
    if (!dragged) return;
    event.preventDefault();
    if (dragged.to !== at) drag({ ...dragged, to: at });
  };
  const drop = (event: DragEvent) => {
    if (!dragged) return;
    event.preventDefault();
    move(dragged.from, at, filename);
    drag(undefined);
  };
  const shown = dragged?.to === at && dragged.from !== at;
  const tools: { tool: Tool; icon: IconName; label: string; off: boolean; run: () => void }[] = [
    { tool: 'up', icon: 'up', label: t('forms.media.up', { filename }), off: at === 0, run: () => move(at, at - 1, filename, 'up') },
    { tool: 'down', icon: 'down', label: t('forms.media.down', { filename }), off: at === last, run: () => move(at, at + 1, filename, 'down') },
    { tool: 'remove', icon: 'trash', label: `${t('forms.media.remove')}: ${filename}`, off: false, run: () => remove(at) },
  ];
  return (
    <li
      className={classes['item']}
      draggable={!fixed && last > 0}
      data-dragged={dragged?.from === at || undefined}
      data-before={(shown && dragged.from > at) || undefined}
      data-after={(shown && dragged.from < at) || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/x-quartet-asset', id);
        drag({ from: at, to: at });
      }}
      onDragEnd={() => drag(undefined)}
      onDragOver={over}
      onDrop={drop}
      onKeyDown={key}
    >
      <ChosenAsset id={id} chosen={chosen} small>
        {fixed ? undefined : <></>}
      </ChosenAsset>
      {!fixed && (
        <Group gap={0} wrap="nowrap">
          {tools.map((each) => (
            <ActionIcon key={each.tool} data-tool={each.tool} variant="subtle" color="gray" aria-label={each.label} title={each.label} disabled={each.off} onClick={each.run}>
              <Icon name={each.icon} />
            </ActionIcon>
          ))}
        </Group>
      )}
    </li>
  );
}
