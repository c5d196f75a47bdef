import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { entryQuery } from '../../api/entries';
import type { Collection, EntryDetail } from '../../api/types.gen';
import { restoreVersion } from '../../api/versions';
import type { PlainKey } from '../../i18n/message';
import { useSpeech } from '../../i18n/text';
import { Confirm } from '../../ui/Confirm';
import { notifyFailure } from '../../ui/notify';
import { notifyUndoable } from '../../ui/undo';
import { sameValue, type Data } from '../../values/data';
import { omitted } from '../../values/omitted';
import { reasonFailure } from '../../values/reasons';
import { fieldTitle } from '../../values/schema';
import { keepIn, lacking } from '../entry/article/useCopies';
import { useParent } from '../entry/article/useParent';
import { timesOf, zone } from '../calendar/times';
import { mayWrite } from '../entry/editor';
import { publishOf } from '../entry/times/coming';
import { useComing } from '../entry/times/useComing';
import { useRows } from '../entry/useRows';
import { isBeside, takesDraft, workingOf } from '../entry/working';
import { takenBack } from './takenBack';
import { toRestore } from './toRestore';

interface RestoreProps {
  collection: Collection;
  detail: EntryDetail;
  version: number;
}

/** Brings all of a version back as a draft, after it was said what that does. It leads to the entry, where the draft is. */
export function Restore({ collection, detail, version, data }: RestoreProps & { data: Data }) {
  const speech = useSpeech();
  const { t } = speech;
  const navigate = useNavigate();
  const [sure, ask] = useState(false);
  const goes = publishOf(useComing(detail), detail.entry);
  const restore = useRestore({ collection, detail, version });
  const go = () =>
    restore.mutate(undefined, {
      onSuccess: (saved) => {
        ask(false);
        notifyUndoable(speech, t('versions.restored', { version }), () => restore.undo(saved));
        void navigate({ to: '/c/$collection/$id', params: { collection: collection.name, id: detail.entry.id } });
      },
    });
  if (!mayRestore(collection, detail) || toRestore(workingOf(detail).data, data).length === 0) return null;
  return (
    <>
      <Button size="xs" onClick={() => ask(true)}>
        {t('versions.restore')}
      </Button>
      <Confirm opened={sure} close={() => ask(false)} title={t('versions.sure', { version })} action={t('versions.restore')} go={go} harmless pending={restore.isPending} error={reasonFailure(restore.error, collection, speech, 'set')}>
        {t(hintOf(collection, detail))} {goes && t('versions.sureHint.timed', { times: timesOf(speech, goes, zone) })}
      </Confirm>
    </>
  );
}

/** Brings one property of a version back, where it is another now. */
export function RestoreField({ collection, detail, version, field, value }: RestoreProps & { field: string; value: unknown }) {
  const speech = useSpeech();
  const { t } = speech;
  const restore = useRestore({ collection, detail, version });
  const title = fieldTitle(speech, collection, field);
  if (!mayRestore(collection, detail) || omitted(value) !== undefined || sameValue(value, workingOf(detail).data[field])) return null;
  const go = () =>
    restore.mutate(field, {
      onSuccess: (saved) => notifyUndoable(speech, t('versions.restoredField', { field: title, version }), () => restore.undo(saved)),
      onError: (error) => notifyFailure(speech, reasonFailure(error, collection, speech, 'set'), t('trouble.notDone')),
    });
  return (
    <Button size="compact-xs" variant="default" loading={restore.isPending} aria-label={t('versions.restoreFieldOf', { field: title, version })} onClick={go}>
      {t('versions.restoreField')}
    </Button>
  );
}

/** A restoration is on the entry as it was seen; another one was changed meanwhile, and is read again. */
function useRestore({ collection, detail, version }: RestoreProps) {
  const speech = useSpeech();
  const { entry } = detail;
  const queries = useQueryClient();
  const rows = useRows();
  const parent = useParent(collection, entry);
  /** A version may be from before its article had what every language has a copy of, without which it is not published. */
  const completed = async (restored: EntryDetail): Promise<EntryDetail> => {
    if (!parent?.entry) return restored;
    const article = await queries.query(entryQuery(parent.collection.name, parent.entry.id));
    const patch = lacking(collection, parent.collection, workingOf(article).data, workingOf(restored).data);
    return Object.keys(patch).length > 0 ? keepIn(collection, restored, patch, isBeside(collection, workingOf(detail))) : restored;
  };
  const mutation = useMutation({
    mutationFn: async (field: string | undefined) => {
      const restored = await restoreVersion(workingOf(detail), version, field);
      // It is restored, whatever becomes of the rest: publishing fills it, too.
      return field === undefined ? completed(restored).catch(() => restored) : restored;
    },
    onSuccess: (saved) => rows.keep(saved),
    onError: () => queries.invalidateQueries({ queryKey: entryQuery(entry.collection, entry.id).queryKey }),
  });
  /** Puts back what there was, unless somebody has gone on with it since. */
  const undo = (restored: EntryDetail) =>
    void takenBack(collection, detail, restored)
      .then(() => rows.read(entry))
      .then(rows.keep)
      .catch((error: unknown) => notifyFailure(speech, reasonFailure(error, collection, speech, 'set'), speech.t('trouble.notDone')));
  return { ...mutation, undo };
}

const mayRestore = (collection: Collection, detail: EntryDetail) => !collection.readOnly && mayWrite(collection, detail);

/** What a restoration does to an entry that is as this one. */
function hintOf(collection: Collection, { entry, draft }: EntryDetail): PlainKey {
  if (!takesDraft(collection, entry)) return 'versions.sureHint.entry';
  if (draft) return 'versions.sureHint.overDraft';
  return entry.status === 'published' ? 'versions.sureHint.published' : 'versions.sureHint.draft';
}
