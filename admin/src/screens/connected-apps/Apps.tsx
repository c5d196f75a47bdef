import { Anchor, Button, Skeleton, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { appsQuery, disconnect, type App } from '../../api/apps';
import { useSpeech } from '../../i18n/text';
import { Trouble } from '../../shell/Trouble';
import { Confirm } from '../../ui/Confirm';
import { EmptyState } from '../../ui/EmptyState';
import { notifyDone } from '../../ui/notify';
import { Row, Rows } from '../../ui/Rows';
import { accessOf } from './access';

/** The apps that act in the reader's name. */
export function Apps() {
  const { t } = useSpeech();
  const { data, error, refetch } = useQuery(appsQuery);
  const [ending, end] = useState<App>();
  if (error && !data) return <Trouble error={error} reset={() => void refetch()} />;
  if (!data) return <Skeleton h={220} />;
  if (data.apps.length === 0) return <EmptyState icon="apps" title={t('apps.empty')} hint={t('apps.emptyHint')} />;
  return (
    <section>
      <Title order={2} size="h3" mb="xs">
        {t('apps.list')}
      </Title>
      <Rows>
        {data.apps.map((each) => (
          <AppRow key={each.clientId} app={each} end={() => end(each)} />
        ))}
      </Rows>
      {ending && <End app={ending} proof={data.proof} close={() => end(undefined)} />}
    </section>
  );
}

function AppRow({ app, end }: { app: App; end: () => void }) {
  const { t, ago } = useSpeech();
  const { access, others } = accessOf(app.scopes);
  const facts = [
    ...access.map((each) => t(each)),
    ...(others.length > 0 ? [t('apps.scopes', { scopes: others.join(', ') })] : []),
    t('apps.since', { ago: ago(Date.parse(app.createdAt)) }),
    t('apps.used', { ago: ago(Date.parse(app.usedAt)) }),
  ];
  return (
    <Row icon="apps" title={app.name} facts={facts} link={app.uri?.startsWith('https://') && <AppLink address={app.uri} />}>
      <Button variant="default" size="xs" flex="none" onClick={end} aria-label={t('apps.endOf', { name: app.name })}>
        {t('apps.end')}
      </Button>
    </Row>
  );
}

function AppLink({ address }: { address: string }) {
  return (
    <Anchor size="xs" href={address} target="_blank" rel="noreferrer">
      {address}
    </Anchor>
  );
}

function End({ app, proof, close }: { app: App; proof: string; close: () => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => disconnect(app.clientId, proof),
    onSuccess: () => {
      notifyDone(speech, t('apps.ended', { name: app.name }));
      close();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: appsQuery.queryKey }),
  });
  return (
    <Confirm opened close={close} title={t('apps.sure', { name: app.name })} action={t('apps.end')} go={() => mutate()} pending={isPending} error={error}>
      {t('apps.sureHint')}
    </Confirm>
  );
}
