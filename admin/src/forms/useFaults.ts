import { useMemo, useState } from 'react';

import type { Diagnostic } from '../api/diagnostic.gen';
import { pointerOf } from '../api/failure';
import { useSpeech, type Speech } from '../i18n/text';
import { findings, sentence, type Finding } from './findings';
import type { Fault } from './frame';
import { amountOf, currencyOf, decimalsOf } from './money';
import { fieldFor, orderOf, pointerTo, valueAt, type Path } from './pointer';
import type { Shape, Value } from './shape';

interface Watched {
  root: Shape;
  value: Value;
  diagnostics: readonly Diagnostic[];
  hidden: readonly string[];
  locked: readonly string[];
  partial: boolean;
}

/**
 * What is wrong with a form: what the service said of values that are still as they were, and what can be said without
 * it of fields that were left. `left` says that one was.
 */
export function useFaults({ root, value, diagnostics, hidden, locked, partial }: Watched): { faults: readonly Fault[]; left: (path: Path) => void } {
  const speech = useSpeech();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const refused = useRefused(diagnostics, value);
  const faults = useMemo(() => {
    const whole = findings(value, root);
    const server = diagnostics.flatMap((each) => faultOf(each, { root, value, refused, hidden, whole }, speech));
    const answer = answerOf(diagnostics, whole);
    const own = partial && answer !== 'incomplete' ? findings(value, root, true) : whole;
    const said = own
      .map((each) => ({ ...each, path: fieldFor(each.path.map(String), root, hidden) }))
      .filter(({ path }) => path.length > 0 && (answer !== undefined || touched.has(pointerTo(path))) && !locked.includes(String(path[0])));
    return inOrder(distinct([...server, ...said.map((each) => ownFault(each, value, root, speech))]), root);
  }, [root, value, refused, diagnostics, hidden, locked, partial, touched, speech]);
  const left = (path: Path) => {
    const pointer = pointerTo(path);
    setTouched((before) => (before.has(pointer) ? before : new Set([...before, pointer])));
  };
  return { faults, left };
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

/** The value that the diagnostics are about: what it was when they came. */
function useRefused(diagnostics: readonly Diagnostic[], value: Value): Value {
  const [refused, setRefused] = useState({ diagnostics, value });
  if (refused.diagnostics === diagnostics) return refused.value;
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
  const path = fieldFor(tokens, root, hidden);
  const at = pointerTo(path);
  if (path.length > 0 && valueAt(value, path) !== valueAt(refused, path)) return [];
  const own = whole.find((each) => pointerTo(each.path) === pointerTo(tokens));
  if (own && diagnostic.code === 'INPUT_VALIDATION_FAILED') return [{ ...ownFault(own, value, root, speech), at, path }];
  return [{ at, path, message: diagnostic.message }];
}

function ownFault(finding: Finding, value: Value, root: Shape, speech: Speech): Fault {
  const currency = currencyOf(finding.path, value, root);
  const amount = (minor: number) => [amountOf(minor, decimalsOf(currency)), currency].filter(Boolean).join(' ');
  return { at: pointerTo(finding.path), path: finding.path, message: sentence(finding, speech, amount) };
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
