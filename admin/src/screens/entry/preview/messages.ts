import { isObject } from '../../../values/data';

/** The longest name of a field that is listened to. */
const longest = 200;

/** What the script of the frame says: internal/pages/preview/frame.js. */
export type Said = { kind: 'shown'; turn: number } | { kind: 'field'; field: string };

/** The port to the document of a frame: its script says that it is ready, from an origin that is none. */
export function portOf(event: Pick<MessageEvent, 'data' | 'origin' | 'source' | 'ports'>, frame: Window | null | undefined): MessagePort | undefined {
  const isOurs = frame !== null && frame !== undefined && event.source === frame && event.origin === 'null';
  return isOurs && isObject(event.data) && event.data['preview'] === 'ready' && event.ports.length === 1 ? event.ports[0] : undefined;
}

/** What came through the port; undefined for anything that is not in the form. */
export function saidIn(data: unknown): Said | undefined {
  if (!isObject(data)) return undefined;
  const { shown, field } = data;
  if (typeof shown === 'number' && Number.isSafeInteger(shown)) return { kind: 'shown', turn: shown };
  return typeof field === 'string' && field !== '' && field.length <= longest ? { kind: 'field', field } : undefined;
}
