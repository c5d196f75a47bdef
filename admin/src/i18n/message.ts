import type { en } from './en';

type English = typeof en;

export type MessageKey = keyof English;

/** A language: every key, and no other. */
export type Messages = Readonly<Record<MessageKey, string>>;

/** The names in braces of a text. */
type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** What a message wants beside its key: nothing, or a value for each name. */
export type Values<K extends MessageKey> = [Names<English[K]>] extends [never]
  ? []
  : [values: Record<Names<English[K]>, string | number>];

/** Keys whose texts want nothing filled in. */
export type PlainKey = { [K in MessageKey]: [Names<English[K]>] extends [never] ? K : never }[MessageKey];

/** Keys that have a form for one and a form for others. */
export type PluralKey = MessageKey extends infer K ? (K extends `${infer Base}.other` ? Base : never) : never;

/** Puts values in the place of the names in braces. */
export function fill(text: string, values: Record<string, string | number> = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
