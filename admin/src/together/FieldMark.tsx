import { UnstyledButton, VisuallyHidden } from '@mantine/core';

import { useSpeech } from '../i18n/text';
import { Icon } from '../ui/icons';
import { useOpenThreads, usePanel } from './panel';
import { calledBy, toneOf } from './person';
import { useTypers, useUnsaved } from './store';
import classes from './together.module.css';

/** Beside the name of a field: who else types in it, and how much is said about it. */
export function FieldMark({ pointer, name }: { pointer: string; name: string }) {
  const panel = usePanel();
  if (!panel) return null;
  return (
    <span className={classes['marks']}>
      <Typing pointer={pointer} />
      <NotSaved pointer={pointer} />
      <CommentButton pointer={pointer} name={name} />
    </span>
  );
}

/** What a screen reader says of it is said once, by Announcement. */
function Typing({ pointer }: { pointer: string }) {
  const speech = useSpeech();
  const typers = useTypers(pointer);
  const [first] = typers;
  if (!first) return null;
  const names = typers.map(({ name }) => calledBy(speech, name)).join(', ');
  return (
    <span className={classes['mark']} data-tone={toneOf(first)} aria-hidden="true" data-typing-here={pointer}>
      {speech.t('together.typing', { name: names })}
    </span>
  );
}

/** Somebody has other words for the field, which they can save once they have chosen. It is told once, by Announcement. */
function NotSaved({ pointer }: { pointer: string }) {
  const speech = useSpeech();
  const people = useUnsaved(pointer);
  if (people.length === 0) return null;
  return (
    <span className={classes['mark']} data-tone="unsaved" aria-hidden="true" data-unsaved-here={pointer}>
      {speech.t('together.unsaved', { name: people.map(({ name }) => calledBy(speech, name)).join(', ') })}
    </span>
  );
}

/** Its name is no label, which a field of that name has already. Where nothing is said yet it waits for the pointer; from the keyboard a shortcut begins a comment. */
function CommentButton({ pointer, name }: { pointer: string; name: string }) {
  const { t } = useSpeech();
  const panel = usePanel();
  const count = useOpenThreads(pointer);
  if (!panel || panel.id === '') return null;
  return (
    <UnstyledButton
      className={classes['comment']}
      data-comments={count || undefined}
      tabIndex={count > 0 ? 0 : -1}
      onClick={() => panel.comment(pointer)}
    >
      <Icon name="comment" size={14} />
      {count > 0 && <span aria-hidden="true">{count}</span>}
      <VisuallyHidden>{count > 0 ? t('together.commentsOn', { count, field: name }) : t('together.commentHere')}</VisuallyHidden>
    </UnstyledButton>
  );
}
