import { createContext } from 'react';

/** Opens a referred entry over the page. Without a provider a reference leads to the entry's page in a new tab. */
export const OpenEntryContext = createContext<((entry: { collection: string; id: string }) => void) | null>(null);
