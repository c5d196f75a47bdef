import type { Icon } from './types.gen';

/** What somebody who is not signed in sees of a site: the page brings it. */
export interface SeenSite {
  name: string;
  icons: Icon[];
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
