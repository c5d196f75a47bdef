import { pointerOf, type ApiFailure } from '../../../api/failure';
import type { ArticlePart, Collection, Reason } from '../../../api/types.gen';
import { findings, sentence } from '../../../forms/findings';
import { fieldFor, pointerTo } from '../../../forms/pointer';
import { prepared } from '../../../forms/prepared';
import type { Shape } from '../../../forms/shape';
import { titlesTo } from '../../../forms/titles';
import type { Speech } from '../../../i18n/text';
import type { Data } from '../../../values/data';
import { detailOf } from '../../../values/reasons';
import { stampedOf } from '../completeness';

/** What keeps a part of an article from being published, and the field that says it; without one it is of the whole. */
export interface PartFault {
  pointer: string;
  field: string;
  message: string;
}

const plain = { decimals: 0, written: String };

/**
 * All that is wrong with a part: what the form can say, and what the service alone knows. `edited`: the data are not those
 * that the service was asked about.
 */
export function faultsOf(collection: Collection, data: Data | undefined, refused: Reason | null, speech: Speech, edited = false): PartFault[] {
  if (!refused && !edited) return [];
  const root = collection.schema as Shape;
  const stamped = stampedOf(collection);
  const found = (data ? findings(data, root) : []).filter(({ path }) => !stamped.includes(String(path[0])));
  const own = found.map((each) => faultAt(fieldFor(each.path.map(String), root, [], data), sentence(each, speech, plain), root, speech));
  return own.length > 0 || edited || !refused ? own : [faultOfReason(collection, refused, speech)];
}

function faultOfReason(collection: Collection, refused: Reason, speech: Speech): PartFault {
  const tokens = pointerOf(refused.path ?? '');
  const root = collection.schema as Shape;
  return faultAt(tokens[0] === undefined || tokens[0] === 'status' ? [] : fieldFor(tokens, root), detailOf(refused, speech, 'publish', collection), root, speech);
}

function faultAt(path: readonly (string | number)[], message: string, root: Shape, speech: Speech): PartFault {
  return { pointer: pointerTo(path), field: nameOf(path, root, speech), message };
}

/** What a field of a collection's schema is called, in the reader's language. */
export function nameOf(path: readonly (string | number)[], root: Shape, { t, text, language }: Speech): string {
  const titled = prepared(root, { text, language, hidden: [], uiSchema: null });
  return titlesTo(path, titled, (number) => t('forms.list.item', { number })).join(' › ');
}

export interface RefusedPart {
  part: ArticlePart;
  /** The field that the refusal is about. */
  tokens: string[];
  /** The refusal as it would be of the part alone. */
  reason: Reason | undefined;
}

/** Which part a publish of several was refused for, and why: `input#/entries/1/data/slug` is the second. */
export function refusedPart({ pointer, diagnostic }: ApiFailure, parts: readonly ArticlePart[]): RefusedPart | undefined {
  const [list, at, root, ...tokens] = pointer;
  const part = list === 'entries' ? parts[Number(at)] : undefined;
  if (!part) return undefined;
  const path = root === 'data' ? `data#${pointerTo(tokens)}` : `input#${root === undefined ? '' : pointerTo([root, ...tokens])}`;
  return { part, tokens: root === 'data' ? tokens : [], reason: diagnostic && { ...diagnostic, path } };
}

/** The faults of a language that are not those of what all languages share, which it has a copy of: they are said there once. */
export function ownFaults(faults: readonly PartFault[], shared: readonly PartFault[], copies: readonly string[]): PartFault[] {
  const said = new Set(shared.map(({ pointer }) => pointer));
  return faults.filter(({ pointer }) => !said.has(pointer) || !copies.some((field) => pointer === pointerTo([field])));
}

/** The fields of an entry that are required, and that it does not have. */
export function missingFields(collection: Collection, data: Data): string[] {
  const stamped = stampedOf(collection);
  return findings(data, collection.schema as Shape).flatMap(({ path, rule }) => (rule === 'required' && path.length === 1 && !stamped.includes(String(path[0])) ? [String(path[0])] : []));
}
