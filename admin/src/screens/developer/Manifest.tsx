import { Group, Text, Title } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';

import type { Console } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Copy } from '../../ui/Copy';
import { AtomLink } from './AtomLink';
import { matchingLines, neighboursOf, type Listed, type Neighbour } from './atoms';
import { SourceLines } from './SourceLines';

const ColouredLines = lazy(() => import('./ColouredLines').then((module) => ({ default: module.ColouredLines })));

/** One manifest: where it lies, what it hangs together with, its text. */
export function Manifest({ console, listed: { id, atom }, term }: { console: Console; listed: Listed; term: string }) {
  const { t, text } = useSpeech();
  const { file, line } = atom.source;
  const source = atom.source.text.replace(/\n+$/, '');
  const { uses, usedBy } = useMemo(() => neighboursOf(console, id), [console, id]);
  const marked = useMemo(() => matchingLines(source, term), [source, term]);
  const lines = { first: line, marked, label: t('developer.sourceOf', { name: id }) };
  return (
    <article aria-label={id}>
      <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h4" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {id}
          </Title>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {text(atom.title, atom.name)} · {file}:{line}
          </Text>
        </div>
        <Copy value={source} label={t('action.copyOf', { what: id })} />
      </Group>
      <Text size="sm" mt={4}>
        {text(atom.description)}
      </Text>
      <Neighbours label={t('developer.uses')} all={uses} />
      <Neighbours label={t('developer.usedBy')} all={usedBy} />
      <Suspense fallback={<SourceLines {...lines} lines={source.split('\n').map((each) => [{ text: each, className: undefined }])} />}>
        <ColouredLines {...lines} source={source} />
      </Suspense>
    </article>
  );
}

function Neighbours({ label, all }: { label: string; all: Neighbour[] }) {
  const { t } = useSpeech();
  if (all.length === 0) return null;
  return (
    <Text size="sm" mt={4} component="div">
      {label}{' '}
      {all.map(({ kind, id }, i) => (
        <span key={`${kind} ${id}`}>
          {i > 0 && t('developer.comma')}
          <AtomLink id={id} />
        </span>
      ))}
    </Text>
  );
}
