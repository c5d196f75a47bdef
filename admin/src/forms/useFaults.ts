import { useCallback, useMemo, useState } from 'react';

import type { Diagnostic } from '../api/diagnostic.gen';
import { pointerOf } from '../api/failure';
import { useSpeech, type Speech } from '../i18n/text';
import { faultWords } from '../values/reasons';
import { findings, inMembers, isFilled, sentence, type Finding } from './findings';
import type { Fault } from './frame';
import { amountOf, currencyOf, decimalsOf } from './money';
import { fieldFor, orderOf, pointerTo, valueAt, type Path } from './pointer';
import type { Shape, Value } from './shape';

interface Watched {
  root: Shape;
  value: Value;
  diagnostics: readonly Diagnostic[];
  hidden: readonly string[];
  /** Top-level properties that nobody has to fill. */
  filled: readonly string[];
  partial: boolean;
  /** Whether it was to be complete: everything that is wrong is said, and what is missing with it. */
  complete: boolean;
}

/**
 * What is wrong with a form: what the service said of values that are still as they were, and what can be said without
 * it of fields that were left. `left` says that one was.
 */
export function useFaults({ root, value, diagnostics, hidden, filled, partial, complete }: Watched): { faults: readonly Fault[]; left: (path: Path) => void } {
  const speech = useSpeech();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const refused = useRefused(diagnostics, value);
  const found = useMemo(() => {
    const whole = findings(value, root);
    const server = diagnostics.flatMap((each) => faultOf(each, { root, value, refused, hidden, whole }, speech));
    const answer = complete ? 'incomplete' : answerOf(diagnostics, whole);
    const own = partial && answer !== 'incomplete' ? findings(value, root, true) : whole;
    const said = own
      .filter((finding) => !isFilled(finding, filled))
      .flatMap((finding) => inMembers(finding, root))
      .map((finding) => ({ finding, path: fieldFor(finding.path.map(String), root, hidden, value) }))
      .filter(({ path }) => path.length > 0 && (answer !== undefined || touched.has(pointerTo(path))));
    return inOrder(distinct([...server, ...said.map(({ finding, path }) => ownFault(finding, path, value, root, speech))]), root);
  }, [root, value, refused, diagnostics, hidden, filled, partial, complete, touched, speech]);
  const faults = useSteady(found);
  const left = useCallback((path: Path) => {
    const pointer = pointerTo(path);
    setTouched((before) => (before.has(pointer) ? before : new Set([...before, pointer])));
  }, []);
  return { faults, left };
}

/** The faults that there were, while they say the same: whatever shows them is not shown anew at each key. */
function useSteady(found: readonly Fault[]): readonly Fault[] {
  const [steady, setSteady] = useState(found);
  const same = steady === found || (steady.length === found.length && steady.every(({ at, message }, i) => at === found[i]?.at && message === found[i].message));
  if (!same) setSteady(found);
  return same ? steady : found;
}

/**
 * What the service found in a value as such. It names the first fault alone, so that the rest is ours to say: all of it,
 * with what is missing where it minded that.
 */
function answerOf(diagnostics: readonly Diagnostic[], whole: readonly Finding[]): 'invalid' | 'incomplete' | undefined {
  const invalid = diagnostics.filter((each) => each.code === 'INPUT_VALIDATION_FAILED').map((each) => pointerTo(pointerOf(each.path)));
  if (invalid.length === 0) return undefined;
  const missing = whole.some(({ rule, path }) => rule === 'required' && invalid.includes(pointerTo(path)));
  return missing ? 'incomplete' : 'invalid';
}

/** The value that the diagnostics are about: what it was when they came. Each answer of the service has diagnostics of its own. */
function useRefused(diagnostics: readonly Diagnostic[], value: Value): Value {
  const [refused, setRefused] = useState({ diagnostics, value });
  const same = diagnostics.length === refused.diagnostics.length && diagnostics.every((each, i) => each === refused.diagnostics[i]);
  if (same) return refused.value;
  setRefused({ diagnostics, value });
  return value;
}

interface Refusal {
  root: Shape;
  value: Value;
  refused: Value;
  hidden: readonly string[];
  whole: readonly Finding[];
}

/** A diagnostic at its field, in our words where we have some; none once the field has another value. */
function faultOf(diagnostic: Diagnostic, { root, value, refused, hidden, whole }: Refusal, speech: Speech): Fault[] {
  const tokens = pointerOf(diagnostic.path);
  const path = fieldFor(tokens, root, hidden, value);
  const at = pointerTo(path);
  if (path.length > 0 && valueAt(value, path) !== valueAt(refused, path)) return [];
  const own = whole.find((each) => pointerTo(each.path) === pointerTo(tokens));
  if (own && diagnostic.code === 'INPUT_VALIDATION_FAILED') {
    return inMembers(own, root).map((each) => ownFault(each, fieldFor(each.path.map(String), root, hidden, value), value, root, speech));
  }
  return [{ at, path, message: faultWords(diagnostic, speech) }];
}

/** A finding at the field that shows it. Where that holds more than what is wrong, the fault says what it means. */
function ownFault(finding: Finding, path: Path, value: Value, root: Shape, speech: Speech): Fault {
  const currency = currencyOf(finding.path, value, root);
  const decimals = decimalsOf(currency);
  const message = sentence(finding, speech, { decimals, written: (minor) => [amountOf(minor, decimals), currency].filter(Boolean).join(' ') });
  return { at: pointerTo(path), path, message: finding.path.length > path.length ? speech.t('forms.faultOf', { part: partAt(finding.path, path, value), message }) : message };
}

/** A part of what a field holds: the tag, or the way to what has no words of its own. */
function partAt(part: Path, field: Path, value: Value): string {
  const own = valueAt(value, part);
  return typeof own === 'string' && own !== '' ? `“${own}”` : part.slice(field.length).map((token) => (typeof token === 'number' ? token + 1 : token)).join(' › ');
}

function distinct(faults: readonly Fault[]): Fault[] {
  const keys = faults.map(({ at, message }) => `${at} ${message}`);
  return faults.filter((_, i) => keys.indexOf(keys[i] ?? '') === i);
}

/** In the order of the form. */
function inOrder(faults: Fault[], root: Shape): Fault[] {
  const places = new Map(faults.map((fault) => [fault, orderOf(fault.path, root)]));
  return faults.sort((a, b) => compared(places.get(a) ?? [], places.get(b) ?? []));
}

function compared(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((place, i) => place !== b[i]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}
