import { labelOf } from '../values/names';
import { branchOf, constantOf, startOf } from './branches';
import { resolved, typeOf, typesOf, type Shape } from './shape';

/** One of the shapes that a value may have. */
export interface Kind {
  /** What it is called: by its title, else by the constant that tells it apart, else by its definition or its type. */
  label: string;
  /** Its schema, of which nothing is left to choose. */
  shape: Shape;
  /** The same without what its label says. */
  fields: Shape;
  /** What a new one begins with. */
  start: unknown;
}

/** How many choices may stand inside each other. */
const deepest = 6;

/**
 * The kinds of a value, none where there is only one. A branch that is itself a choice stands for its own branches, and
 * what stands beside the choice is part of each.
 */
export function kindsOf(given: Shape, root: Shape, otherwise: (number: number) => string): Kind[] {
  const shape = resolved(given, root);
  const leaves = leavesOf(shape, root, 0).map(({ leaf, name }) => ({ leaf: joined(shape, leaf), own: leaf, name }));
  const shapes = leaves.map(({ leaf }) => leaf);
  return leaves.map(({ leaf, own, name }, i) => {
    const tells = (property: string) => isTeller(property, leaf, shapes, root);
    return {
      label: labelIn(own, name, tells, root) || otherwise(i + 1),
      shape: leaf,
      fields: withoutTellers(leaf, root, tells),
      start: startOf(leaf, root, tells),
    };
  });
}

/** The kind that a value is of; -1 for none. */
export const kindAt = (kinds: readonly Kind[], value: unknown, root: Shape) => branchOf(kinds.map(({ shape }) => shape), value, root);

interface Leaf {
  leaf: Shape;
  /** The definition that it stands for. */
  name: string;
}

function leavesOf(shape: Shape, root: Shape, level: number): Leaf[] {
  return (shape.oneOf ?? []).flatMap((given): Leaf[] => {
    const branch = resolved(given, root);
    const name = given.$ref?.split('/').at(-1) ?? '';
    if (!branch.oneOf || level >= deepest) return [{ leaf: branch, name }];
    return leavesOf(branch, root, level + 1).map((inner) => ({ ...inner, leaf: joined(branch, inner.leaf) }));
  });
}

/** A branch with what stands beside the choice. */
function joined(beside: Shape, branch: Shape): Shape {
  const properties = { ...beside.properties, ...branch.properties };
  const required = [...new Set([...(beside.required ?? []), ...(branch.required ?? [])])];
  return {
    ...(beside.type === undefined ? {} : { type: beside.type }),
    ...branch,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Whether a property has a constant that another kind has not: it says the kind, and nobody has to. */
function isTeller(name: string, leaf: Shape, all: readonly Shape[], root: Shape): boolean {
  const only = onlyOf(leaf, name, root);
  if (!only) return false;
  const others = all.filter((each) => each !== leaf);
  return others.some((each) => {
    const other = onlyOf(each, name, root);
    return other !== undefined && other.value !== only.value;
  }) || (only.value !== true && others.every((each) => onlyOf(each, name, root) === undefined));
}

function onlyOf(shape: Shape, name: string, root: Shape) {
  const member = shape.properties?.[name];
  return member && constantOf(resolved(member, root));
}

function labelIn(leaf: Shape, name: string, tells: (property: string) => boolean, root: Shape): string {
  if (typeof leaf.title === 'string' && leaf.title !== '') return leaf.title;
  const teller = Object.keys(leaf.properties ?? {}).find(tells);
  const said = teller === undefined ? constantOf(leaf) : onlyOf(leaf, teller, root);
  const inside = said ?? nestedConstant(leaf, root, 0);
  if (inside !== undefined && typeOf(inside.value) !== 'object') return labelOf(String(inside.value));
  return labelOf(name) || labelOf(typesOf(leaf)[0] ?? '');
}

function nestedConstant(shape: Shape, root: Shape, level: number): { value: unknown } | undefined {
  if (level >= deepest) return undefined;
  for (const property of Object.values(shape.properties ?? {})) {
    const member = resolved(property, root);
    const found = constantOf(member) ?? nestedConstant(member, root, level + 1);
    if (found && found.value !== true) return found;
  }
  return undefined;
}

/** Without the constants that tell the kinds apart, and without objects of which nothing else is left. */
function withoutTellers(shape: Shape, root: Shape, tells: (property: string) => boolean, level = 0): Shape {
  if (!shape.properties || level > deepest) return shape;
  const left = Object.entries(shape.properties).flatMap(([name, property]): [string, Shape][] => {
    const member = resolved(property, root);
    if (tells(name)) return [];
    if (!member.properties || nestedConstant(member, root, deepest - 2) === undefined) return [[name, property]];
    const inner = withoutTellers(member, root, (each) => isFixed(member, each, root), level + 1);
    return Object.keys(inner.properties ?? {}).length > 0 ? [[name, inner]] : [];
  });
  return { ...shape, title: '', properties: Object.fromEntries(left) };
}

function isFixed(shape: Shape, name: string, root: Shape): boolean {
  const only = onlyOf(shape, name, root);
  return only !== undefined && only.value !== true;
}
