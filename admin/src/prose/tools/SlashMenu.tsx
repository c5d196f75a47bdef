import { useEditorState, type Editor } from '@tiptap/react';
import { useEffect, useEffectEvent, useId, useState } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import classes from '../Prose.module.css';
import { isAnswered, slashed, type Asks, type Command } from './commands';
import { beside, useFollows } from './place';
import { slashAt, type Keys, type Slash } from './slash';

/** The menu that a "/" opens: arrows choose, Enter does it, Escape leaves the "/" as it is. */
export function SlashMenu({ editor, asks, keys }: { editor: Editor; asks: Asks; keys: Keys }) {
  const { t } = useSpeech();
  const id = useId();
  // null where somebody writes and has typed none; undefined while they are elsewhere.
  const slash = useEditorState({ editor, selector: ({ editor: now }) => (now.isFocused && now.isEditable ? (slashAt(now.state) ?? null) : undefined), equalityFn: (a, b) => a?.from === b?.from && a?.query === b?.query && (a === null) === (b === null) });
  const [dismissed, dismiss] = useState<number>();
  if (slash === null && dismissed !== undefined) dismiss(undefined); // the next "/" there is another
  const [chosen, choose] = useState({ query: '', at: 0 });
  const query = slash?.query.trim().toLocaleLowerCase() ?? '';
  const isFound = (words: string) => query.split(' ').every((each) => words.includes(each));
  const all = slashed.filter((each) => isFound(`${each.words} ${t(each.name)}`.toLocaleLowerCase()) && each.isPossible?.(editor) !== false && isAnswered(asks)(each));
  const open = slash != null && slash.from !== dismissed && all.length > 0;
  useFollows(open);
  const at = chosen.query === query ? Math.min(chosen.at, all.length - 1) : 0;
  const run = (command: Command | undefined, where: Slash) => {
    editor.chain().focus().deleteRange(where).run();
    command?.run(editor, asks);
  };
  const press = useEffectEvent((event: KeyboardEvent): boolean => {
    if (!open) return false;
    if (event.key === 'Escape') dismiss(slash.from);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') choose({ query, at: (at + (event.key === 'ArrowDown' ? 1 : -1) + all.length) % all.length });
    else if (event.key === 'Enter' || event.key === 'Tab') run(all[at], slash);
    else return false;
    return true;
  });
  useEffect(() => {
    keys.to((event) => press(event));
    return () => keys.to(undefined);
  }, [keys]);
  useEffect(() => {
    const element = editor.isDestroyed ? undefined : editor.view.dom;
    if (!open || !element) return;
    element.setAttribute('aria-controls', id);
    element.setAttribute('aria-activedescendant', `${id}-${at}`);
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
    return () => ['aria-controls', 'aria-activedescendant'].forEach((name) => element.removeAttribute(name));
  }, [editor, open, id, at]);
  if (!open) return null;
  return (
    <div id={id} role="listbox" aria-label={t('prose.insert')} className={classes['menu']} style={beside(editor, slash.from, { prefers: 'below', height: 316, shrinks: true })}>
      {all.map((each, i) => (
        <div
          key={each.name}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === at}
          className={classes['choice']}
          onMouseMove={() => i !== at && choose({ query, at: i })}
          onMouseDown={(event) => {
            event.preventDefault();
            run(each, slash);
          }}
        >
          <Icon name={each.icon} />
          {t(each.name)}
          {each.typed !== undefined && (
            <kbd aria-hidden="true" className={classes['typed']}>
              {each.typed}
            </kbd>
          )}
        </div>
      ))}
    </div>
  );
}
