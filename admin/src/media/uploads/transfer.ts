import { ApiFailure, failureOf } from '../../api/failure';
import type { MediaCapability } from '../../api/types.gen';
import { patiently, type Line } from './patience';

/** What carries bytes, so that tests can cut it. */
export interface Wire {
  /** How many bytes of it are there. */
  offset: (capability: MediaCapability, signal: AbortSignal) => Promise<number>;
  /** Sends the bytes from an offset on, and tells how many of those are gone. */
  put: (capability: MediaCapability, rest: Blob, offset: number, signal: AbortSignal, progress: (sent: number) => void) => Promise<void>;
}

export interface Transfer {
  line: Line;
  signal: AbortSignal;
  progress: (sent: number) => unknown;
  stalled: (now: boolean) => unknown;
  /** Some of it may be there from before. */
  begun: boolean;
}

/** Sends one form. What was cut goes on from where the service has it, or anew where it keeps no parts. */
export async function send(wire: Wire, capability: MediaCapability, bytes: Blob, { line, signal, progress, stalled, begun }: Transfer): Promise<void> {
  let cut = begun;
  await patiently(
    async (further) => {
      const offset = cut && capability.resumable ? await wire.offset(capability, signal) : 0;
      cut = true;
      progress(offset);
      if (offset >= bytes.size) return;
      await wire.put(capability, bytes.slice(offset, bytes.size, bytes.type), offset, signal, (sent) => {
        if (sent > 0) further();
        progress(offset + sent);
      });
    },
    line,
    signal,
    stalled,
  );
  progress(bytes.size);
}

const offsetHeader = 'Upload-Offset';

/** Browsers set these themselves, and complain when anybody else does. */
const ownHeaders = ['content-length', 'host'];

/** HTTP, by the only means of a browser that tells how far an upload is. */
export const http: Wire = {
  offset: async ({ uploadUrl }, signal) => {
    const answer = await fetch(uploadUrl, { method: 'HEAD', credentials: 'omit', cache: 'no-store', signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw unreached(error);
    });
    if (!answer.ok) throw failureOf(answer.status, undefined);
    return Number(answer.headers.get(offsetHeader) ?? 0);
  },
  put: ({ uploadUrl, requiredHeaders }, rest, offset, signal, progress) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('PUT', uploadUrl);
      for (const [name, value] of Object.entries(requiredHeaders)) {
        if (!ownHeaders.includes(name.toLowerCase())) request.setRequestHeader(name, value);
      }
      if (offset > 0) request.setRequestHeader(offsetHeader, String(offset));
      request.upload.addEventListener('progress', ({ loaded }) => progress(loaded));
      request.addEventListener('load', () => {
        if (request.status >= 200 && request.status < 300) resolve();
        else reject(failureOf(request.status, parsed(request.responseText)));
      });
      request.addEventListener('error', () => reject(unreached()));
      request.addEventListener('abort', () => reject(signal.reason as Error));
      signal.addEventListener('abort', () => request.abort());
      request.send(rest);
    }),
};

const unreached = (cause?: unknown) => Object.assign(new ApiFailure('offline', 0, 'The service cannot be reached.'), { cause });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
