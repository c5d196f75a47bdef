import { Text, UnstyledButton } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { onReveal } from '../focus';
import { fieldId, useFormFaults, useFrame } from '../frame';
import { pointerTo, type Path } from '../pointer';
import { Faults } from '../templates/Faults';
import { Grip, ItemTools } from './ItemTools';
import { itemMarks, type Place } from './ListItems';
import classes from './Lists.module.css';

interface CardProps {
  place: Place;
  path: Path;
  /** Of which kind it is, where there are several. */
  kind: string | undefined;
  /** The words that tell it from others of its kind. */
  words: string;
  /** Whether it is open where nobody folded or opened it. */
  opened: boolean;
  /** Whether one control inside has the place of the whole. */
  raw: boolean;
  children: ReactNode;
}

/** An item of several fields. It opens by itself where something inside is wrong, or is to have the focus. */
export function Card({ place, path, kind, words, opened, raw, children }: CardProps) {
  const { t, plural } = useSpeech();
  const { idPrefix } = useFrame();
  const { list, slot, at } = place;
  const pointer = pointerTo(path);
  const id = fieldId(idPrefix, pointer);
  const faults = useFormFaults().filter((fault) => fault.at === pointer || fault.at.startsWith(`${pointer}/`));
  const own = faults.some((fault) => fault.at === pointer);
  const { open, fold } = useFold(slot.open ?? opened, faults.map((fault) => `${fault.at} ${fault.message}`).join('\n'), (next) => list.fold(slot.key, next));
  const [mounted, mount] = useState(open);
  if (open && !mounted) mount(true);
  const frame = useRef<HTMLLIElement>(null);
  const reveal = useEffectEvent(() => fold(true));
  useEffect(() => onReveal(frame.current, () => reveal()), []);
  return (
    <li ref={frame} {...itemMarks(place)} id={raw ? `${id}-item` : id} tabIndex={-1} className={classes['card']} data-faulty={own || undefined} data-wrong={faults.length > 0 || undefined} aria-describedby={own ? `${id}-faults` : undefined}>
      <div className={classes['head']}>
        <Grip place={place} />
        <UnstyledButton data-head className={classes['fold'] ?? ''} aria-expanded={open} aria-controls={`${id}-fields`} onClick={() => fold(!open)}>
          <Icon name="fold" size={14} className={classes['arrow']} data-open={open || undefined} />
          <span className={classes['number']} data-quiet={kind === undefined ? undefined : true}>
            {t('forms.list.item', { number: at + 1 })}
          </span>{' '}
          {kind !== undefined && <span className={classes['kind']}>{kind}</span>}{' '}
          {!open && <span className={classes['summary']}>{words}</span>}
          {faults.length > 0 && !open && <span className={classes['wrong']}>{plural('forms.list.faults', faults.length)}</span>}
        </UnstyledButton>
        <ItemTools place={place} />
      </div>
      <div id={`${id}-fields`} data-inside className={classes['inside']} hidden={!open}>
        {mounted && (
          <>
            {children}
            <Faults path={path} />
          </>
        )}
      </div>
    </li>
  );
}

/** Open while something is wrong inside that was not there when somebody folded it. */
function useFold(own: boolean, wrong: string, tell: (open: boolean) => void) {
  const [known, setKnown] = useState('');
  const open = own || (wrong !== '' && wrong !== known);
  const fold = (next: boolean) => {
    setKnown(next ? '' : wrong);
    if (next !== own) tell(next);
  };
  return { open, fold };
}

/** What is said of a value that is of no kind. */
export function StrayHint() {
  const { t } = useSpeech();
  return (
    <Text size="sm" c="dimmed" mb="xs">
      {t('forms.list.strayHint')}
    </Text>
  );
}
