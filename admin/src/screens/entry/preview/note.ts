import type { PlainKey } from '../../../i18n/message';
import type { EntryEditor } from '../editor';

/** Whether what the page shows is saved, and whether readers see it. */
export function noteOf({ phase, detail }: Pick<EntryEditor, 'phase' | 'detail'>): PlainKey {
  if (phase === 'saved' && detail?.entry.status === 'published') return 'preview.note.published';
  return detail && (phase === 'saved' || phase === 'pending' || phase === 'autosaved') ? 'preview.note.saved' : 'preview.note.typed';
}
