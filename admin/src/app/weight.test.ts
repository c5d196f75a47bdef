import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

/** The bundle as it was built; FILES measures another. */
const files = process.env['FILES'] ?? 'bundle/files';
const names = readdirSync(join(files, 'assets'));
const textOf = (name: string) => readFileSync(join(files, 'assets', name), 'utf8');

/** The only file of a name: `Entry` is `Entry.<hash>.js`. */
function chunk(name: string): string {
  const found = names.filter((each) => new RegExp(`^${name}\\.[0-9a-f]+\\.js$`).test(each));
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${name}: ${found.length} files`);
  return found[0];
}

/** What a file needs before it runs, itself among it. */
function closure(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, other] of textOf(name).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) if (other !== undefined) closure(other, found);
  return found;
}

/** Style sheets have the names of the scripts that they come with. */
const sheetsOf = (scripts: ReadonlySet<string>) => names.filter((name) => name.endsWith('.css') && [...scripts].some((each) => each.split('.')[0] === name.split('.')[0]));

/** How many KiB come, compressed. */
function weight(scripts: ReadonlySet<string>): number {
  const all = [...scripts, ...sheetsOf(scripts)];
  return all.reduce((sum, name) => sum + gzipSync(textOf(name), { level: 9 }).length, 0) / 1024;
}

const [, entry = ''] = /src="[^"]*\/(index\.[0-9a-f]+\.js)"/.exec(readFileSync(join(files, 'index.html'), 'utf8')) ?? [];
const first = closure(entry);
const closures = (all: readonly string[], known: ReadonlySet<string>) => new Set(all.flatMap((name) => [...closure(chunk(name))]).filter((name) => !known.has(name)));
const entryPage = closures(['Entry', 'Form'], first);
const writing = closures(['ProseField'], new Set([...first, ...entryPage]));
const both = new Set([...writing, ...entryPage]);

const list = closures(['Collection'], first);

// Decision 280.
it('the first chunk and what it needs are few files, under 450 KiB', () => {
  expect(first.size).toBeLessThan(10);
  expect(weight(first)).toBeGreaterThan(100);
  expect(weight(first)).toBeLessThan(450);
});

it('a list adds less than 60 KiB, without what it shows when somebody asks for it', () => {
  expect(weight(list)).toBeLessThan(60);
  for (const name of ['Gallery', 'BulkBar', 'RowDeeds', 'RowMoves', 'BulkQuestion', 'SetField', 'ConditionForm', 'CellEditor', 'ListMenu', 'ListCalendar', 'SavedDialogs']) expect(list).not.toContain(chunk(name));
});

it('a text adds less than 350 KiB to the page of its entry, and both less than 400', () => {
  expect(weight(writing)).toBeGreaterThan(100);
  expect(weight(writing)).toBeLessThan(350);
  expect(weight(both)).toBeLessThan(400);
});

it('what shows a text as it is kept comes when somebody asks for it', () => {
  expect(both).not.toContain(chunk('CodeEditor'));
});
