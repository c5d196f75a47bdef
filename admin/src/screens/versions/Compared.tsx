import { Loader, NativeSelect, SegmentedControl, Text, Title, VisuallyHidden } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { useMe } from '../../api/session';
import type { Collection, EntryDetail, EntryVersion } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { Notice } from '../../ui/Notice';
import { saidOf } from '../../values/said';
import { nameOf } from '../entry/EntryFacts';
import { DataCompared } from './DataCompared';
import { NameVersion } from './NameVersion';
import { Restore } from './Restore';
import { before, draftName, readSide, type Comparison, type Side } from './sides';
import { useSide } from './useSide';
import { writersOf } from './writers';
import classes from './Versions.module.css';

interface ComparedProps {
  collection: Collection;
  detail: EntryDetail;
  /** The versions that are listed, the newest first. */
  lines: readonly EntryVersion[];
  comparison: Comparison;
  /** What of an article it is; nothing of what is no article. */
  part?: string | undefined;
}

/** A version: who made it and when, what it has otherwise than another one, and the way back to it. */
export function Compared({ collection, detail, lines, comparison, part }: ComparedProps) {
  const speech = useSpeech();
  const { t } = speech;
  const [shown, show] = useState<'changes' | 'whole'>('changes');
  const { picked, older, newer } = comparison;
  const [from, to, own] = [useSide(detail, older), useSide(detail, newer), useSide(detail, picked)];
  const error = from.error ?? to.error;
  const missing = from.error ? older : newer;
  const line = lines.find(({ version }) => version === picked);
  const heading = line?.name ?? (picked === 'draft' ? t(draftName(detail)) : sideName(speech, picked));
  return (
    <section aria-label={heading}>
      {part && (
        <Text size="sm" fw={600}>
          {part}
        </Text>
      )}
      <Title order={2}>{heading}</Title>
      <Text size="sm" c="dimmed">
        <Made detail={detail} picked={picked} line={line} />
      </Text>
      <div className={classes['tools']}>
        {typeof picked === 'number' && picked !== detail.entry.version && own.state && <Restore collection={collection} detail={detail} version={picked} data={own.state.data} />}
        {typeof picked === 'number' && line && <NameVersion entry={detail.entry} line={line} />}
      </div>
      <div className={classes['tools']}>
        <CompareWith detail={detail} lines={lines} comparison={comparison} />
        <SegmentedControl size="xs" aria-label={t('versions.show')} value={shown} onChange={show} data={(['changes', 'whole'] as const).map((value) => ({ value, label: t(`versions.show.${value}`) }))} />
      </div>
      {error && (
        <Notice tone="warning" icon="alert" title={t('versions.missing', { version: sideName(speech, missing) })}>
          {saidOf(error, speech)}
        </Notice>
      )}
      <VisuallyHidden role="status">{t('versions.between', { older: sideName(speech, older), newer: sideName(speech, newer) })}</VisuallyHidden>
      {from.state && to.state && <DataCompared collection={collection} detail={detail} comparison={comparison} from={from.state} to={to.state} whole={shown === 'whole'} />}
      {!error && !(from.state && to.state) && <Loader size="sm" aria-label={t('app.loading')} />}
    </section>
  );
}

/** What a side of a comparison is called. */
export function sideName({ t }: Speech, side: Side): string {
  if (side === 'nothing') return t('versions.nothing');
  return side === 'draft' ? t('versions.draft') : t('versions.version', { version: side });
}

function Made({ detail: { draft }, picked, line }: { detail: EntryDetail; picked: Side; line: EntryVersion | undefined }) {
  const speech = useSpeech();
  const { t, moment } = speech;
  const me = useMe();
  const facts = line
    ? [line.name ? sideName(speech, line.version) : '', t(`entry.did.${line.action}`, { name: nameOf(speech, line.actor, me.userId) }), moment(line.time), t(`through.${line.surface}`)]
    : picked === 'draft' && draft
      ? [writersOf(speech, draft, me.userId), moment(draft.savedAt), t('versions.draftHint')]
      : [];
  return facts.filter(Boolean).join(' · ');
}

/** Which version a version is held against: the one before it, or any other. */
function CompareWith({ detail: { entry, draft, collection }, lines, comparison: { picked, other } }: Omit<ComparedProps, 'collection' | 'part'>) {
  const speech = useSpeech();
  const { t } = speech;
  const navigate = useNavigate();
  const { of } = useSearch({ from: '/staff/c/$collection/$id/versions' });
  const usual = before(picked, entry.version, lines);
  const listed = lines.filter(({ version, kept }) => kept && version !== picked && version !== entry.version && version !== usual);
  const now = t(collection.lifecycle === 'publishing' && entry.status === 'published' ? 'versions.liveOf' : 'versions.nowOf', { version: entry.version });
  const choices: { value: string; label: string }[] = [{ value: '', label: picked === 'draft' ? now : t('versions.before', { version: sideName(speech, usual) }) }];
  if (picked !== entry.version && picked !== 'draft') choices.push({ value: String(entry.version), label: now });
  if (draft && picked !== 'draft') choices.push({ value: 'draft', label: t(draftName({ entry })) });
  choices.push(...listed.map(({ version, name }) => ({ value: String(version), label: name ? `${sideName(speech, version)}: ${name}` : sideName(speech, version) })));
  if (other !== usual && other !== 'nothing' && !choices.some(({ value }) => value === String(other))) choices.push({ value: String(other), label: sideName(speech, other) });
  const choose = (value: string) => {
    const chosen = readSide(value);
    void navigate({ to: '/c/$collection/$id/versions', params: { collection: entry.collection, id: entry.id }, search: { version: picked, ...(of === undefined ? {} : { of }), ...(chosen === undefined ? {} : { with: chosen }) }, replace: true, resetScroll: false });
  };
  return <NativeSelect size="xs" label={t('versions.with')} value={other === usual ? '' : String(other)} onChange={(event) => choose(event.currentTarget.value)} data={choices} />;
}
