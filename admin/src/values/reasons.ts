import type { Diagnostic } from '../api/diagnostic.gen';
import type { BulkWish } from '../api/bulk';
import { ApiFailure, pointerOf } from '../api/failure';
import type { Collection, Reason, ScheduledMove } from '../api/types.gen';
import { fieldFor } from '../forms/pointer';
import { prepared } from '../forms/prepared';
import type { Shape } from '../forms/shape';
import { titlesTo } from '../forms/titles';
import type { MessageKey } from '../i18n/message';
import type { Speech } from '../i18n/text';
import { isObject } from './data';
import { movedPartName } from './moved';
import { saidBy } from './said';

/** What was to be done to an entry: what a state of it keeps somebody from depends on that, and who may do it. */
export type Deed = BulkWish['action'] | 'release';

/** What a refusal of an entry means, in the reader's language; what can be said without that where its code is not known (decisions 302 and 331). */
export function meaningOf(refused: Reason, speech: Pick<Speech, 't' | 'language'>, deed: Deed, collection?: Collection): string {
  const { code, path = '' } = refused;
  const { t } = speech;
  if (code === 'CONFLICT' && path === 'data#/status') return t(`why.status.${deed}`);
  if (code === 'AUTH_DENIED') return t(`why.denied.${deed}`);
  const key = `${code} ${joins(collection, path) ? 'data#/join' : ofValue(path) ? 'data#/…' : path}`;
  const meant = meanings[key] ?? meanings[code];
  return meant ? t(meant) : saidBy(refused, speech);
}

const known = new Set(['data#/status', 'data#/version']);

/** What the service says of a value, for who reads English as it does: that says more than its code. Else what the refusal means. */
export function detailOf(refused: Reason, speech: Speech, deed: Deed, collection: Collection): string {
  const isSaid = speech.language === 'en' && refused.code === 'INPUT_VALIDATION_FAILED';
  return isSaid ? refused.message : meaningOf(refused, speech, deed, collection);
}

/** What the service says at a field of an entry: its own words for who reads English, as it names what is in the way there. */
export function faultWords(refused: Reason, speech: Pick<Speech, 't' | 'language'>): string {
  const isEntry = refused.path?.startsWith('data#') ?? false; // what an operation says is often the words of its handler
  return isEntry && speech.language !== 'en' ? meaningOf(refused, speech, 'set') : refused.message;
}

/** Whether a refusal is about a value of the entry, and not about its state. */
const ofValue = (path: string) => path.startsWith('data#/') && !known.has(path);

/** Whether a refusal is about the value that joins an entry to its translations: they follow it, and one that cannot refuses it too. */
const joins = (collection: Collection | undefined, path: string) => ofValue(path) && (collection?.translations ?? []).some(({ translates }) => translates?.on === pointerOf(path)[0]);

type Meaning = Exclude<Extract<MessageKey, `why.${string}`>, 'why.at' | 'why.of' | 'why.sum'>;

const meanings: Record<string, Meaning | undefined> = {
  NOT_FOUND: 'why.gone',
  'CONFLICT data#': 'why.unchecked',
  'CONFLICT data#/version': 'why.changed',
  'CONFLICT input#/at': 'why.out',
  'CONFLICT input#/id': 'why.inBin',
  'CONFLICT input#/expectedVersion': 'why.changed',
  'CONFLICT input#/expectedDraft': 'why.changed',
  'CONFLICT data#/…': 'why.taken',
  'CONFLICT data#/join': 'why.takenJoin',
  'CONFLICT input#/release': 'why.release',
  INPUT_VALIDATION_FAILED: 'why.invalid',
  'INPUT_VALIDATION_FAILED data#/join': 'why.invalidJoin',
};

/** What a refusal means, and before it the field that it is about. */
export function reasonOf(collection: Collection | undefined, refused: Reason, speech: Speech, deed: Deed): string {
  return atField(fieldOf(collection, refused, speech), meaningOf(refused, speech, deed, collection), speech);
}

/** A reason, and the field that it is about where it is about one. */
export const atField = (field: string, reason: string, { t }: Pick<Speech, 't'>) => (field === '' ? reason : t('why.at', { field, reason }));

/** What the field is called that a refusal is about; nothing for one of the whole entry. */
function fieldOf(collection: Collection | undefined, { path = '' }: Reason, speech: Speech): string {
  const tokens = ofValue(path) ? pointerOf(path) : [];
  if (!collection || tokens.length === 0) return tokens.join(' › ');
  const root = collection.schema as Shape;
  const titled = prepared(root, { text: speech.text, language: speech.language, hidden: [], uiSchema: null });
  return titlesTo(fieldFor(tokens, root), titled, (number) => speech.t('forms.list.item', { number })).join(' › ');
}

/** Why a move was not made at its time, and of which part where it is of several. */
export function problemOf(move: Pick<ScheduledMove, 'direction' | 'problem' | 'parts'>, collection: Collection | undefined, speech: Speech): string {
  const { direction, problem } = move;
  if (!problem) return '';
  if (direction === 'release') return refusedRelease(problem, speech);
  const obstacles = obstaclesOf(problem);
  if (obstacles.length === 0) return reasonOf(collection, problem, speech, direction);
  const told = obstacles.slice(0, mostNamed).map(({ title, locale, collection: name, diagnostic }) => {
    const of = (collection?.translations ?? []).find((each) => each.name === name) ?? (collection?.name === name ? collection : undefined);
    return speech.t('why.at', { field: movedPartName({ title, ...(locale ? { locale } : {}) }, move, speech), reason: reasonOf(of, diagnostic, speech, direction) });
  });
  return told.join(' ');
}

/** The entries that were in the way of all of them. */
const obstaclesOf = ({ value }: Diagnostic): Obstacle[] => (isList(value) ? value : []);

/** Why nothing of a release went out: how many entries were in the way, and why the first of them were. */
export function refusedRelease(diagnostic: Diagnostic, speech: Speech): string {
  const obstacles = obstaclesOf(diagnostic);
  if (obstacles.length === 0) return meaningOf(diagnostic, speech, 'release');
  const named = obstacles.slice(0, mostNamed).map(({ title, diagnostic: reason }) => speech.t('why.of', { title, reason: meaningOf(reason, speech, 'release') }));
  return speech.t('why.sum', { summary: speech.plural('releases.way', obstacles.length), reasons: named.join(' ') });
}

const notTaken: Record<string, Meaning | undefined> = { NOT_FOUND: 'why.notSet', AUTH_DENIED: 'why.denied.takeBack' };

/** A time that could not be taken back: what was set is made already, or is not set any more. */
export function notTakenBack<E>(error: E, speech: Speech): E | Error {
  if (!(error instanceof ApiFailure) || !error.diagnostic) return error;
  const own = notTaken[error.code];
  return new Error(own ? speech.t(own) : meaningOf(error.diagnostic, speech, 'release'));
}

/** A failure of a request about one entry, with what its refusal means. A time that is wrong says so by itself. */
export function reasonFailure<E>(error: E, collection: Collection | undefined, speech: Speech, deed: Deed): E | Error {
  if (error instanceof ApiFailure && error.kind === 'offline') return new Error(speech.t('trouble.offline'));
  if (!(error instanceof ApiFailure) || !error.diagnostic) return error;
  const { code, path } = error.diagnostic;
  if (path === 'input#/at') return new Error(speech.t(code === 'CONFLICT' ? 'why.out' : 'why.time'));
  return new Error(reasonOf(collection, error.diagnostic, speech, deed));
}

/** A failure of a request about a release, with what its refusal means. */
export function releaseFailure<E>(error: E, speech: Speech): E | Error {
  return error instanceof ApiFailure && error.diagnostic ? new Error(refusedRelease(error.diagnostic, speech)) : error;
}

const mostNamed = 3;

interface Obstacle {
  collection: string;
  title: string;
  locale?: string;
  diagnostic: Reason;
}

const isList = (value: unknown): value is Obstacle[] => Array.isArray(value) && value.every((each) => isObject(each) && typeof each['title'] === 'string' && isObject(each['diagnostic']));
