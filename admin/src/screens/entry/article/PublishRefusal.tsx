import { Anchor } from '@mantine/core';

import { ApiFailure } from '../../../api/failure';
import { findCollection, useBootstrap } from '../../../api/session';
import type { ArticlePart, NewMove } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { Notice } from '../../../ui/Notice';
import { Refusal } from '../../../ui/Refusal';
import { reasonFailure, reasonOf } from '../../../values/reasons';
import { refusedPart } from './faults';
import { partName } from './words';

interface PublishRefusalProps {
  error: Error | null;
  parts: readonly ArticlePart[];
  /** Where a time was to be set: what is done to them then. */
  timed?: NewMove['direction'] | undefined;
  lead: (field: string, locale: string | undefined) => void;
}

/** Says of which part the service refused to publish all of them, and leads to its field. */
export function PublishRefusal({ error, parts, timed, lead }: PublishRefusalProps) {
  const speech = useSpeech();
  const { t } = speech;
  const { collections } = useBootstrap();
  const deed = timed ?? 'publish';
  const at = error instanceof ApiFailure ? refusedPart(error, parts) : undefined;
  if (!at) return <Refusal error={reasonFailure(error, undefined, speech, deed)} title={t('trouble.notDone')} />;
  const part = partName(at.part, speech);
  return (
    <Notice tone="danger" urgent mb={0} title={t(timed ? 'article.refusedTime' : 'article.refused', { part })}>
      {at.reason && reasonOf(findCollection(collections, at.part.collection), at.reason, speech, deed)}{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => lead(at.tokens.map((each) => `/${each}`).join(''), at.part.locale)}>
        {t('article.toPart', { part })}
      </Anchor>
    </Notice>
  );
}
