import { useNavigate } from '@tanstack/react-router';

import type { EntryMove } from '../../api/entries';
import { mayCreate, useMe } from '../../api/session';
import { useVerbs, type Verb } from '../../app/verbs';
import type { PlainKey } from '../../i18n/message';
import { useSpeech } from '../../i18n/text';
import type { IconName } from '../../ui/icons';
import { notifyFailure } from '../../ui/notify';
import { notifyUndoable } from '../../ui/undo';
import { obstacle, type EntryVerb } from './obstacle';
import { choosePreview, usePreviewChoice } from './preview/choice';
import { hasPreview } from './preview/PreviewToggle';
import type { EntryEditor } from './editor';

interface Doing {
  title: string;
  begin: (move: EntryMove) => void;
  showJson: () => void;
  showVersions: () => void;
}

const icons: Record<EntryVerb, IconName> = { save: 'save', publish: 'publish', unpublish: 'unpublish', archive: 'archive', delete: 'trash' };

/** Lets the palette act on the entry that is open. */
export function useEntryVerbs(editor: EntryEditor, { title, begin, showJson, showVersions }: Doing, enabled: boolean): void {
  const speech = useSpeech();
  const { t } = speech;
  const me = useMe();
  const navigate = useNavigate();
  const preview = usePreviewChoice();
  const { collection, detail } = editor;
  const named = (what: string) => t('verbs.of', { verb: what, title });
  const verb = (id: string, label: PlainKey, icon: IconName, run: () => void, why?: PlainKey): Verb => ({ id, label: named(t(label)), icon, run, why: why && t(why) });
  const change = (id: EntryVerb, label: PlainKey, run: () => void) => verb(id, label, icons[id], run, obstacle(id, editor, me.role)?.why);
  const toCopy = () => {
    if (detail) void navigate({ to: '/c/$collection/$id', params: { collection: collection.name, id: 'new' }, search: { copy: detail.entry.id } });
  };
  const discard = async () => {
    const back = await editor.dropTyped();
    if (back) notifyUndoable(speech, t('verbs.discarded', { title }), back);
    else notifyFailure(speech, new Error(t('verbs.notDiscarded')), t('trouble.notDone'));
  };
  const verbs = [
    change('publish', 'entry.publish', () => begin('publish')),
    change('unpublish', detail?.entry.status === 'archived' ? 'entry.toDraft' : 'entry.unpublish', () => begin('unpublish')),
    change('save', 'action.save', () => void editor.save()),
    verb('discard', 'verbs.discard', 'close', () => void discard(), editor.dirty || editor.keeps ? undefined : 'verbs.saved'),
    verb('preview', preview.open ? 'verbs.previewOff' : 'preview.toggle', 'device', () => choosePreview({ open: !preview.open }), hasPreview(editor) ? undefined : 'verbs.noPage'),
    verb('history', 'versions.title', 'history', showVersions, detail ? undefined : 'verbs.notMade'),
    verb('duplicate', 'entry.duplicate', 'copy', toCopy, detail ? (mayCreate(me.role, collection) ? undefined : 'verbs.mayNot') : 'verbs.notMade'),
    verb('json', 'entry.viewJson', 'developer', showJson, detail ? undefined : 'verbs.notMade'),
    change('archive', 'entry.archive', () => begin('archive')),
    change('delete', 'entry.delete', () => begin('delete')),
  ];
  useVerbs(enabled ? verbs : none);
}

const none: readonly Verb[] = [];
