import { Button } from '@mantine/core';

import { useShortcut } from '../../../app/shortcuts';
import { useSpeech } from '../../../i18n/text';
import { Icon } from '../../../ui/icons';
import head from '../Entry.module.css';
import type { EntryEditor } from '../editor';
import { choosePreview, usePreviewChoice } from './choice';
import classes from './Preview.module.css';

/** Shows the page beside the form, and hides it again. Only for a collection whose entries have pages. */
export function PreviewToggle({ editor, size = 'sm' }: { editor: EntryEditor; size?: 'sm' | 'compact-sm' }) {
  const { t } = useSpeech();
  const { open } = usePreviewChoice();
  const has = hasPreview(editor);
  const toggle = () => choosePreview({ open: !open });
  useShortcut({ keys: 'p', label: 'preview.toggle', group: 'entry' }, toggle, has);
  if (!has) return null;
  return (
    <Button
      variant="default"
      size={size}
      aria-pressed={open}
      aria-label={t('preview.toggle')}
      aria-keyshortcuts="p"
      title={t('preview.hint')}
      leftSection={<Icon name="device" />}
      classNames={{ root: `${head['page']} ${classes['toggle']}`, section: head['pageIcon'], label: head['pageLabel'] }}
      onClick={toggle}
    >
      {t('preview.toggle')}
    </Button>
  );
}

/** Whether there is a page to show beside the form. */
export function hasPreview({ collection, gone }: EntryEditor): boolean {
  return collection.hasPages === true && !gone;
}
