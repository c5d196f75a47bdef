import { Button, Code, Group, Stack, Text } from '@mantine/core';

import { signInAddress } from '../../api/people';
import { useBootstrap } from '../../api/session';
import type { Invitation } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Copy } from '../../ui/Copy';
import { Notice } from '../../ui/Notice';

/** An invitation that was made: whether it was mailed, until when it counts, and the address to pass on. */
export function Invited({ invitation, again, close }: { invitation: Invitation; again?: () => void; close: () => void }) {
  const { t, moment } = useSpeech();
  const { email, role, expiresAt, emailSent } = invitation;
  const facts = { email, role: t(`role.${role}`), until: moment(expiresAt) };
  return (
    <Stack gap="md">
      <Notice
        mb={0}
        tone={emailSent ? 'quiet' : 'warning'}
        icon={emailSent ? 'check' : 'alert'}
        title={t(emailSent ? 'invite.sent' : 'invite.notSent')}
      >
        <Text size="sm">{emailSent ? t('invite.sentHint', facts) : t('invite.notSentHint', facts)}</Text>
        {emailSent && (
          <Text size="sm" mt="xs">
            {t('invite.address')}
          </Text>
        )}
        <Address />
      </Notice>
      <Group justify="flex-end" gap="xs">
        {again && (
          <Button variant="default" onClick={again}>
            {t('invite.another')}
          </Button>
        )}
        <Button onClick={close} data-autofocus>
          {t('action.close')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Where one signs in, which is what the mail has too. */
function Address() {
  const { t } = useSpeech();
  const address = signInAddress(useBootstrap().site);
  return (
    <Group gap={4} mt="xs" wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{address}</Code>
      <Copy value={address} label={t('action.copyAddress')} />
    </Group>
  );
}
