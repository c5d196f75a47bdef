import { Anchor } from '@mantine/core';

import { TimeRefused } from '../../../api/article';
import { ApiFailure } from '../../../api/failure';
import type { ArticlePart } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { Notice } from '../../../ui/Notice';
import { Refusal } from '../../../ui/Refusal';
import { refusedPart } from './faults';
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
  const at = error instanceof TimeRefused ? { part: error.part, tokens: [] } : error instanceof ApiFailure ? refusedPart(error, parts) : undefined;
  if (!at) return <Refusal error={error} title={t('trouble.notDone')} />;
  const part = partName(at.part, speech);
  return (
    <Notice tone="danger" urgent mb={0} title={t(error instanceof TimeRefused ? 'article.refusedTime' : 'article.refused', { part })}>
      {error?.message}{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => lead(at.tokens.map((each) => `/${each}`).join(''), at.part.locale)}>
        {t('article.toPart', { part })}
      </Anchor>
    </Notice>
  );
}
