import { Anchor } from '@mantine/core';

import { TimeRefused } from '../../../api/article';
import { ApiFailure } from '../../../api/failure';
import { findCollection, useBootstrap } from '../../../api/session';
import type { ArticlePart, Collection } from '../../../api/types.gen';
import { useSpeech, type Speech } from '../../../i18n/text';
import { Notice } from '../../../ui/Notice';
import { Refusal } from '../../../ui/Refusal';
import { reasonFailure, reasonOf } from '../../../values/reasons';
import { refusedPart, type RefusedPart } from './faults';
import { partName } from './words';

interface PublishRefusalProps {
  error: Error | null;
  parts: readonly ArticlePart[];
  lead: (field: string, locale: string | undefined) => void;
}

/** Says of which part the service refused to publish all of them, and leads to its field. */
export function PublishRefusal({ error, parts, lead }: PublishRefusalProps) {
  const speech = useSpeech();
  const { t } = speech;
  const { collections } = useBootstrap();
  const at = error instanceof TimeRefused ? { part: error.part, tokens: [] as string[], reason: undefined } : error instanceof ApiFailure ? refusedPart(error, parts) : undefined;
  if (!at) return <Refusal error={reasonFailure(error, undefined, speech, 'publish')} title={t('trouble.notDone')} />;
  const part = partName(at.part, speech);
  return (
    <Notice tone="danger" urgent mb={0} title={t(error instanceof TimeRefused ? 'article.refusedTime' : 'article.refused', { part })}>
      {reasonAt(at, error, findCollection(collections, at.part.collection), speech)}{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => lead(at.tokens.map((each) => `/${each}`).join(''), at.part.locale)}>
        {t('article.toPart', { part })}
      </Anchor>
    </Notice>
  );
}

/** Why a part is not published, or has no time: a refusal of several is told as one of the part alone would be. */
function reasonAt({ reason }: Pick<RefusedPart, 'reason'>, error: Error | null, collection: Collection | undefined, speech: Speech): string | undefined {
  if (reason) return reasonOf(collection, reason, speech, 'publish');
  return reasonFailure(error instanceof TimeRefused ? error.reason : error, collection, speech, 'publish')?.message;
}
