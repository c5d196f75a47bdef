import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

import { Fields } from '../../../forms/Fields';
import { Summary } from '../../../forms/templates/Summary';
import { useFormState } from '../../../forms/useFormState';
import { useSpeech } from '../../../i18n/text';
import { LookContext } from '../../../prose/look';
import { Icon } from '../../../ui/icons';
import { Conflict } from '../Conflict';
import { formOf } from '../EntryForm';
import { Notices } from '../Notices';
import { SaveState } from '../SaveState';
import { sidesOf, type EntryEditor } from '../useEntryEditor';
import { foldRail, useFolded } from './folded';
import type { Writing } from './writes';
import classes from './Writing.module.css';

interface WritingLayoutProps {
  editor: EntryEditor;
  writing: Writing;
  /** What is below the text. */
  below: ReactNode;
  /** What is known of the entry, below its other fields. */
  facts: ReactNode;
}

/** An entry as a text: its title and its words in a column, everything else in a rail that folds. */
export function WritingLayout({ editor, writing, below, facts }: WritingLayoutProps) {
  const { t } = useSpeech();
  const form = useFormState(formOf(editor));
  const folded = useFolded();
  const [focused, focus] = useState(false);
  const [title, body] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const goTo = useMemo(() => ({ title: () => focusIn(title.current, 'textarea'), text: () => focusIn(body.current, '[contenteditable="true"]') }), [title, body]);
  useEscape(focused, () => focus(false));
  const hidden = folded && !form.faults.some(({ path }) => form.answered && writing.others.includes(String(path[0])));
  const sides = sidesOf(editor);
  if (sides) return <Conflict editor={editor} {...sides} />;
  return (
    <LookContext value={{ look: 'page', focus: { on: focused, toggle: () => focus(!focused) }, goTo }}>
      <div className={classes['page']} id={form.frame.idPrefix} data-folded={hidden || undefined} data-focused={focused || undefined}>
        <div className={classes['column']}>
          {focused && (
            <div className={classes['state']}>
              <SaveState editor={editor} />
            </div>
          )}
          <Notices editor={editor} />
          <Summary form={form} />
          <div ref={title} className={classes['title']}>
            <Fields form={form} only={writing.title} />
          </div>
          <div ref={body} className={classes['body']}>
            <Fields form={form} only={writing.body} />
          </div>
          {below}
        </div>
        <div className={classes['side']}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-expanded={!hidden}
            aria-controls="entry-rail"
            leftSection={<Icon name="columns" />}
            onClick={() => foldRail(!hidden)}
          >
            {t('entry.rail')}
          </Button>
          <div id="entry-rail" hidden={hidden} className={classes['rail']}>
            <section aria-label={t('entry.others')} className={classes['others']}>
              <LookContext value={{ look: 'field' }}>
                <Fields form={form} only={writing.others} />
              </LookContext>
            </section>
            {facts}
          </div>
        </div>
      </div>
    </LookContext>
  );
}

function focusIn(place: HTMLElement | null, selector: string): void {
  const found = place?.querySelector<HTMLElement>(selector);
  found?.focus();
  if (found instanceof HTMLTextAreaElement) found.setSelectionRange(found.value.length, found.value.length);
}

function useEscape(on: boolean, leave: () => void): void {
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && leave();
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
