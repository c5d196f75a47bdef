import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { methodsQuery, type Method } from '../../api/identity';
import { useMe } from '../../api/session';
import { useSpeech, type Speech } from '../../i18n/text';
import { Terms } from '../../ui/Terms';

/** Who one is here. */
export function Account() {
  const speech = useSpeech();
  const { t } = speech;
  const me = useMe();
  const oneOf = new Intl.ListFormat(speech.language, { type: 'disjunction' });
  const { data: methods = [] } = useQuery(methodsQuery);
  const facts: [string, string][] = [
    [t('person.name'), me.name],
    [t('person.email'), me.email],
    [t('account.login'), me.login],
    [t('person.role'), t('account.roleIs', { role: t(`role.${me.role}`), can: t(`staff.can.${me.role}`) })],
    [t('account.methods'), oneOf.format(methods.map((each) => methodName(speech, each)))],
  ];
  return (
    <section>
      <Title order={2} size="h3" mb="xs">
        {t('account.title')}
      </Title>
      <Terms terms={facts} />
    </section>
  );
}

function methodName({ t }: Speech, { kind, provider, name }: Method): string {
  if (kind === 'email-otp' || kind === 'magic-link') return t(`account.method.${kind}`);
  return name ?? provider ?? kind;
}
