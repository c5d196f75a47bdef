import { createContext, use } from 'react';

/** Opens an entry above the page that refers to it. */
export type OpenInPlace = (collection: string, id: string) => void;

export const OpenInPlaceContext = createContext<OpenInPlace | null>(null);

/** null where nothing can be opened in place: then a link leads there. */
export function useOpenInPlace(): OpenInPlace | null {
  return use(OpenInPlaceContext);
}
