import { expect, it } from 'vitest';

import { shortened, wordRuns } from './diff';

const side = (of: 'before' | 'after', before: string, after: string) =>
  wordRuns(before, after)
    .filter((run) => run.of === 'both' || run.of === of)
    .map((run) => run.text)
    .join('');

it.each([
  ['one word', 'A cup of tea', 'A pot of tea', ['cup'], ['pot']],
  ['added', 'tea', 'green tea', [], ['green ']],
  ['removed', 'green tea', 'tea', ['green '], []],
  ['the same', 'tea', 'tea', [], []],
  ['from nothing', '', 'tea', [], ['tea']],
  ['words without spaces', '我喜歡喝綠茶', '我喜歡喝紅茶', ['綠'], ['紅']],
])('%s', (_, before, after, removed, added) => {
  const runs = wordRuns(before, after);
  expect(runs.filter((run) => run.of === 'before').map((run) => run.text)).toEqual(removed);
  expect(runs.filter((run) => run.of === 'after').map((run) => run.text)).toEqual(added);
  expect(side('before', before, after)).toBe(before);
  expect(side('after', before, after)).toBe(after);
});

it('leaves out the middle of what did not change', () => {
  const same = 'word '.repeat(100);
  const [first, second, third] = shortened([{ text: same, of: 'both' }, { text: 'x', of: 'after' }, { text: same, of: 'both' }]);
  expect(first?.text.length).toBeLessThan(80);
  expect(first?.text.startsWith(' … ')).toBe(true);
  expect(second?.text).toBe('x');
  expect(third?.text.endsWith(' … ')).toBe(true);
});
