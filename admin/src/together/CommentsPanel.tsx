import { Anchor, Button, Group, Loader, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { addComment, changeComment, commentsQuery, deleteComment } from '../api/comments';
import { isAtLeast, useCollection, useMe } from '../api/session';
import type { Comment, Comments, NewComment } from '../api/types.gen';
import { focusField } from '../forms/focus';
import { useSpeech } from '../i18n/text';
import { Ago } from '../ui/Ago';
import { Confirm } from '../ui/Confirm';
import { notifyFailure } from '../ui/notify';
import { fieldTitle } from '../values/schema';
import { Composer } from './Composer';
import { fromTokens, piecesOf } from './mentions';
import { useComments, type Panel } from './panel';
import { calledBy } from './person';
import { Quoted } from './Quoted';
import { seen } from './seen';
import classes from './together.module.css';
import { threadsOf, type Thread } from './threads';

interface CommentsPanelProps {
  panel: Panel | null;
  idPrefix: string;
  /** What the entry is called where the page has two. */
  part?: string | undefined;
  /** Another panel stands above it: the box for a new comment waits until it is asked for. */
  second?: boolean;
}

/** What staff say about an entry, and where they say more. */
export function CommentsPanel({ panel, idPrefix, part, second = false }: CommentsPanelProps) {
  const { t } = useSpeech();
  const comments = useComments(panel);
  const last = comments?.items.at(-1)?.createdAt;
  useEffect(() => {
    if (panel && last !== undefined) seen.note(panel.id, last);
  }, [panel, last]);
  if (!panel || !comments) return <Loader size="sm" aria-label={t('app.loading')} />;
  return <Said panel={panel} comments={comments} idPrefix={idPrefix} part={part} second={second} />;
}

function Said({ panel, comments, idPrefix, part, second }: CommentsPanelProps & { panel: Panel; comments: Comments }) {
  const speech = useSpeech();
  const { t } = speech;
  const collection = useCollection(panel.collection);
  const act = useActs(panel);
  const threads = threadsOf(comments.items);
  const open = threads.filter(({ first }) => first.resolvedAt === null);
  const done = threads.filter(({ first }) => first.resolvedAt !== null);
  const namedIsDone = done.some(({ first, answers }) => [first, ...answers].some(({ id }) => id === panel.named));
  const [all, showAll] = useState(namedIsDone);
  const [writing, write] = useState(false);
  const { field, quote, turn } = panel.about;
  const titleOf = (pointer: string) => (collection ? fieldTitle(speech, collection, pointer.split('/')[1] ?? '') : pointer);
  return (
    <section aria-label={part === undefined ? t('together.comments') : t('together.commentsOf', { part })}>
      {quote && <blockquote className={classes['quote']}>{quote.exact}</blockquote>}
      {second && !writing && turn === 0 ? (
        <Button size="compact-sm" variant="default" aria-label={`${t('together.new')}: ${part ?? ''}`} onClick={() => write(true)}>
          {t('together.new')}
        </Button>
      ) : (
        <Composer
          key={turn}
          autoFocus={turn > 0 || writing}
          label={quote ? t('together.newOnWords', { field: titleOf(field) }) : field === '' ? t('together.new') : t('together.newOn', { field: titleOf(field) })}
          action={t('together.send')}
          send={(text) => act.add({ text, field, ...(quote ? { quote } : {}) })}
          done={() => panel.comment('')}
          cancel={field === '' ? undefined : () => panel.comment('')}
        />
      )}
      {threads.length === 0 && (
        <Text size="sm" c="dimmed" mt="md">
          {t('together.none')}
        </Text>
      )}
      <ul className={classes['threads']}>
        {open.map((thread) => (
          <ThreadItem key={thread.first.id} {...{ thread, panel, comments, act, titleOf, idPrefix }} />
        ))}
      </ul>
      {done.length > 0 && (
        <Anchor component="button" type="button" size="sm" mt="md" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? t('together.hideResolved') : t('together.showResolved', { count: done.length })}
        </Anchor>
      )}
      {all && (
        <ul className={classes['threads']}>
          {done.map((thread) => (
            <ThreadItem key={thread.first.id} {...{ thread, panel, comments, act, titleOf, idPrefix }} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** What can be done with comments. What fails is said once, and nothing that was typed is lost. */
function useActs(panel: Panel) {
  const speech = useSpeech();
  const queries = useQueryClient();
  const fresh = async <T,>(done: Promise<T>): Promise<T> => {
    const value = await done;
    await queries.invalidateQueries({ queryKey: commentsQuery(panel).queryKey });
    return value;
  };
  const told = <T,>(done: Promise<T>): Promise<T> =>
    fresh(done).catch((error: unknown) => {
      notifyFailure(speech, error, speech.t('trouble.notDone'));
      throw error;
    });
  return {
    add: (comment: NewComment) => told(addComment(panel, comment)),
    edit: (id: string, text: string) => told(changeComment(panel, id, { text })),
    resolve: (id: string, resolved: boolean) => told(changeComment(panel, id, { resolved })).catch(() => undefined),
    /** The question that it follows says what fails. */
    remove: (id: string) => fresh(deleteComment(panel, id)),
  };
}

type Acts = ReturnType<typeof useActs>;

interface ThreadProps {
  thread: Thread;
  panel: Panel;
  comments: Comments;
  act: Acts;
  titleOf: (pointer: string) => string;
  /** Of the form that has the fields. */
  idPrefix: string;
}

function ThreadItem({ thread: { first, answers }, panel, comments, act, titleOf, idPrefix }: ThreadProps) {
  const { t } = useSpeech();
  const me = useMe();
  const [answering, setAnswering] = useState(false);
  const resolved = first.resolvedAt !== null;
  const mayResolve = first.author.id === me.userId || isAtLeast(me.role, 'editor');
  return (
    <li className={classes['thread']} data-resolved={resolved || undefined}>
      {first.field !== '' && (
        <Anchor component="button" type="button" size="xs" fw={600} onClick={() => focusField(first.field, idPrefix)}>
          {t('together.on', { field: titleOf(first.field) })}
        </Anchor>
      )}
      {first.quote && <Quoted texts={panel.texts} field={first.field} id={first.id} words={first.quote.exact} />}
      <ul className={classes['said']}>
        {[first, ...answers].map((comment) => (
          <One key={comment.id} {...{ comment, comments, act }} named={comment.id === panel.named} />
        ))}
      </ul>
      {answering ? (
        <Composer
          autoFocus
          label={t('together.answerLabel')}
          action={t('together.answer')}
          send={(text) => act.add({ text, thread: first.id })}
          done={() => setAnswering(false)}
          cancel={() => setAnswering(false)}
        />
      ) : (
        <Group gap="xs" mt={4}>
          <Button size="compact-xs" variant="default" onClick={() => setAnswering(true)}>
            {t('together.answer')}
          </Button>
          {mayResolve && (
            <Button size="compact-xs" variant="default" onClick={() => void act.resolve(first.id, !resolved)}>
              {t(resolved ? 'together.reopen' : 'together.resolve')}
            </Button>
          )}
        </Group>
      )}
    </li>
  );
}

function One({ comment, comments, act, named }: { comment: Comment; comments: Comments; act: Acts; named: boolean }) {
  const speech = useSpeech();
  const { t } = speech;
  const me = useMe();
  const item = useRef<HTMLLIElement>(null);
  const [editing, setEditing] = useState(false);
  const [sure, ask] = useState(false);
  useEffect(() => {
    if (!named) return;
    item.current?.scrollIntoView({ block: 'center' });
    item.current?.focus({ preventScroll: true });
  }, [named]);
  const nameOf = (id: string) => (id === me.userId ? me.name || me.email || t('person.you') : calledBy(speech, comments.people.find((person) => person.id === id)?.name ?? ''));
  const own = comment.author.id === me.userId && !comment.removed;
  return (
    <li ref={item} tabIndex={-1} id={`comment-${comment.id}`} data-named={named || undefined}>
      <div className={classes['by']}>
        <strong>{own || comment.author.id === me.userId ? t('person.you') : calledBy(speech, comment.author.name)}</strong> <Ago time={comment.createdAt} />
        {comment.editedAt !== null && ` · ${t('together.edited')}`}
      </div>
      {editing ? (
        <Composer
          autoFocus
          label={t('together.editLabel')}
          action={t('together.save')}
          start={fromTokens(comment.text, nameOf)}
          send={(text) => act.edit(comment.id, text)}
          done={() => setEditing(false)}
          cancel={() => setEditing(false)}
        />
      ) : (
        <p className={classes['text']}>
          {comment.removed ? <em>{t('together.removed')}</em> : piecesOf(comment.text).map((piece, i) => (piece.id === undefined ? piece.text : <b key={i}>{`@${nameOf(piece.id)}`}</b>))}
        </p>
      )}
      {own && !editing && (
        <Group gap="xs">
          <Anchor component="button" type="button" size="xs" onClick={() => setEditing(true)}>
            {t('together.edit')}
          </Anchor>
          <Anchor component="button" type="button" size="xs" onClick={() => ask(true)}>
            {t('together.delete')}
          </Anchor>
        </Group>
      )}
      {sure && <RemoveQuestion remove={() => act.remove(comment.id)} close={() => ask(false)} />}
    </li>
  );
}

/** Nothing brings a comment back, so that it is asked for. */
function RemoveQuestion({ remove, close }: { remove: () => Promise<unknown>; close: () => void }) {
  const { t } = useSpeech();
  const { mutate, isPending, error } = useMutation({ mutationFn: remove, onSuccess: close });
  return (
    <Confirm opened close={close} title={t('together.deleteTitle')} action={t('together.delete')} go={() => mutate()} pending={isPending} error={error}>
      {t('together.deleteHint')}
    </Confirm>
  );
}
