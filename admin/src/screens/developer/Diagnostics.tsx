import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';

import type { Diagnostic } from '../../api/diagnostic.gen';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { AtomLink } from './AtomLink';
import { atomOfPath } from './atoms';

/** What the start had to say about the manifests. */
export function Diagnostics({ diagnostics }: { diagnostics: Diagnostic[] }) {
  const { t } = useSpeech();
  return (
    <section aria-label={t('developer.diagnostics')}>
      <Title order={2} size="h4" mb="xs">
        {t('developer.diagnostics')}
      </Title>
      {diagnostics.length === 0 ? (
        <Group gap={6} c="dimmed">
          <Icon name="check" />
          <Text size="sm">{t('developer.noDiagnostics')}</Text>
        </Group>
      ) : (
        <Stack gap="xs">
          {diagnostics.map((each, i) => (
            <DiagnosticCard key={i} diagnostic={each} />
          ))}
        </Stack>
      )}
    </section>
  );
}

/** One finding: its code, where it was found, what to do. */
export function DiagnosticCard({ diagnostic }: { diagnostic: Diagnostic }) {
  const { code, message, severity, source, path, suggestion } = diagnostic;
  const atom = atomOfPath(path);
  return (
    <Paper withBorder p="sm">
      <Group gap="xs">
        <Badge variant="default" tt="none" ff="monospace" {...(severity === 'error' ? { c: 'var(--mantine-color-error)' } : {})}>
          {code}
        </Badge>
        {atom && <AtomLink id={atom} />}
        {source && (
          <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {source.file}
            {source.line ? `:${source.line}` : ''}
          </Text>
        )}
      </Group>
      <Text size="sm" mt={6}>
        {message}
      </Text>
      {suggestion && (
        <Text size="sm" c="dimmed">
          {suggestion}
        </Text>
      )}
    </Paper>
  );
}
