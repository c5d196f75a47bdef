import { Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';

import { useBootstrap } from '../../api/session';
import type { AuditLine, StaffUser } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { Terms } from '../../ui/Terms';
import { actorName, deedWords, subjectName, surfaceWords } from './actors';
import { partWords, type AuditRow } from './auditRows';
import { Changes } from './Changes';
import { SideSheet } from '../../ui/SideSheet';

/** One change: who made it, through which surface, and each property before and after. */
export function AuditDetail({ row, staff, close }: { row: AuditRow | null; staff: StaffUser[] | undefined; close: () => void }) {
  const speech = useSpeech();
  const [shown, show] = useState(row);
  if (row !== null && row !== shown) show(row);
  return (
    <SideSheet title={shown && deedWords(shown.line, speech)} opened={row !== null} close={close}>
      {shown?.parts.map((line) => (
        <section key={line.id} aria-label={line.article && partWords(line, speech)}>
          {shown.parts.length > 1 && (
            <Title order={3} size="h4" mb="xs">
              {partWords(line, speech)}
            </Title>
          )}
          <Detail line={line} staff={staff} close={close} />
        </section>
      ))}
    </SideSheet>
  );
}

function Detail({ line, staff, close }: { line: AuditLine; staff: StaffUser[] | undefined; close: () => void }) {
  const speech = useSpeech();
  const { t, moment, number } = speech;
  const { collections } = useBootstrap();
  const { actor, collection, entry } = line;
  return (
    <Stack mb="lg">
      <Terms
        terms={[
          [t('developer.when'), moment(line.time)],
          [t('developer.actor'), actorName(line, staff, speech)],
          [t('developer.actorId'), actor && <Narrower search={{ actor }} close={close}>{actor}</Narrower>],
          [t('developer.credential'), line.credential],
          [t('developer.client'), line.clientId],
          [t('developer.surface'), surfaceWords(line.surface, speech)],
          [t('developer.subject'), subjectName(line, staff, collections, speech)],
          [t('developer.language'), line.locale ? partWords(line, speech) : null],
          [t('developer.action'), line.action],
          [t('developer.collection'), collection && <Narrower search={{ collection }} close={close}>{collection}</Narrower>],
          [t('developer.entry'), entry && <Narrower search={{ entry }} close={close}>{entry}</Narrower>],
          [t('developer.version'), line.version === 0 ? null : number(line.version)],
        ]}
      />
      {collection && entry && line.action !== 'delete' && (
        <LinkAnchor to="/c/$collection/$id" params={{ collection, id: entry }} size="sm">
          {t('action.openEntry')}
        </LinkAnchor>
      )}
      {line.pruned ? (
        <Text size="sm" c="dimmed">
          {t('entry.pruned')}
        </Text>
      ) : (
        <Changes before={line.before} after={line.after} />
      )}
    </Stack>
  );
}

/** Leads to the changes that have this in common. */
function Narrower({ search, close, children }: { search: { actor: string } | { collection: string } | { entry: string }; close: () => void; children: string }) {
  const { t } = useSpeech();
  return (
    <LinkAnchor to="/dev" search={{ tab: 'audit', ...search }} onClick={close} title={t('developer.narrow')} inherit>
      {children}
    </LinkAnchor>
  );
}
