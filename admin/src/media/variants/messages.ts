/** What the page asks the worker that reads and writes pictures. `key` names a picture. */
export type Asked =
  | { ask: 'read'; key: number; source: Blob | ImageBitmap }
  | { ask: 'encode'; key: number; mime: string; quality: number; scale: number }
  | { ask: 'writes'; key: number; mime: string }
  | { ask: 'close'; key: number };

export type Question = Asked & { id: number };

export interface Answer {
  id: number;
  value: { width: number; height: number; transparent: boolean } | Blob | boolean | null;
  failed?: string;
}
