import { Badge, Group, Paper, Text, Title } from '@mantine/core';

import type { SchemaAtom } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { AtomLink } from './AtomLink';
import type { JsonSchema, SchemaRow } from './jsonSchema';
import { SchemaTable } from './SchemaTable';

/** A Schema: its properties with what they refer to, and its indexes. */
export function SchemaCard({ schema }: { schema: SchemaAtom }) {
  const { t, text } = useSpeech();
  return (
    <Paper withBorder p="md" component="article" aria-label={schema.name} id={schema.name} style={{ scrollMarginTop: 72 }}>
      <Group justify="space-between" gap="xs" align="baseline">
        <Title order={2} size="h4">
          {text(schema.title, schema.name)}{' '}
          <Text span ff="monospace" size="sm" c="dimmed">
            {schema.name}
          </Text>
        </Title>
        <Text size="sm">
          <LinkAnchor to="/dev" search={{ tab: 'manifests', atom: `Schema/${schema.name}` }} inherit>
            {t('developer.manifest')}
          </LinkAnchor>
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {text(schema.description)}
      </Text>
      <Marks schema={schema} />
      <SchemaTable schema={objectOf(schema)} label={t('developer.propertiesOf', { name: schema.name })} note={(row) => <ReferenceNote schema={schema} row={row} />} />
      <Indexes schema={schema} />
    </Paper>
  );
}

function objectOf({ properties, defs }: SchemaAtom): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map((each) => [each.name, each.schema as JsonSchema])),
    required: properties.filter((each) => each.required).map((each) => each.name),
    ...(defs ? { $defs: defs as Record<string, JsonSchema> } : {}),
  };
}

function Marks({ schema }: { schema: SchemaAtom }) {
  const { t } = useSpeech();
  const marks = [
    t(`developer.lifecycle.${schema.lifecycle}`),
    ...(schema.localized ? [t('developer.localized')] : []),
    ...(schema.translates ? [t('developer.translates', { name: schema.translates.parent })] : []),
    ...(schema.readOnly ? [t('entry.readOnly')] : []),
  ];
  return (
    <Group gap={6} my="xs">
      {marks.map((each) => (
        <Badge key={each} variant="default" tt="none" fw={500}>
          {each}
        </Badge>
      ))}
    </Group>
  );
}

function ReferenceNote({ schema, row }: { schema: SchemaAtom; row: SchemaRow }) {
  const { t } = useSpeech();
  const reference = schema.properties.find((each) => each.name === row.path)?.references;
  if (!reference) return null;
  return (
    <div>
      {t(reference.translation ? 'developer.translationOf' : 'developer.refersTo')}{' '}
      <AtomLink id={`Schema/${reference.schema}`} bare />
      <Text span ff="monospace" inherit>{`.${reference.field}`}</Text>
    </div>
  );
}

function Indexes({ schema }: { schema: SchemaAtom }) {
  const { t } = useSpeech();
  if (schema.indexes.length === 0) return null;
  return (
    <Text size="sm" mt="xs" component="div">
      <Text span c="dimmed" inherit>
        {t('developer.indexes')}
      </Text>{' '}
      {schema.indexes.map(({ fields, unique }, i) => (
        <span key={i}>
          {i > 0 && t('developer.comma')}
          <Text span ff="monospace" inherit>
            {fields.join(' + ')}
          </Text>
          {unique && ` (${t('developer.unique')})`}
        </span>
      ))}
    </Text>
  );
}
