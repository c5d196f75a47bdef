import { Loader, SegmentedControl, Select, Text } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';

import { ApiFailure } from '../../../api/failure';
import { previewFrame, previewQuery } from '../../../api/preview';
import { useBootstrap } from '../../../api/session';
import { focusField } from '../../../forms/focus';
import { fieldFor, pointerTo } from '../../../forms/pointer';
import { useSpeech } from '../../../i18n/text';
import { Notice } from '../../../ui/Notice';
import { localeName } from '../../../values/names';
import { saidOf } from '../../../values/said';
import type { EntryEditor } from '../editor';
import classes from './Preview.module.css';
import { choosePreview, isNarrow, usePreviewChoice } from './choice';
import { devices, placedIn } from './devices';
import { noteOf } from './note';
import { useFrame } from './useFrame';

/** How long nobody types before the page follows, in milliseconds. */
const pause = 120;

/** The page as it would be with what is in the form now. Nothing of it is saved. `language`: the one that it is shown in, where that is not to be chosen. */
export function LivePreview({ editor, title, language }: { editor: EntryEditor; title: string; language?: string | undefined }) {
  const { t } = useSpeech();
  const { device } = usePreviewChoice();
  const { collection, detail, value, hidden, idPrefix } = editor;
  const [chosen, setLocale] = useState<string>();
  const locale = collection.localized ? undefined : (language ?? chosen);
  const [data] = useDebouncedValue(value, pause);
  const { ref, width, height } = useElementSize();
  const page = useQuery({
    ...previewQuery({ collection: collection.name, id: detail?.entry.id, version: detail?.entry.version ?? 0, locale, data }),
    placeholderData: keepPreviousData,
  });
  const { frame, behind } = useFrame(page.data, (field) => {
    const path = fieldFor([field], collection.schema, hidden);
    if (path.length === 0) return;
    if (isNarrow()) flushSync(() => choosePreview({ open: false }));
    focusField(pointerTo(path), idPrefix);
  });
  const placed = placedIn({ width, height }, device);
  const busy = page.isFetching || data !== value || (behind && !page.isError);
  return (
    <section className={classes['pane']} aria-label={t('preview.title')} aria-busy={busy}>
      <div className={classes['bar']}>
        <SegmentedControl
          size="xs"
          aria-label={t('preview.width')}
          data={devices.map((each) => ({ value: each, label: t(`preview.${each}`) }))}
          value={device}
          onChange={(next) => choosePreview({ device: next })}
        />
        {!collection.localized && language === undefined && <LocaleChoice locale={locale} choose={setLocale} />}
        <span className={classes['busy']} data-busy={busy || undefined} aria-hidden="true">
          <Loader size={14} />
        </span>
        <Text size="xs" c="dimmed" className={classes['note']}>
          {t(noteOf(editor))}
        </Text>
      </div>
      {page.error && <Fault error={page.error} />}
      <div ref={ref} className={classes['room']}>
        <iframe
          ref={frame}
          className={classes['frame']}
          title={t('preview.of', { title })}
          src={previewFrame}
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          style={{ width: placed.width, height: placed.height, left: placed.left, transform: `scale(${placed.scale})` }}
        />
      </div>
    </section>
  );
}

/** Why the page does not follow; what was shown before stays. */
function Fault({ error }: { error: Error }) {
  const speech = useSpeech();
  const { t } = speech;
  const offline = error instanceof ApiFailure && error.kind === 'offline';
  const none = error instanceof ApiFailure && error.status === 404;
  return (
    <Notice tone={none || offline ? 'quiet' : 'danger'} icon={offline ? 'offline' : 'alert'} mb={0} title={t(offline ? 'preview.offline' : none ? 'preview.none' : 'preview.failed')}>
      {!offline && saidOf(error, speech)}
    </Notice>
  );
}

/** An entry that is the same in every language stands on a page of each. */
function LocaleChoice({ locale, choose }: { locale: string | undefined; choose: (locale: string) => void }) {
  const { t, language } = useSpeech();
  const { site } = useBootstrap();
  if (site.locales.length < 2) return null;
  return (
    <Select
      size="xs"
      w={140}
      aria-label={t('preview.locale')}
      allowDeselect={false}
      value={locale ?? site.canonicalLocale ?? site.locales[0] ?? null}
      data={site.locales.map((each) => ({ value: each, label: localeName(each, language) }))}
      onChange={(next) => next && choose(next)}
    />
  );
}
