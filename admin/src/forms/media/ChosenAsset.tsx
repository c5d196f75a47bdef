import { Group, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { byteSize } from '../../i18n/bytes';
import { useSpeech } from '../../i18n/text';
import { AltBadge } from '../../media/library/AltBadge';
import { lacksAlt, primaryOf } from '../../media/pictures';
import { Thumb } from '../../media/Thumb';
import { AltQuestion } from '../../media/tray/AltQuestion';
import { formName } from '../../media/words';
import { Icon } from '../../ui/icons';
import classes from './Media.module.css';
import type { Chosen } from './useChosen';

/** A file that a field holds: what it looks like, what it is, what is said of it, and what can be done. */
export function ChosenAsset({ id, chosen, small, children }: { id: string; chosen: Chosen; small?: boolean; children?: ReactNode }) {
  const { named } = chosen;
  return (
    <div className={classes['card']} data-small={small || undefined}>
      <span className={classes['thumb']}>
        <Picture chosen={chosen} />
      </span>
      <div className={classes['words']}>
        <Words id={id} chosen={chosen} />
        {named && lacksAlt(named) && children !== undefined && (
          // Enter there saves the words, and does not send the form around them.
          <div onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}>
            <AltQuestion asset={named} />
          </div>
        )}
        {children}
      </div>
    </div>
  );
}

function Picture({ chosen: { state, shown } }: { chosen: Chosen }) {
  if (shown) return <Thumb asset={shown} />;
  if (state === 'waits') return <Skeleton className={classes['blank'] ?? ''} />;
  return (
    <span className={classes['blank']}>
      <Icon name="alert" size={22} />
    </span>
  );
}

function Words({ id, chosen: { state, shown, named } }: { id: string; chosen: Chosen }) {
  const speech = useSpeech();
  const { t, language } = speech;
  if (state === 'waits') return <Skeleton h={16} w="60%" />;
  if (!shown) {
    return (
      <>
        <Text size="sm" c={state === 'gone' ? 'var(--mantine-color-error)' : 'dimmed'}>
          {t(state === 'gone' ? 'forms.media.gone' : 'forms.media.unread')}
        </Text>
        <Text size="xs" c="dimmed" ff="monospace" className={classes['long'] ?? ''}>
          {id}
        </Text>
      </>
    );
  }
  const primary = primaryOf(shown);
  const facts = primary ? [formName(primary.mimeType), primary.width && `${primary.width} × ${primary.height}`, byteSize(language, primary.byteSize)] : [];
  return (
    <>
      <Text size="sm" fw={500} truncate title={named?.filename}>
        {named?.filename ?? (shown.alt || t('forms.media.nameless'))}
      </Text>
      {named && shown.alt !== '' && (
        <Text size="xs" lineClamp={2}>
          {shown.alt}
        </Text>
      )}
      <Group gap={8}>
        <Text size="xs" c="dimmed">
          {facts.filter(Boolean).join(' · ')}
        </Text>
        <AltBadge asset={shown} />
      </Group>
    </>
  );
}
