import { expect, it } from 'vitest';

import { en } from './en';

const sources = Object.entries(import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }))
  .filter(([path]) => !path.startsWith('./') && !path.includes('.test.'))
  .map(([, text]) => text);

/** What a template can become: `status.${…}` is anything that begins so. */
const templates = sources
  .flatMap((text) => text.match(/`[a-zA-Z]+\.(\$\{[^{}]*\}|[a-zA-Z.-])*`/g) ?? [])
  .map((template) => new RegExp(`^${template.slice(1, -1).replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[a-zA-Z0-9-]+')}$`));

it('every text is said somewhere', () => {
  expect(sources.length).toBeGreaterThan(200);
  const literals = new Set(sources.flatMap((text) => text.match(/'[a-zA-Z]+\.[a-zA-Z0-9.-]+'/g) ?? []).map((literal) => literal.slice(1, -1)));
  const said = (key: string) => literals.has(key) || templates.some((template) => template.test(key));
  const unused = Object.keys(en).filter((key) => !said(key) && !said(key.replace(/\.(one|other)$/, '')));
  expect(unused).toEqual([]);
});
