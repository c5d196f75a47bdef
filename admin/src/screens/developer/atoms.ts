import type { Atom, Console } from '../../api/types.gen';

export const kinds = ['Schema', 'View', 'Procedure', 'Trigger'] as const;
export type Kind = (typeof kinds)[number];

/** How relations, addresses and diagnostics name an atom. */
export type AtomId = `${Kind}/${string}`;

export interface Listed {
  id: AtomId;
  kind: Kind;
  atom: Atom;
}

/** The atoms of a kind. */
export function atomsOf(console: Console, kind: Kind): Atom[] {
  return { Schema: console.schemas, View: console.views, Procedure: console.procedures, Trigger: console.triggers }[kind];
}

/** Every atom, in the order of its files and of their text. */
export function listAtoms(console: Console): Listed[] {
  return kinds
    .flatMap((kind) => atomsOf(console, kind).map((atom): Listed => ({ id: `${kind}/${atom.name}`, kind, atom })))
    .sort(({ atom: { source: a } }, { atom: { source: b } }) => compare(a.file, b.file) || a.document - b.document);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export function isAtomId(text: unknown): text is AtomId {
  return typeof text === 'string' && kinds.some((kind) => text.startsWith(`${kind}/`) && text.length > kind.length + 1);
}

/** A file with its atoms, and how many lines of each hold what is searched for. */
export interface FileOfAtoms {
  file: string;
  atoms: Array<Listed & { lines: number }>;
}

/** The folder that all atoms lie in, with its slash: what need not be said of each file. */
export function folderOf(atoms: Listed[]): string {
  const [first = [], ...others] = atoms.map(({ atom }) => atom.source.file.split('/').slice(0, -1));
  const end = first.findIndex((part, i) => others.some((each) => each[i] !== part));
  const shared = end < 0 ? first : first.slice(0, end);
  return shared.map((part) => `${part}/`).join('');
}

/** The files whose atoms have the term in their name or text. */
export function findAtoms(atoms: Listed[], term: string): FileOfAtoms[] {
  const files = new Map<string, FileOfAtoms>();
  for (const each of atoms) {
    const lines = matchingLines(each.atom.source.text, term).size;
    if (lines === 0 && !holds(each.id, term)) continue;
    const { file } = each.atom.source;
    const found = files.get(file) ?? { file, atoms: [] };
    found.atoms.push({ ...each, lines });
    files.set(file, found);
  }
  return [...files.values()];
}

/** Which lines of a text hold a term, counted from 0; none for no term. */
export function matchingLines(text: string, term: string): Set<number> {
  if (term === '') return new Set();
  return new Set(text.split('\n').flatMap((line, i) => (holds(line, term) ? [i] : [])));
}

/** Whether a text holds a term in any case. */
export function holds(text: string, term: string): boolean {
  return text.toLowerCase().includes(term.toLowerCase());
}

export interface Neighbour {
  kind: string;
  id: AtomId;
}

/** What an atom names, and what names it. */
export function neighboursOf({ relations }: Console, id: AtomId): { uses: Neighbour[]; usedBy: Neighbour[] } {
  return {
    uses: relations.filter((each) => each.from === id).map(({ kind, to }) => ({ kind, id: to as AtomId })),
    usedBy: relations.filter((each) => each.to === id).map(({ kind, from }) => ({ kind, id: from as AtomId })),
  };
}

/** The atom that the path of a diagnostic is about: manifest:<Kind>/<name>#<pointer>. */
export function atomOfPath(path: string): AtomId | undefined {
  const id = /^manifest:([^#]+)/.exec(path)?.[1];
  return isAtomId(id) ? id : undefined;
}
