import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState, type ReactNode } from 'react';

import { isAtLeast, useMe } from '../../api/session';
import type { Draft, Entry } from '../../api/types.gen';
import { part } from '../../app/part';
import { useSpeech, type Speech } from '../../i18n/text';
import { Confirm } from '../../ui/Confirm';
import { Dialog } from '../../ui/Dialog';
import { Notice } from '../../ui/Notice';
import { notifyDone, notifyFailure } from '../../ui/notify';
import { notifyUndoable } from '../../ui/undo';
import { fieldTitle } from '../../values/schema';
import { timesOf, zone } from '../calendar/times';
import { Conflict } from './Conflict';
import { nameOf } from './EntryFacts';
import { LineNotice } from './LineNotice';
import { publishOf, type Coming } from './times/coming';
import { useComing } from './times/useComing';
import { useEndPublishes } from './times/useEndPublishes';
import { calledBy, type EntryEditor } from './editor';

const DraftChanges = lazy(part(() => import('./DraftChanges').then((module) => ({ default: module.DraftChanges }))));

/** What a pending draft is: of a published entry what readers do not see, of a draft what was typed since it was saved, of an archived one what waits with it. */
const saidOf = ({ status }: Entry) => (({ published: 'draft', draft: 'typed', archived: 'stored' }) as const)[status];

/** Says of an entry that there is a draft beside it: whose, what it changes, and how it is dropped. */
export function DraftBar({ editor, draft, entry }: { editor: EntryEditor; draft: Draft; entry: Entry }) {
  const speech = useSpeech();
  const { t, ago } = speech;
  const me = useMe();
  const said = saidOf(entry);
  const [open, setOpen] = useState<'changes' | 'decide' | 'discard'>();
  const [movedOn, setMovedOn] = useState(false);
  const title = calledBy(editor, speech);
  const close = () => setOpen(undefined);
  const coming = publishOf(useComing(editor.detail), entry);
  const endPublishes = useEndPublishes();
  const [discarding, setDiscarding] = useState(false);
  // Without the draft there is nothing to publish at that time. Who may not take it back stops it all the same.
  const ends = said === 'draft' && coming?.move !== undefined && isAtLeast(me.role, 'editor');
  const drop = async () => {
    const back = await editor.discardDraft();
    // Not before: a draft that stays keeps its time.
    return { back, ended: back && ends && (await endPublishes(entry, [entry], false)) };
  };
  const discard = async () => {
    setDiscarding(true);
    const { back, ended } = await drop().finally(() => setDiscarding(false));
    close();
    setMovedOn(!back);
    if (!back) return;
    const done = t(ended ? 'entry.draft.discardedTimed' : `entry.${said}.discarded`, { title });
    // An archived entry takes no draft.
    if (said === 'stored') notifyDone(speech, done);
    else notifyUndoable(speech, done, () => void back().catch((error: unknown) => notifyFailure(speech, error, t('entry.draft.notBack'))));
  };
  // An archived entry has to be a draft again before anything is decided.
  const conflicts = said === 'stored' ? [] : draft.conflicts;
  const fields = conflicts.map((field) => fieldTitle(speech, editor.collection, field)).join(', ');
  const calm = fields === '' && !movedOn;
  const hint = draft.savedBy ? t(`entry.${said}.overHint`, { name: nameOf(speech, draft.savedBy, me.userId), ago: ago(draft.savedAt) }) : t(`entry.${said}.overHintNobody`, { ago: ago(draft.savedAt) });
  const size = calm ? 'compact-xs' : 'compact-sm';
  return (
    <Frame calm={calm} decides={conflicts.length > 0} title={t(`entry.${said}.over`)} hint={hint}>
      {said !== 'stored' && fields !== '' && <Text size="sm">{t(`entry.${said}.conflicts`, { fields })}</Text>}
      {movedOn && (
        <Text size="sm" role="alert">
          {t(`entry.${said}.movedOn`)}
        </Text>
      )}
      <Group gap="xs" mt={calm ? 0 : 'sm'} wrap="nowrap">
        {said !== 'stored' && fields !== '' && (
          <Button size="compact-sm" onClick={() => setOpen('decide')}>
            {t(`entry.${said}.decide`)}
          </Button>
        )}
        <Button size={size} variant="default" onClick={() => setOpen('changes')}>
          {t(`entry.${said}.changes`)}
        </Button>
        <Button size={size} variant="default" onClick={() => setOpen('discard')}>
          {t(`entry.${said}.discard`)}
        </Button>
      </Group>
      <Dialog opened={open === 'changes'} close={close} title={t(`entry.${said}.changesTitle`)} size="lg">
        <Suspense>
          <DraftChanges collection={editor.collection} entry={entry} value={said === 'stored' ? draft.data : editor.value} none={t(`entry.${said}.noChanges`)} />
        </Suspense>
      </Dialog>
      {said !== 'stored' && (
        <Dialog opened={open === 'decide'} close={close} title={t(`entry.${said}.decide`)} size="xl">
          <Conflict editor={{ ...editor, resolve: close, settle: (_, value) => void editor.decide(value).then(close) }} theirs={entry} base={{ ...entry, data: draft.baseData }} mine={editor.value} />
        </Dialog>
      )}
      <Confirm opened={open === 'discard'} close={close} title={t(`entry.${said}.sure`, { title })} action={t(`entry.${said}.discard`)} go={() => void discard()} pending={discarding}>
        {t(`entry.${said}.sureHint`)}
        {said === 'draft' && coming && <Text size="sm" mt="xs">{comingHint(speech, coming, ends)}</Text>}
      </Confirm>
    </Frame>
  );
}

interface FrameProps {
  calm: boolean;
  decides: boolean;
  title: string;
  hint: string;
  children: ReactNode;
}

function Frame({ calm, decides, title, hint, children }: FrameProps) {
  if (calm) return <LineNotice title={title} hint={hint}>{children}</LineNotice>;
  return (
    <Notice tone={decides ? 'warning' : 'quiet'} icon="clock" title={title}>
      <Text size="sm">{hint}</Text>
      {children}
    </Notice>
  );
}

/** What becomes of the time at which a draft was to be published, when it is discarded. */
function comingHint(speech: Speech, { at, timeZone, release }: Coming, ends: boolean): string {
  const { t } = speech;
  const times = timesOf(speech, { at, timeZone }, zone);
  if (ends) return t('entry.draft.endsTime', { times });
  return release ? t('entry.draft.staysIn', { name: release.name, times }) : t('entry.draft.stopsTime', { times });
}
