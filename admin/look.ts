import { readFileSync } from 'node:fs';

import type { Plugin } from 'vite';

interface Face {
  family: string;
  weight: string;
  file: string;
  range: string;
  first: boolean;
}

/** The look that all pages of the service share. */
const tokens = JSON.parse(readFileSync(new URL('../internal/look/tokens.json', import.meta.url), 'utf8')) as { faces: Face[]; fonts: string };

/** A font that is not there within a moment is left for the next page, so that no text moves. */
const face = ({ family, weight, file, range }: Face) =>
  `@font-face{font-family:"${family}";font-weight:${weight};font-display:optional;src:url(${tokens.fonts}${file}) format("woff2");unicode-range:${range}}`;

/** Puts the fonts of the service into the page, and has those fetched at once that every page needs. */
export function fonts(nonce: string): Plugin {
  return {
    name: 'fonts',
    transformIndexHtml: () => [
      ...tokens.faces.filter(({ first }) => first).map(({ file }) => ({
        tag: 'link', injectTo: 'head-prepend' as const, attrs: { rel: 'preload', href: `${tokens.fonts}${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
      })),
      { tag: 'style', injectTo: 'head', attrs: { nonce }, children: tokens.faces.map(face).join('\n') },
    ],
  };
}
