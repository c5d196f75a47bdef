import type { Person } from '../api/types.gen';

/** Somebody who was picked, as the text calls them. */
export interface Pick {
  id: string;
  label: string;
}

/** What is typed behind an @ before the caret, undefined where no mention is being typed. */
export function typedMention(text: string, caret: number): { from: number; search: string } | undefined {
  const found = /(?:^|[\s(])@([^\s@<>]{0,30})$/u.exec(text.slice(0, caret));
  if (!found) return undefined;
  const search = found[1] ?? '';
  return { from: caret - search.length - 1, search };
}

/** The text with somebody's name in the place of what was typed, where the caret is then, and the picks. */
export function withPick(text: string, caret: number, from: number, person: Person, picks: readonly Pick[]): { text: string; caret: number; picks: Pick[] } {
  const label = labelOf(person, picks);
  const before = `${text.slice(0, from)}@${label} `;
  const known = picks.some(({ id }) => id === person.id);
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length, picks: known ? [...picks] : [...picks, { id: person.id, label }] };
}

/** Two people of one name are told apart. */
function labelOf({ id, name }: Person, picks: readonly Pick[]): string {
  const known = picks.find((pick) => pick.id === id);
  if (known) return known.label;
  const taken = picks.filter(({ label }) => label === name || label.startsWith(`${name} (`)).length;
  return taken === 0 ? name : `${name} (${taken + 1})`;
}

/** The text as it is sent: ids in the place of names, the longest name first. */
export function toTokens(text: string, picks: readonly Pick[]): string {
  return [...picks].sort((a, b) => b.label.length - a.label.length).reduce((now, { id, label }) => now.replaceAll(`@${label}`, `<@${id}>`), text);
}

const token = /<@([A-Za-z0-9_-]{1,64})>/g;

/** The text as it is edited, and the people in it. */
export function fromTokens(text: string, nameOf: (id: string) => string): { text: string; picks: Pick[] } {
  const picks: Pick[] = [];
  const edited = text.replaceAll(token, (_, id: string) => {
    const label = labelOf({ id, name: nameOf(id) }, picks);
    if (!picks.some((pick) => pick.id === id)) picks.push({ id, label });
    return `@${label}`;
  });
  return { text: edited, picks };
}

/** The pieces of a text: words, and ids of who is mentioned. */
export function piecesOf(text: string): { text?: string; id?: string }[] {
  return text.split(token).map((piece, i) => (i % 2 === 0 ? { text: piece } : { id: piece })).filter((piece) => piece.text !== '');
}
