import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

import { Fields } from '../../../forms/Fields';
import { requiredApart } from '../../../forms/requiredFirst';
import { Summary } from '../../../forms/templates/Summary';
import { useFormState, type FormState } from '../../../forms/useFormState';
import { useSpeech } from '../../../i18n/text';
import { focusIn, written } from '../../../prose/focusIn';
import { LookContext } from '../../../prose/look';
import { Apart } from '../../../together/Apart';
import { Icon } from '../../../ui/icons';
import { Conflict } from '../Conflict';
import entry from '../Entry.module.css';
import { useFormOf } from '../EntryForm';
import { Notices } from '../Notices';
import { SaveState } from '../SaveState';
import { sidesOf, type EntryEditor } from '../editor';
import { useStaysPut } from './useStaysPut';
import { foldRail, useFolded } from './folded';
import { useTellTitle } from './titleInView';
import type { Writing } from './writes';
import classes from './Writing.module.css';

interface WritingLayoutProps {
  editor: EntryEditor;
  writing: Writing;
  /** What is below the text. */
  below: ReactNode;
  /** Its other fields with what is known of the entry. They stay in one place when it is made: somebody types in them. */
  rail: (fields: ReactNode) => ReactNode;
  /** What all languages share: below what is required of this one, and above the rest of it. */
  shared?: ReactNode;
  /** What is to be said before the text. */
  above?: ReactNode;
  /** What the other fields are called, where the rail has more than those: the first of them, and the rest. */
  others?: { first: string; rest: string };
  /** Nobody else can have it open, and it has no comments: of what is not made yet, on the page of what is. */
  apart?: boolean;
  /** Whether the rail has to be seen, folded or not. */
  opens?: boolean;
}

/** An entry as a text: its title and its words in a column, everything else in a rail that folds. */
export function WritingLayout({ editor, writing, below, rail, shared, above, others, apart = false, opens = false }: WritingLayoutProps) {
  const { t } = useSpeech();
  const form = useFormState(useFormOf(editor));
  const folded = useFolded();
  const [wanted, focus] = useState(false);
  const [title, body, notices] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  useStaysPut(notices);
  const goTo = useMemo(() => ({ title: () => focusIn(title.current, 'textarea'), text: () => focusIn(body.current, written) }), [title, body]);
  // Nothing but the text is seen then, so that what is wrong elsewhere ends it.
  const focused = wanted && !form.faults.some(({ path }) => form.answered && path[0] !== writing.title && path[0] !== writing.body);
  useEscape(focused, () => focus(false));
  useTellTitle(title, editor.value[writing.title]);
  const hidden = folded && !opens && !form.faults.some(({ path }) => form.answered && writing.others.includes(String(path[0])));
  const sides = sidesOf(editor);
  const seen = writing.others.filter((field) => !editor.hidden.includes(field));
  const { first, rest } = others ? requiredApart(form.frame.root, form.uiSchema, seen) : { first: seen, rest: [] };
  if (sides) return <Conflict editor={editor} {...sides} />;
  const fields = (
    <>
      <Others form={form} fields={first} title={others?.first} apart={apart} />
      {shared}
      <Others form={form} fields={rest} title={first.length > 0 ? others?.rest : others?.first} apart={apart} />
    </>
  );
  return (
    <LookContext value={{ look: 'page', focus: { on: focused, toggle: () => focus(!focused) }, goTo }}>
      <div className={classes['page']} id={form.frame.idPrefix} data-folded={hidden || undefined} data-focused={focused || undefined}>
        <div className={classes['column']}>
          {focused && (
            <div className={classes['state']}>
              <SaveState editor={editor} />
            </div>
          )}
          <div ref={notices} className={classes['notices']}>
            {above}
            <Notices editor={editor} />
          </div>
          <Summary form={form} />
          <Apart of={apart ? 'none' : 'page'}>
            <div ref={title} className={classes['title']}>
              <Fields form={form} only={writing.title} />
            </div>
            <div ref={body} className={classes['body']}>
              <Fields form={form} only={writing.body} />
            </div>
            {writing.texts.length > 0 && (
              <div className={classes['texts']}>
                <LookContext value={{ look: 'field' }}>
                  <Fields form={form} only={writing.texts} />
                </LookContext>
              </div>
            )}
          </Apart>
          {below}
        </div>
        <div className={classes['side']} data-beside>
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
            {rail(fields)}
          </div>
        </div>
      </div>
    </LookContext>
  );
}

interface OthersProps {
  form: FormState;
  fields: readonly string[];
  title: string | undefined;
  apart: boolean;
}

/** Fields beside the text. */
function Others({ form, fields, title, apart }: OthersProps) {
  const { t } = useSpeech();
  const names = fields.join(' ');
  const only = useMemo(() => names.split(' '), [names]);
  if (fields.length === 0) return null;
  return (
    <section aria-label={title ?? t('entry.others')} className={classes['others']}>
      {title && <h2 className={entry['partTitle']}>{title}</h2>}
      <Apart of={apart ? 'none' : 'page'}>
        <LookContext value={{ look: 'field' }}>
          <Fields form={form} only={only} inRail />
        </LookContext>
      </Apart>
    </section>
  );
}

function useEscape(on: boolean, leave: () => void): void {
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && leave();
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
