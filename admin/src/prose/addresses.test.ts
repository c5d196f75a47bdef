import { expect, it } from 'vitest';

import { addressOf } from './addresses';

it.each([
  ['https://example.org/', 'https://example.org/'],
  [' example.org/x ', 'https://example.org/x'],
  ['example.org?q=1', 'https://example.org?q=1'],
  ['茶.tw', 'https://茶.tw'],
  ['/matcha', '/matcha'],
  ['#pots', '#pots'],
  ['../pots', '../pots'],
  ['tea@example.org', 'mailto:tea@example.org'],
  ['tel:+886', 'tel:+886'],
  ['media:a-1', 'media:a-1'],
  ['matcha', undefined],
  ['抹茶', undefined],
  ['two words', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('%j leads to %j', (typed, address) => expect(addressOf(typed)).toBe(address));
