import { Button, Card, Divider, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { identity, methodsQuery, type Method } from '../../api/identity';
import { seenSite } from '../../api/site';
import { useSpeech } from '../../i18n/text';
import { Trouble } from '../../shell/Trouble';
import { Refusal } from '../../ui/Refusal';
import { SiteIcon } from '../../ui/SiteIcon';
import { usePageTitle } from '../../ui/usePageTitle';
import { ByMail } from './ByMail';
import { destination } from './destination';
import { Kept } from './Kept';
import classes from './SignIn.module.css';

/** The ways of signing in that the site offers: /admin/sign-in. */
export function SignIn() {
  const { t } = useSpeech();
  const { data: methods, error, refetch } = useQuery(methodsQuery);
  const [site] = useState(seenSite);
  usePageTitle(t('signIn.title'), site.name);
  return (
    <main className={classes['root']}>
      <Card withBorder padding="xl" className={classes['card']}>
        <Stack gap="md">
          <Group gap="sm" wrap="nowrap">
            <SiteIcon icons={site.icons} size={36} />
            <Text fw={650} lineClamp={2}>
              {site.name}
            </Text>
          </Group>
          <Title order={1}>{t('signIn.title')}</Title>
          <Kept />
          {error ? <Trouble error={error} reset={() => void refetch()} /> : methods ? <Methods methods={methods} /> : <Skeleton h={120} />}
        </Stack>
      </Card>
    </main>
  );
}

function Methods({ methods }: { methods: Method[] }) {
  const { t } = useSpeech();
  const entered = useEntered();
  const codes = methods.some((each) => each.kind === 'email-otp');
  const links = methods.some((each) => each.kind === 'magic-link');
  const providers = methods.filter((each) => each.provider !== undefined);
  if (methods.length === 0) return <Text>{t('signIn.noMethods')}</Text>;
  return (
    <>
      {(codes || links) && <ByMail codes={codes} links={links} entered={entered} />}
      {(codes || links) && providers.length > 0 && <Divider label={t('signIn.or')} />}
      {providers.map((each) => (
        <Provider key={each.provider} method={each} />
      ))}
    </>
  );
}

/** Goes on to where somebody wanted to be; what was asked without a session is forgotten. */
function useEntered(): () => void {
  const router = useRouter();
  const queries = useQueryClient();
  const { to } = useSearch({ from: '/sign-in' });
  return () => {
    queries.clear();
    router.history.push(destination(to));
  };
}

function Provider({ method }: { method: Method }) {
  const { t } = useSpeech();
  const { to } = useSearch({ from: '/sign-in' });
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: () => identity.providerAddress(method, destination(to)),
    onSuccess: (address) => window.location.assign(address),
  });
  return (
    <>
      <Button variant="default" fullWidth loading={isPending || isSuccess} onClick={() => mutate()}>
        {t('signIn.with', { name: method.name ?? method.provider ?? '' })}
      </Button>
      <Refusal error={error} title={t('signIn.failed')} />
    </>
  );
}
