import { findCollection } from '../../api/session';
import type { AuditLine, ChangeAction, ChangeSurface, Collection, StaffUser } from '../../api/types.gen';
import { every } from '../../api/words';
import type { Speech } from '../../i18n/text';
import { isObject } from '../../values/data';
import { namedTitle, titleOf } from '../../values/title';

/** Who made a change: somebody of the staff by name, else an id; nobody when the program did it itself. */
export function actorName({ actor }: Pick<AuditLine, 'actor'>, staff: StaffUser[] | undefined, { t }: Speech): string {
  if (actor === null) return t('developer.nobody');
  const user = staff?.find(({ id }) => id === actor);
  return user ? user.name || user.email : actor;
}

const surfaces = every<ChangeSurface>({ 'rest': true, 'sign-in': true, 'admin': true, 'mcp': true, 'hook': true, 'seed': true, 'import': true, 'sweep': true, 'go': true, 'schedule': true });

/** The surface that a change came through. */
export function surfaceWords(surface: string, { t }: Speech): string {
  const known = surfaces.find((each) => each === surface);
  return known ? t(`through.${known}`) : surface;
}

const actions = every<ChangeAction>({
  'create': true, 'update': true, 'publish': true, 'unpublish': true, 'archive': true, 'delete': true, 'restore': true, 'change-settings': true, 'change-role': true,
  'invite': true, 'delete-invitation': true, 'delete-user': true, 'create-key': true, 'revoke-key': true,
  'upload-asset': true, 'replace-asset': true, 'change-asset': true, 'delete-asset': true,
  'take-backup': true, 'download-backup': true, 'prune-history': true, 'erase': true, 'empty-bin': true,
  'add-comment': true, 'edit-comment': true, 'delete-comment': true, 'resolve-comment': true, 'reopen-comment': true,
});

/** What was done. */
export function actionWords(action: string, { t }: Speech): string {
  const known = actions.find((each) => each === action);
  return known ? t(`developer.did.${known}`) : action;
}

/** What a line says was done: a role that somebody has from themselves, and had none before, is an invitation that they accepted. */
export function deedWords({ action, actor, entry, before }: Pick<AuditLine, 'action' | 'actor' | 'entry' | 'before'>, speech: Speech): string {
  const accepted = action === 'change-role' && actor !== null && actor === entry && isObject(before) && before['role'] === null;
  return accepted ? speech.t('developer.did.accept') : actionWords(action, speech);
}

/** What a change was made to: an article as lists call it, another entry by its title, also one that is gone, and somebody by name; else its id. */
export function subjectName(line: AuditLine, staff: StaffUser[] | undefined, collections: Collection[], speech: Speech): string {
  const { action, collection, entry, before, after, title, article } = line;
  if (entry === null) return '';
  const named = article && namedTitle(article, findCollection(collections, article.collection), speech.language);
  if (named) return named;
  if (action.endsWith('-comment') && title) return title;
  if (collection !== null) {
    const lost = isObject(before) && isObject(before['data']) && line.action === 'delete' ? before['data'] : {};
    return title || titleOf(findCollection(collections, collection), lost, speech.language) || entry;
  }
  const user = staff?.find(({ id }) => id === entry);
  const email = [after, before].map((side) => isObject(side) && side['email']).find((each) => typeof each === 'string');
  return (user && (user.name || user.email)) || email || entry;
}
