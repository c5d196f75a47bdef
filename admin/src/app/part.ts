import { ApiFailure } from '../api/failure';

/** A part of the application that could not be fetched, because nothing answers. */
export class MissingPart extends ApiFailure {
  constructor() {
    super('offline', 0, 'The service cannot be reached.');
  }
}

/** Whether the service answers, whatever it says. */
export function isServed(): Promise<boolean> {
  return fetch('/_service/admin/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/**
 * The loader of a part of the application, such as a page. One that cannot be fetched is a service that cannot be
 * reached, or one that was upgraded and has other files now: the router then loads the application anew, once.
 */
export function part<T>(load: () => Promise<T>): () => Promise<T> {
  return () =>
    load().catch(async (error: unknown) => {
      if (!(await isServed())) throw new MissingPart();
      throw isMissingStyle(error) ? new TypeError('Failed to fetch dynamically imported module', { cause: error }) : error;
    });
}

/** Vite fetches the style sheets of a part before it, and says so in its own words. */
const isMissingStyle = (error: unknown) => error instanceof Error && error.message.startsWith('Unable to preload');
