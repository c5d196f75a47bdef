import { createContext, use } from 'react';

/** How a text stands on its page: as a field of a form among others, or as what the page is for. */
export interface Look {
  look: 'field' | 'page';
  /** Whether nothing but the text is shown, and what changes that. */
  focus?: { on: boolean; toggle: () => void };
  /** Where the keys of the title and of the text lead on to. */
  goTo?: { title: () => void; text: () => void };
}

export const LookContext = createContext<Look>({ look: 'field' });

export const useLook = () => use(LookContext);
