import { Button, Group } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { binQuery, eraseEntry, returnEntry } from '../../api/bin';
import { useBootstrap } from '../../api/session';
import type { BinEntry } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { useMore } from '../../lists/useMore';
import { Trouble } from '../../shell/Trouble';
import { Confirm } from '../../ui/Confirm';
import { EmptyState } from '../../ui/EmptyState';
import { notifyDone, notifyFailure } from '../../ui/notify';
import { Page } from '../../ui/Page';
import { Row, Rows } from '../../ui/Rows';
import { reasonFailure } from '../../values/reasons';

/** What was deleted and can come back: /admin/bin. */
export function Bin() {
  const { t, plural } = useSpeech();
  const query = useInfiniteQuery(binQuery);
  const { pending, more } = useMore(query);
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const days = query.data?.pages[0]?.keepDays ?? 0;
  if (query.isError && !query.data) return <Trouble error={query.error} reset={() => void query.refetch()} />;
  return (
    <Page title={t('nav.bin')} hint={days > 0 ? plural('bin.hint', days) : undefined}>
      {query.isSuccess && items.length === 0 && <EmptyState icon="trash" title={t('bin.empty')} hint={t('bin.emptyHint')} />}
      <Rows>
        {items.map((each) => (
          <Deleted key={`${each.collection} ${each.id}`} entry={each} />
        ))}
      </Rows>
      {query.hasNextPage && (
        <Button variant="default" mt="sm" loading={pending} onClick={more}>
          {t('list.more')}
        </Button>
      )}
    </Page>
  );
}

function Deleted({ entry }: { entry: BinEntry }) {
  const speech = useSpeech();
  const { t, text, plural, moment } = speech;
  const { me, collections } = useBootstrap();
  const queries = useQueryClient();
  const [sure, ask] = useState(false);
  const collection = collections.find(({ name }) => name === entry.collection);
  const stale = () => Promise.all([queries.invalidateQueries({ queryKey: ['bin'] }), queries.invalidateQueries({ queryKey: ['entries'] })]);
  const back = useMutation({
    mutationFn: () => returnEntry(entry),
    onSuccess: ({ left }) => notifyDone(speech, left.length > 0 ? plural('bin.left', left.length) : t('bin.returned', { title: entry.title })),
    onError: (error) => notifyFailure(speech, reasonFailure(error, collection, speech, 'set'), t('bin.notReturned')),
    onSettled: stale,
  });
  const erase = useMutation({ mutationFn: () => eraseEntry(entry), onSuccess: () => ask(false), onSettled: stale });
  const facts = [
    text(collection?.title ?? entry.collection, entry.collection),
    t('bin.deleted', { name: entry.deletedBy?.name || t('entry.nobody'), time: moment(entry.deletedAt) }),
    entry.translations > 0 ? plural('bin.translations', entry.translations) : '',
    t('bin.goneAt', { time: moment(entry.goneAt) }),
  ];
  return (
    <Row icon="trash" title={entry.title} facts={facts}>
      <Group gap="xs">
        <Button size="xs" variant="default" loading={back.isPending} onClick={() => back.mutate()} aria-label={t('bin.returnOf', { title: entry.title })}>
          {t('bin.return')}
        </Button>
        {me.role === 'owner' && (
          <Button size="xs" variant="default" onClick={() => ask(true)} aria-label={t('bin.eraseOf', { title: entry.title })}>
            {t('bin.erase')}
          </Button>
        )}
      </Group>
      <Confirm opened={sure} close={() => ask(false)} title={t('bin.eraseOf', { title: entry.title })} action={t('bin.erase')} go={() => erase.mutate()} pending={erase.isPending} error={reasonFailure(erase.error, collection, speech, 'delete')}>
        {t('bin.eraseHint')}
      </Confirm>
    </Row>
  );
}
