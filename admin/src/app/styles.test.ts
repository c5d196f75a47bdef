import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The bundle as it was built; FILES measures another. */
const assets = join(process.env['FILES'] ?? 'bundle/files', 'assets');
const textOf = (kind: string) =>
  readdirSync(assets)
    .filter((name) => name.endsWith(kind))
    .map((name) => readFileSync(join(assets, name), 'utf8'))
    .join('\n');

/** The classes of Mantine are named by a hash. */
const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]{5,}\b/g));

it('whatever of Mantine is in a script has its style in a sheet', () => {
  const styled = classesIn(readFileSync('node_modules/@mantine/core/styles.css', 'utf8'));
  const used = [...classesIn(textOf('.js'))].filter((name) => styled.has(name));
  const there = classesIn(textOf('.css'));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((name) => !there.has(name))).toEqual([]);
});
