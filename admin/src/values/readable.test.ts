// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import { readable } from './readable';

describe('what differs between two texts is shown as people read them', () => {
  it.each([
    ['markdown', '## Smoke', 'Smoke'],
    ['markdown', '> It is a *craft*, **not** a `trick`.', 'It is a craft, not a trick.'],
    ['markdown', '* one\n* two', '• one\n• two'],
    ['markdown', '| tea | wood |\n| --- | :-: |\n| Lapsang | pine |', 'tea · wood\nLapsang · pine'],
    ['markdown', '![A kettle](media:01a2 "On the fire")', '🖼 A kettle'],
    ['markdown', 'See [the shop](https://tea.example).', 'See the shop (https://tea.example).'],
    ['markdown', 'snake_case, 2 * 3 and 3 \\* 4', 'snake_case, 2 * 3 and 3 * 4'],
    ['markdown', '```js\nlet tea\n```', 'let tea\n'],
    ['markdown', 'It is smoked\nover pine.\n\nAnd dried\n\n- in the\n  sun\n- or not', 'It is smoked over pine.\n\nAnd dried\n\n• in the sun\n• or not'],
    ['markdown', '> It is\n> a craft', 'It is a craft'],
    ['markdown', 'Said\n> It is\n>> a craft', 'Said\nIt is\na craft'],
    ['markdown', 'tea | wood\n--- | ---\nx | y', 'tea · wood\nx · y'],
    ['markdown', 'Smoke\n===\nover\n---\npine', 'Smoke\n===\nover\n---\npine'],
    ['markdown', '```\n~~~\nlet\ntea\n```', 'let\ntea\n'],
    ['markdown', '小心\n壺身', '小心壺身'],
    ['markdown', 'One  \ntwo\\\nthree', 'One  \ntwo\\\nthree'],
    ['markdown', '# Smoke\nover\n| tea |\n| --- |\n1. pine', 'Smoke\nover\ntea\n1. pine'],
    ['markdown', '```\nlet tea\nlet pine\n```\nand\nwood', 'let tea\nlet pine\nand wood'],
    ['richtext', '<h2>Smoke</h2><p>A <em>craft</em> &amp; more</p>', 'Smoke\n\nA craft & more'],
    ['richtext', '<p><a href="/tea">Tea</a></p><img src="x" alt="A kettle">', 'Tea (/tea)\n\n🖼 A kettle'],
    ['richtext', '<table><tr><td>tea</td><td>pine</td></tr></table>', 'tea · pine'],
    [undefined, '# 1', '# 1'],
  ])('%s: %j', (hint, text, read) => {
    expect(readable('', text, { ...(hint && { 'x-mcp-hint': hint }) })[1]).toBe(read);
  });

  it('is shown as it is written where markup alone has changed', () => {
    expect(readable('some *tea*', 'some **tea**', { 'x-mcp-hint': 'markdown' })).toEqual(['some *tea*', 'some **tea**']);
  });
});
