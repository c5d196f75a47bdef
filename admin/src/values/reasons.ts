import type { Diagnostic } from '../../api/diagnostic.gen';
import { pointerOf } from '../../api/failure';
import type { Collection, Reason } from '../../api/types.gen';
import { fieldFor } from '../../forms/pointer';
import type { Shape } from '../../forms/shape';
import type { MessageKey } from '../../i18n/message';
import type { Speech } from '../../i18n/text';
import { isObject, type Data } from '../../values/data';
import { faultsOf, nameOf } from '../entry/article/faults';

/** Why an entry of a release cannot go out, in the reader's language: what the form says of its data, else what the code means. */
export function reasonsOf(collection: Collection | undefined, data: Data | undefined, refused: Reason, speech: Speech): string[] {
  const own = collection && data && refused.code === 'INPUT_VALIDATION_FAILED' ? faultsOf(collection, data, refused, speech) : [];
  if (own.length > 0) return own.map(({ field, message }) => labelled(field, message, speech));
  return [labelled(fieldOf(collection, refused, speech), wordsOf(refused, speech), speech)];
}

/** What a refusal of an entry means; what the service says where that is not known. */
export function wordsOf({ code, path = '', message }: Reason, { t }: Speech): string {
  const key = `${code} ${path.startsWith('data#/') && !known.has(path) ? 'data#/…' : path}`;
  const meant = meanings[key] ?? meanings[code];
  return meant ? t(meant) : message;
}

const known = new Set(['data#/status', 'data#/version']);

type Meaning = Exclude<Extract<MessageKey, `releases.why.${string}`>, 'releases.why.at' | 'releases.why.of'>;

const meanings: Record<string, Meaning | undefined> = {
  NOT_FOUND: 'releases.why.gone',
  AUTH_DENIED: 'releases.why.denied',
  'CONFLICT data#/status': 'releases.why.status',
  'CONFLICT data#/version': 'releases.why.changed',
  'CONFLICT input#/expectedVersion': 'releases.why.changed',
  'CONFLICT input#/expectedDraft': 'releases.why.changed',
  'CONFLICT data#/…': 'releases.why.taken',
  'CONFLICT input#/release': 'releases.why.release',
  INPUT_VALIDATION_FAILED: 'releases.why.invalid',
};

const labelled = (field: string, reason: string, { t }: Speech) => (field === '' ? reason : t('releases.why.at', { field, reason }));

/** What the field is called that a refusal is about; nothing for one of the whole entry. */
function fieldOf(collection: Collection | undefined, { path = '' }: Reason, speech: Speech): string {
  const tokens = path.startsWith('data#/') && !known.has(path) ? pointerOf(path) : [];
  if (!collection || tokens.length === 0) return tokens.join(' › ');
  const root = collection.schema as Shape;
  return nameOf(fieldFor(tokens, root), root, speech);
}

/** Why nothing of a release went out: how many entries were in the way, and why the first of them were. */
export function refusedRelease(diagnostic: Diagnostic, speech: Speech): string {
  const obstacles = isList(diagnostic.value) ? diagnostic.value : [];
  if (obstacles.length === 0) return wordsOf({ code: diagnostic.code, path: diagnostic.path, message: diagnostic.message }, speech);
  const named = obstacles.slice(0, mostNamed).map(({ title, diagnostic: reason }) => speech.t('releases.why.of', { title, reason: wordsOf(reason, speech) }));
  return [`${speech.plural('releases.way', obstacles.length)}.`, ...named].join(' ');
}

const mostNamed = 3;

interface Obstacle {
  title: string;
  diagnostic: Reason;
}

const isList = (value: unknown): value is Obstacle[] => Array.isArray(value) && value.every((each) => isObject(each) && typeof each['title'] === 'string' && isObject(each['diagnostic']));
