import { Button } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import classes from './Entry.module.css';
import type { EntryEditor } from './editor';

/** Leads to where readers see the entry; its preview, until it is published. Only for a site that says where that is. */
export function PageLink({ editor, size = 'sm' }: { editor: EntryEditor; size?: 'sm' | 'compact-sm' }) {
  const { t } = useSpeech();
  const { detail, dirty, gone } = editor;
  if (!detail?.page || gone) return null;
  const label = t(detail.entry.status === 'published' ? 'entry.page' : 'entry.preview');
  return (
    <Button
      component="a"
      href={detail.page}
      target="_blank"
      rel="noopener"
      variant="default"
      size={size}
      aria-label={`${label} ${t('entry.pageOpens')}`}
      title={t(dirty ? 'entry.pageOfSaved' : 'entry.pageHint')}
      leftSection={<Icon name="external" />}
      classNames={{ root: classes['page'], section: classes['pageIcon'], label: classes['pageLabel'] }}
    >
      {label}
    </Button>
  );
}
