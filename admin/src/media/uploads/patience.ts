import { ApiFailure } from '../../api/failure';

/** What an upload waits for: some time, and the network. */
export interface Line {
  isOnline: () => boolean;
  /** Resolves after so many milliseconds, and not before the browser is online. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** How often in a row something may fail that passes, while the browser is online. */
const mostFailures = 8;
const firstPause = 1000;
const longestPause = 30_000;

const passing = [408, 429, 502, 503, 504];

/** Whether the same request may succeed later: nothing answered, what answered was busy, or an upload has come further than was thought. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiFailure && (error.kind === 'offline' || passing.includes(error.status) || isElsewhere(error));
}

const isElsewhere = ({ code, diagnostic }: ApiFailure) => code === 'CONFLICT' && diagnostic?.path === 'headers#/Upload-Offset';

/** Tries again what fails for a while. A step that says that it got further starts the count anew. */
export async function patiently<T>(step: (further: () => void) => Promise<T>, line: Line, signal: AbortSignal, stalled: (now: boolean) => unknown): Promise<T> {
  let failures = 0;
  for (;;) {
    try {
      const answer = await step(() => {
        failures = 0;
        stalled(false);
      });
      stalled(false);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error) || (line.isOnline() && ++failures > mostFailures)) throw error;
      stalled(true);
      await line.pause(Math.min(longestPause, firstPause * 2 ** Math.max(0, failures - 1)), signal);
    }
  }
}

/** The network of this browser. */
export const network: Line = {
  isOnline: () => navigator.onLine,
  pause: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        removeEventListener('online', goOn);
        signal.removeEventListener('abort', stop);
      };
      const goOn = () => {
        end();
        resolve();
      };
      const stop = () => {
        end();
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => navigator.onLine && goOn(), milliseconds);
      addEventListener('online', goOn);
      signal.addEventListener('abort', stop);
    }),
};
