import type { ReactNode } from 'react';

/**
 * In the place of the Markdown renderer that the form library brings along: what it would render is shown as it is. No form asks for
 * Markdown, and the renderer is 30 KiB of each page with a form, compressed.
 */
export function Markdown({ children }: { children: ReactNode }) {
  return children;
}
