import { expect, it } from 'vitest';

import { fromTokens, piecesOf, toTokens, typedMention, withPick } from './mentions';

it('a mention is typed behind an @ that begins a word', () => {
  expect(typedMention('Ask @ev', 7)).toEqual({ from: 4, search: 'ev' });
  expect(typedMention('@', 1)).toEqual({ from: 0, search: '' });
  expect(typedMention('(@王', 3)).toEqual({ from: 1, search: '王' });
  expect(typedMention('eva@tea', 7)).toBeUndefined();
  expect(typedMention('Ask @eva now', 12)).toBeUndefined();
});

it('a pick takes the place of what was typed, and comes back as it was', () => {
  const first = withPick('Ask @ev now', 7, 4, { id: 'u1', name: 'Eva' }, []);
  expect(first).toEqual({ text: 'Ask @Eva now', caret: 9, picks: [{ id: 'u1', label: 'Eva' }] });
  const text = `${first.text} @e`;
  const second = withPick(text, text.length, text.length - 2, { id: 'u2', name: 'Eva' }, first.picks);
  expect(second.text).toBe('Ask @Eva now @Eva (2) ');
  const sent = toTokens(second.text, second.picks);
  expect(sent).toBe('Ask <@u1> now <@u2> ');
  expect(fromTokens(sent, () => 'Eva')).toEqual({ text: second.text, picks: second.picks });
  expect(piecesOf(sent)).toEqual([{ text: 'Ask ' }, { id: 'u1' }, { text: ' now ' }, { id: 'u2' }, { text: ' ' }]);
});
