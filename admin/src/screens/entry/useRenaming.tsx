import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { patchEntry, relatedEntries, staleAfterChange } from '../../api/entries';
import { readRow } from '../../api/rows';
import type { EntryDetail, Related } from '../../api/types.gen';
import { findings } from '../../forms/findings';
import { useSpeech } from '../../i18n/text';
import { Dialog } from '../../ui/Dialog';
import { notifyDone, notifyFailure } from '../../ui/notify';
import { sameValue } from '../../values/data';
import { reasonFailure } from '../../values/reasons';
import { fieldTitle } from '../../values/schema';
import type { Asked } from './editor';

/** What becomes of the translations of an entry that is joined to them by another value from now on. */
type Choice = 'all' | 'this' | 'none';

/**
 * Says, once the value is saved that joins an entry to its translations, that they have it too: where the value is the entry's
 * alone, the service has them follow. Where it is not, it asks before: left as they are, they would belong to no entry.
 */
export function useRenaming(detail: EntryDetail | undefined) {
  const speech = useSpeech();
  const { t, plural } = speech;
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const answer = useRef<(choice: Choice) => void>(undefined);
  // What was said of a value holds for it: a save that had no answer is tried again unasked.
  const said = useRef<{ value: unknown; choice: Choice }>(undefined);
  const own = detail?.related.find(({ relationship, entries }) => relationship.kind === 'translation' && entries.length > 0);

  const choose = (value: unknown): Promise<Choice> => {
    if (said.current && sameValue(said.current.value, value)) return Promise.resolve(said.current.choice);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = (choice) => {
        setOpen(false);
        said.current = choice === 'none' ? undefined : { value, choice };
        resolve(choice);
      };
    });
  };
  const rename = async (related: Related, value: unknown) => {
    const { childField } = related.relationship;
    const all = await relatedEntries(related);
    for (const { collection, id } of all) {
      const row = await readRow(collection, id);
      if (row) await patchEntry(row, { [childField]: value });
    }
    return all.length;
  };
  const told = async (own: Related, count: number) => {
    notifyDone(speech, plural('entry.renamed', count));
    await queries.invalidateQueries({ queryKey: staleAfterChange(own.collection) });
  };
  const followed = async (own: Related) => {
    const count = (await relatedEntries(own).catch(() => own.entries)).length;
    return () => told(own, count);
  };
  const ask: Asked = async ({ base, value }) => {
    const next = own && value[own.relationship.parentField];
    if (!own || !base || sameValue(base.data[own.relationship.parentField], next)) return () => undefined;
    // What will be refused need not be decided on.
    if (findings(value, detail?.collection.schema ?? {}, true).length > 0) return () => undefined;
    if (detail?.collection.keys.includes(own.relationship.parentField)) return followed(own);
    const choice = await choose(next);
    if (choice === 'none') return undefined;
    return async () => {
      said.current = undefined;
      if (choice === 'this') return;
      await rename(own, next).then(
        (count) => notifyDone(speech, plural('entry.renamed', count)),
        (error: unknown) => notifyFailure(speech, reasonFailure(error, detail?.collection, speech, 'set'), t('entry.renameFailed')),
      );
      await queries.invalidateQueries({ queryKey: staleAfterChange(own.collection) });
      await queries.invalidateQueries({ queryKey: staleAfterChange(detail?.entry.collection ?? '') });
    };
  };
  const field = own && detail ? fieldTitle(speech, detail.collection, own.relationship.parentField) : '';
  const question = own && (
    <Dialog opened={open} close={() => answer.current?.('none')} zIndex={aboveQuestions} size="lg" title={t('entry.renameTitle', { field })}>
      <Text size="sm">{plural('entry.renameHint', own.entries.length)}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="subtle" color="gray" onClick={() => answer.current?.('this')}>
          {t('entry.renameThis')}
        </Button>
        <Button variant="default" onClick={() => answer.current?.('none')}>
          {t('action.cancel')}
        </Button>
        <Button data-autofocus onClick={() => answer.current?.('all')}>
          {t('entry.renameAll')}
        </Button>
      </Group>
    </Dialog>
  );
  return { ask, question };
}

/** Saving may be what the question about leaving was answered with. */
const aboveQuestions = 400;
