import { Button, CloseButton, VisuallyHidden } from '@mantine/core';
import { Fragment, type KeyboardEvent, type ReactNode } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import classes from './Lists.module.css';
import { shownCount, type List } from './useList';
import { numbered, type Slot } from './slots';
import { useDrag, type Dragged } from './useDrag';

/** Where an item stands, and what its frame needs to know of the list. */
export interface Place {
  list: List;
  slot: Slot;
  at: number;
  last: number;
  dragged: Dragged | undefined;
  grip: ReturnType<typeof useDrag>['grip'];
  cancelDrag: () => void;
}

interface ListItemsProps {
  list: List;
  label: string;
  /** What an item that was removed is called. */
  nameOf: (value: unknown, slot: Slot) => string;
  /** Stands above each item. */
  above?: ((at: number) => ReactNode) | undefined;
  children: (place: Place) => ReactNode;
}

/** The items of a list in their order, with the places of those that were removed and can come back. */
export function ListItems({ list, label, nameOf, above, children }: ListItemsProps) {
  const { dragged, grip, cancel } = useDrag(list.root, list.move);
  const last = shownCount(list) - 1;
  const { setRoot, slots, said } = list;
  return (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {slots.length > 0 && (
        <ol ref={setRoot} className={classes['list']} aria-label={label} data-dragging={dragged ? true : undefined}>
          {numbered(slots).map(({ slot, at }) => {
            if (slot.gone) return <Gone key={slot.key} list={list} slot={slot} name={nameOf(slot.gone.value, slot)} />;
            if (at > last) return null;
            return (
              <Fragment key={slot.key}>
                {above?.(at)}
                {children({ list, slot, at, last, dragged, grip, cancelDrag: cancel })}
              </Fragment>
            );
          })}
        </ol>
      )}
    </>
  );
}

/** Where something was removed, until somebody says that it may stay so. */
function Gone({ list, slot, name }: { list: List; slot: Slot; name: string }) {
  const { t } = useSpeech();
  return (
    <li data-slot={slot.key} className={classes['gone']}>
      <span className={classes['goneName']}>{t('forms.list.gone', { item: name })}</span>
      <Button data-undo variant="default" size="compact-sm" disabled={list.full} onClick={() => list.restore(slot.key)} aria-label={t('forms.list.undo', { item: name })}>
        {t('action.undo')}
      </Button>
      <CloseButton size="sm" icon={<Icon name="close" size={14} />} onClick={() => list.forget(slot.key)} aria-label={t('forms.list.forget', { item: name })} />
    </li>
  );
}

/** What the element of an item carries. Alt with an arrow moves it from anywhere inside. */
export function itemMarks({ list, slot, at, dragged, cancelDrag }: Place) {
  const shown = dragged?.to === at && dragged.from !== at;
  return {
    'data-slot': slot.key,
    'data-at': at,
    'data-dragged': dragged?.from === at || undefined,
    'data-before': (shown && dragged.from > at) || undefined,
    'data-after': (shown && dragged.from < at) || undefined,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && dragged) {
        event.stopPropagation();
        cancelDrag();
      }
      const step = event.altKey && !list.fixed && !event.defaultPrevented ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
      if (step === undefined) return;
      event.preventDefault();
      list.move(at, at + step);
    },
  };
}
