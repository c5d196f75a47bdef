import { Anchor, Button, Group, List, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { currentRow } from '../../api/entries';
import type { ApiFailure } from '../../api/failure';
import { useBootstrap, useMe } from '../../api/session';
import { keepDraft } from '../../drafts/store';
import { useSpeech } from '../../i18n/text';
import { openedFrom } from '../../operations/address';
import { LinkAnchor } from '../../ui/links';
import { Notice } from '../../ui/Notice';
import { notifyUndoable } from '../../ui/undo';
import { reasonFailure } from '../../values/reasons';
import { listed } from '../../values/names';
import { fieldTitle } from '../../values/schema';
import { DraftBar } from './DraftBar';
import { calledBy, mayWrite, type EntryEditor } from './editor';
import { LineNotice } from './LineNotice';
import type { Restored } from './useDraft';
import { useLastChange } from './useLastChange';
import type { Working } from './working';

/** What there is to say about an entry before one edits it. */
export function Notices({ editor }: { editor: EntryEditor }) {
  const { collection, detail, gone } = editor;
  const mayEdit = mayWrite(collection, detail);
  return (
    <>
      {gone && <Gone editor={editor} />}
      {!gone && detail?.draft && editor.showsDraft && <DraftBar editor={editor} draft={detail.draft} entry={detail.entry} />}
      {!gone && editor.newer && mayEdit && <Newer editor={editor} newer={editor.newer} />}
      {!gone && mayEdit && editor.draft.restored && <Back editor={editor} restored={editor.draft.restored} />}
      {collection.readOnly && <WrittenByOperations editor={editor} />}
      {!collection.readOnly && !mayEdit && <NotYours editor={editor} />}
      {editor.failure && !gone && !editor.newer && editor.diagnostics.length === 0 && <Failed editor={editor} failure={editor.failure} />}
    </>
  );
}

/** Drops what was typed here, and offers the way back. */
function useDropMine(editor: EntryEditor): () => void {
  const speech = useSpeech();
  return () => notifyUndoable(speech, speech.t('verbs.discarded', { title: calledBy(editor, speech) }), editor.discard());
}

/** What was typed before the page was left, or the tab closed, is in the form again. */
function Back({ editor, restored }: { editor: EntryEditor; restored: Restored }) {
  const speech = useSpeech();
  const { t, moment } = speech;
  const [going, setGoing] = useState(false);
  const takeBack = async () => {
    const done = t('verbs.discarded', { title: calledBy(editor, speech) });
    setGoing(true);
    const back = await editor.takeBack().finally(() => setGoing(false));
    if (back) notifyUndoable(speech, done, back);
  };
  const fields = restored.fields.map((field) => fieldTitle(speech, editor.collection, field));
  return (
    <LineNotice title={t('entry.restored', { time: moment(restored.at) })} hint={t('entry.restoredFields', { fields: listed(fields, speech.language) })}>
      <Button size="compact-xs" variant="default" loading={going} onClick={() => void takeBack()}>
        {t('entry.restoredRemove')}
      </Button>
    </LineNotice>
  );
}

function Newer({ editor, newer }: { editor: EntryEditor; newer: Working }) {
  const { t, ago } = useSpeech();
  const dropMine = useDropMine(editor);
  const { at, own } = useLastChange(newer, editor.edits?.base);
  return (
    <Notice tone="warning" icon="alert" title={t(own ? 'entry.newerOwn' : 'entry.newer', { ago: ago(at) })}>
      <Text size="sm">{t('entry.newerHint')}</Text>
      <Group gap="xs" mt="sm">
        <Button size="compact-sm" onClick={() => editor.resolve(true)}>
          {t('entry.compare')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={dropMine}>
          {t('entry.takeTheirs')}
        </Button>
      </Group>
    </Notice>
  );
}

/** Deleted while it was open: what is in the form can live on as a new entry. */
function Gone({ editor }: { editor: EntryEditor }) {
  const { t } = useSpeech();
  const me = useMe();
  const navigate = useNavigate();
  const { collection, value, anew } = editor;
  const keep = () => {
    keepDraft({ user: me.userId, collection: collection.name, id: 'new' }, { at: Date.now(), version: 0, patch: value, was: {} });
    void navigate({ to: '/c/$collection/$id', params: { collection: collection.name, id: 'new' }, ignoreBlocker: true });
  };
  return (
    <Notice tone="danger" icon="trash" urgent title={t(anew ? 'entry.goneLanguage' : 'entry.gone')}>
      <Text size="sm">{t(anew ? 'entry.goneHereHint' : 'entry.goneHint')}</Text>
      <Button size="compact-sm" mt="sm" variant="default" onClick={anew ?? keep}>
        {t(anew ? 'entry.goneHere' : 'entry.goneKeep')}
      </Button>
    </Notice>
  );
}

function WrittenByOperations({ editor }: { editor: EntryEditor }) {
  const { t, text } = useSpeech();
  const { operations } = useBootstrap();
  const writers = operations.filter((each) => each.targetCollection === editor.collection.name);
  return (
    <Notice tone="quiet" icon="lock" title={t('entry.readOnly')}>
      {writers.length === 0 ? (
        <Text size="sm">{t('entry.readOnlyHint')}</Text>
      ) : (
        <>
          <Text size="sm">{t('entry.readOnlyBy')}</Text>
          <List size="sm">
            {writers.map((each) => (
              <List.Item key={each.name}>
                <LinkAnchor to="/ops" search={editor.detail ? openedFrom(each, editor.detail.entry) : { run: each.name }} size="sm">
                  {text(each.title, each.name)}
                </LinkAnchor>
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Notice>
  );
}

/** Not for this role; nor any more, where somebody published it meanwhile: what was typed stays to be copied. */
function NotYours({ editor }: { editor: EntryEditor }) {
  const { t } = useSpeech();
  const role = t(`role.${useMe().role}`);
  const dropMine = useDropMine(editor);
  return (
    <Notice tone="quiet" icon="lock" title={t('entry.notYours')}>
      <Text size="sm">{t(editor.collection.lifecycle === 'publishing' ? 'entry.notYoursHint' : 'entry.notYoursRecordHint', { role })}</Text>
      {editor.edits && (
        <>
          <Text size="sm">{t('entry.notYoursTyped')}</Text>
          <Button size="compact-sm" variant="default" mt="sm" onClick={dropMine}>
            {t('entry.takeTheirs')}
          </Button>
        </>
      )}
    </Notice>
  );
}

/** A failure that is no matter of a field: no connection, or a refusal of the whole. */
function Failed({ editor, failure }: { editor: EntryEditor; failure: ApiFailure }) {
  const speech = useSpeech();
  const { t } = speech;
  const offline = failure.kind === 'offline';
  return (
    <Notice tone={offline ? 'warning' : 'danger'} icon={offline ? 'offline' : 'alert'} urgent title={t(offline ? 'entry.offline' : 'trouble.notDone')}>
      <Text size="sm">{offline ? t('entry.offlineHint') : currentRow(failure) ? t('trouble.conflict') : reasonFailure(failure, editor.collection, speech, editor.deed).message}</Text>
      {offline && (
        <Anchor component="button" type="button" size="sm" onClick={() => void editor.save()}>
          {t('action.retry')}
        </Anchor>
      )}
    </Notice>
  );
}
