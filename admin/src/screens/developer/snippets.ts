import { curlOf, toolCallOf } from './curl';
import type { Interface } from './interfaces';
import type { Values } from './request';

export const languages = ['curl', 'typescript', 'go'] as const;
export type Language = (typeof languages)[number];

/** The call in a language; undefined where it cannot be made from there. */
export function codeOf(language: Language, item: Interface, values: Values): string | undefined {
  const { call } = item;
  if (language === 'curl') {
    if (call.by === 'mcp') return toolCallOf(call.url, call.tool, values);
    return curlOf({ ...call, values, credential: item.credential === 'token' ? 'none' : item.credential });
  }
  return undefined;
}
