import { expect, it, vi } from 'vitest';

import { QuotedTexts } from './quotes';

const text = (missing: string[]) => ({ selected: () => ({ exact: 'pot', prefix: '', suffix: '' }), missing: () => new Set(missing), go: (id: string) => !missing.includes(id) });

it('of a text that is not shown, nobody knows what is missing', () => {
  const texts = new QuotedTexts();
  expect([texts.isMissing('/body', 'a'), texts.go('/body', 'a'), texts.selectedIn('/body')]).toEqual([false, false, undefined]);
  const leave = texts.add('/body', text(['a']));
  expect([texts.isMissing('/body', 'a'), texts.isMissing('/body', 'b'), texts.isMissing('/rest', 'a')]).toEqual([true, false, false]);
  expect([texts.go('/body', 'a'), texts.go('/body', 'b')]).toEqual([false, true]);
  leave();
  expect(texts.isMissing('/body', 'a')).toBe(false);
});

it('who watches hears when other words are missing, and not at each key', () => {
  const texts = new QuotedTexts();
  const missing = ['a'];
  texts.add('/body', text(missing));
  const hear = vi.fn();
  const stop = texts.watch(hear);
  texts.changed('/body');
  expect(hear).not.toHaveBeenCalled();
  missing.push('b');
  texts.changed('/body');
  expect(hear).toHaveBeenCalledTimes(1);
  missing.splice(0, 1);
  texts.changed('/body');
  expect(hear).toHaveBeenCalledTimes(2);
  stop();
  missing.pop();
  texts.changed('/body');
  expect(hear).toHaveBeenCalledTimes(2);
});

it('a text that is made anew is not taken away by the one before', () => {
  const texts = new QuotedTexts();
  const leave = texts.add('/body', text([]));
  texts.add('/body', text(['a']));
  leave();
  expect(texts.isMissing('/body', 'a')).toBe(true);
});
