import type { Icon } from './types.gen';

/** The site's own color: ten shades, and the tokens of both schemes that change. The service makes them so that text can be read. */
export interface Accent {
  shades: string[];
  light: Record<string, string>;
  dark: Record<string, string>;
}

/** What somebody who is not signed in sees of a site: the page brings it. */
export interface SeenSite {
  name: string;
  icons: Icon[];
  accent?: Accent;
}

const nothing: SeenSite = { name: '', icons: [] };

/** The site of this page; nameless where the development server serves it. */
export function seenSite(): SeenSite {
  const content = document.querySelector('meta[name="quartet-site"]')?.getAttribute('content') ?? '';
  try {
    return { ...nothing, ...(JSON.parse(content) as Partial<SeenSite>) };
  } catch {
    return nothing;
  }
}
