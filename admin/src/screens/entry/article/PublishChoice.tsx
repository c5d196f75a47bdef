import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';

import { articleQuery } from '../../../api/article';
import type { EntryDetail } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { Refusal } from '../../../ui/Refusal';
import { SideSheet } from '../../../ui/SideSheet';
import { EntrySkeleton } from '../EntrySkeleton';
import { Choice, type Editing } from './Choice';
import type { Publishing } from './usePublishing';

export interface PublishSheetProps {
  parent: EntryDetail;
  title: string;
  publishing: Publishing;
  editing?: Editing;
}

/** Asks which languages of an article are published, and when; it says what is missing in each and who will see it. */
export function PublishChoice({ parent, title, publishing, editing }: PublishSheetProps) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const { opened, locale, close } = publishing;
  const { collection, id } = parent.entry;
  const { data, error } = useQuery({ ...articleQuery(collection, id), enabled: opened });
  // The sheet gives the focus back when it has closed, and only then can a field have it.
  const after = useRef<() => void>(undefined);
  const lead = (field: string, at: string | undefined) => {
    after.current = () => void navigate({ to: '/c/$collection/$id', params: { collection, id }, search: { ...(field ? { field } : {}), ...(at ? { locale: at } : {}) }, ignoreBlocker: true });
    close();
  };
  return (
    <SideSheet
      opened={opened}
      close={close}
      size="md"
      title={t('article.publish', { title })}
      onExitTransitionEnd={() => {
        after.current?.();
        after.current = undefined;
      }}
    >
      {data ? <Choice key={String(opened)} parent={parent} article={data} title={title} locale={locale} close={close} lead={lead} editing={editing} /> : error ? <Refusal error={error} title={t('trouble.notDone')} /> : <EntrySkeleton />}
    </SideSheet>
  );
}
