import type { Speech } from '../i18n/text';
import { isObject } from '../values/data';
import { branchOf } from './branches';
import { minorOf } from './money';
import type { Path } from './pointer';
import { resolved, typeOf, typesOf, type Shape } from './shape';

/** A rule of the schema that a value breaks, as the service would find it too. */
export type Finding = { path: Path } & (
  | { rule: 'required' | 'wholeNumber' | 'number' | 'email' | 'uri' | 'uuid' | 'date' | 'dateTime' | 'choice' | 'consent' | 'type' | 'kind' }
  | { rule: 'minLength' | 'maxLength' | 'minItems' | 'maxItems'; limit: number }
  | { rule: 'minimum' | 'maximum'; limit: number; money: boolean }
  | { rule: 'pattern'; pattern: string }
  | { rule: 'amount'; text: unknown }
);

/** What can be said of a value without asking. It says less than the service, and never anything else. */
export function findings(value: unknown, root: Shape, partial = false): Finding[] {
  const found: Finding[] = [];
  look(value, root, [], { root, partial, found });
  return found;
}

/** Whether it is that a top-level property lacks what it will be given. */
export const isFilled = ({ rule, path }: Finding, filled: readonly string[]): boolean => rule === 'required' && path.length === 1 && filled.includes(String(path[0]));

/** Deeper than this nothing is told apart: a schema may require itself. */
const deepest = 8;

/** An object that is missing as what it is filled in by: each member that it requires lacks a value. */
export function inMembers(finding: Finding, root: Shape): Finding[] {
  const shape = finding.rule === 'required' && finding.path.length < deepest ? shapeAt(finding.path, root) : undefined;
  if (!shape || typesOf(shape)[0] !== 'object') return [finding];
  const inside: Search = { root, partial: false, found: [] };
  lookInside({}, shape, finding.path, inside);
  return inside.found.length === 0 ? [finding] : inside.found.flatMap((each) => inMembers(each, root));
}

/** The shape of what a path leads to, where it does so by names of properties and places in lists alone. */
function shapeAt(path: Path, root: Shape): Shape | undefined {
  return path.reduce<Shape | undefined>((shape, token) => {
    const own = shape && (typeof token === 'number' ? shape.items : shape.properties?.[token]);
    return own && resolved(own, root);
  }, resolved(root, root));
}

interface Search {
  root: Shape;
  partial: boolean;
  found: Finding[];
}

function look(value: unknown, given: Shape, path: Path, search: Search): void {
  const shape = resolved(given, search.root);
  if (value === null && (shape.nullable || [shape.type].flat().includes('null'))) return;
  const broken = ownRule(value, shape);
  if (broken) search.found.push({ path, ...broken });
  else if (Array.isArray(value)) value.forEach((each, i) => shape.items && look(each, shape.items, [...path, i], search));
  else if (isObject(value)) lookInside(value, shape, path, search);
  if (shape.oneOf && !broken) lookInBranch(value, shape.oneOf, path, search);
}

/** In the branch that a value is meant for. Where it is of none, no branch takes it. */
function lookInBranch(value: unknown, branches: readonly Shape[], path: Path, search: Search): void {
  const branch = branches[branchOf(branches, value, search.root)];
  if (branch) look(value, branch, path, search);
  else if (value !== null || !branches.some((each) => takesNull(resolved(each, search.root), search.root))) search.found.push({ path, rule: 'kind' });
}

function takesNull(shape: Shape, root: Shape, level = 0): boolean {
  if (shape.oneOf && level < 4) return shape.oneOf.some((each) => takesNull(resolved(each, root), root, level + 1));
  if ('const' in shape) return shape.const === null;
  if (shape.enum) return shape.enum.includes(null);
  return shape.type === undefined || shape.nullable === true || [shape.type].flat().includes('null');
}

function lookInside(value: Record<string, unknown>, shape: Shape, path: Path, search: Search): void {
  const draft = search.partial && path.length === 0;
  for (const name of shape.required ?? []) {
    const stamped = resolved(shape.properties?.[name] ?? {}, search.root)['x-service-bind'] !== undefined;
    if (!(name in value) && !draft && !stamped) search.found.push({ path: [...path, name], rule: 'required' });
  }
  for (const [name, property] of Object.entries(shape.properties ?? {})) {
    if (name in value) look(value[name], property, [...path, name], search);
  }
}

type Broken = Finding extends infer One ? (One extends { path: Path } ? Omit<One, 'path'> : never) : never;

/** The first rule of a schema that a value itself breaks. */
function ownRule(value: unknown, shape: Shape): Broken | undefined {
  const types = typesOf(shape);
  const type = typeOf(value);
  if (types.length > 0 && !types.includes(type) && !(type === 'number' && types.includes('integer'))) {
    if (types[0] !== 'integer' && types[0] !== 'number') return { rule: 'type' };
    return shape['x-mcp-hint'] === 'money-minor' ? { rule: 'amount', text: value } : { rule: 'number' };
  }
  if (types[0] === 'integer' && !Number.isInteger(value)) return { rule: 'wholeNumber' };
  if ('const' in shape && isScalarValue(shape.const) && shape.const !== value) return { rule: shape.const === true ? 'consent' : 'choice' };
  if (shape.enum?.every(isScalarValue) && !shape.enum.includes(value)) return { rule: 'choice' };
  if (typeof value === 'string') return textRule(value, shape);
  if (typeof value === 'number') return numberRule(value, shape);
  return Array.isArray(value) ? sizeRule(value.length, shape.minItems, shape.maxItems, 'minItems', 'maxItems') : undefined;
}

const isScalarValue = (value: unknown) => typeof value !== 'object' || value === null;

function textRule(value: string, shape: Shape): Broken | undefined {
  const format = formats[shape.format ?? ''];
  if (format && !format.fits(value)) return { rule: format.rule };
  const size = sizeRule(lengthOf(value), shape.minLength, shape.maxLength, 'minLength', 'maxLength');
  if (size || shape.pattern === undefined) return size;
  return expressionOf(shape.pattern)?.test(value) === false ? { rule: 'pattern', pattern: shape.pattern } : undefined;
}

function numberRule(value: number, shape: Shape): Broken | undefined {
  const money = shape['x-mcp-hint'] === 'money-minor';
  if (shape.minimum !== undefined && value < shape.minimum) return { rule: 'minimum', limit: shape.minimum, money };
  if (shape.maximum !== undefined && value > shape.maximum) return { rule: 'maximum', limit: shape.maximum, money };
  return undefined;
}

/** The length of a text as the service counts it: in characters, not in halves of them. */
export const lengthOf = (text: string) => text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);

type SizeRule = 'minLength' | 'maxLength' | 'minItems' | 'maxItems';

function sizeRule(size: number, least: number | undefined, most: number | undefined, low: SizeRule, high: SizeRule): Broken | undefined {
  if (least !== undefined && size < least) return { rule: low, limit: least };
  return most !== undefined && size > most ? { rule: high, limit: most } : undefined;
}

/**
 * A pattern of the service, which is RE2, where it means the same here; undefined where it may not. What RE2 has and
 * JavaScript has not is an error under the flag u, but for the names of POSIX.
 */
export function expressionOf(pattern: string): RegExp | undefined {
  if (pattern.includes('[[:') || pattern.includes('[^[:')) return undefined;
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

const label = '[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const email = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${label}(\\.${label})*$`);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const moment = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

const isUri = (text: string) => /^(https?:\/\/[^/?#]|mailto:[^?#])/i.test(text) && !/[ "<>\\^`{|}]/.test(text);

const formats: Record<string, { rule: 'email' | 'uri' | 'uuid' | 'date' | 'dateTime'; fits: (text: string) => boolean }> = {
  email: { rule: 'email', fits: (text) => text.length <= 254 && email.test(text) },
  uri: { rule: 'uri', fits: isUri },
  url: { rule: 'uri', fits: isUri },
  uuid: { rule: 'uuid', fits: (text) => uuid.test(text) },
  date: { rule: 'date', fits: isDay },
  'date-time': { rule: 'dateTime', fits: (text) => moment.test(text) && isDay(text.slice(0, 10)) },
};

/** A day that there is: the 30th of February is none. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** How an amount of money is written, and how many decimals it has. */
export interface Amounts {
  decimals: number;
  written: (minor: number) => string;
}

/** A finding in the reader's language. */
export function sentence(finding: Finding, { t, plural, number }: Speech, amounts: Amounts): string {
  switch (finding.rule) {
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return plural(`forms.rule.${finding.rule}`, finding.limit);
    case 'minimum':
    case 'maximum':
      return t(`forms.rule.${finding.rule}`, { limit: finding.money ? amounts.written(finding.limit) : number(finding.limit) });
    case 'pattern':
      return isSlug(finding.pattern) ? t('forms.rule.slug') : t('forms.rule.pattern', { pattern: finding.pattern });
    case 'amount':
      return hasMoreDecimals(finding.text, amounts.decimals) ? plural('forms.rule.decimals', amounts.decimals) : t('forms.rule.number');
    default:
      return t(`forms.rule.${finding.rule}`);
  }
}

/** Whether a pattern is one of those by which names in addresses are written, which can be said in words. */
function isSlug(pattern: string): boolean {
  return /^\^\[a-z0-9\]\+\((\?:)?-\[a-z0-9\]\+\)\*\$$/.test(pattern);
}

/** Whether a text is an amount, but for decimals that its currency has not. */
function hasMoreDecimals(text: unknown, decimals: number): boolean {
  return typeof text === 'string' && minorOf(text, decimals + 4) !== undefined;
}
