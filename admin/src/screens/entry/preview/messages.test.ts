import { expect, it } from 'vitest';

import { portOf, saidIn } from './messages';

const frame = {} as Window;
const [port, other] = [{} as MessagePort, {} as MessagePort];
const ready = { data: { preview: 'ready' }, origin: 'null', source: frame, ports: [port] };

it('takes the port of the frame itself', () => {
  expect(portOf(ready, frame)).toBe(port);
});

it.each([
  ['another window', { ...ready, source: {} as Window }],
  ['no window', { ...ready, source: null }],
  ['a document with an origin', { ...ready, origin: 'https://tea.example' }],
  ['another message', { ...ready, data: { preview: 'go' } }],
  ['a text', { ...ready, data: 'ready' }],
  ['nothing', { ...ready, data: null }],
  ['no port', { ...ready, ports: [] }],
  ['two ports', { ...ready, ports: [port, other] }],
])('takes no port from %s', (_, event) => {
  expect(portOf(event, frame)).toBeUndefined();
});

it('takes no port while there is no frame', () => {
  expect(portOf({ ...ready, source: null }, null)).toBeUndefined();
  expect(portOf({ ...ready, source: null }, undefined)).toBeUndefined();
});

it('reads what the script says', () => {
  expect(saidIn({ shown: 3 })).toEqual({ kind: 'shown', turn: 3 });
  expect(saidIn({ field: 'title' })).toEqual({ kind: 'field', field: 'title' });
});

it.each([null, 7, 'title', [], {}, { shown: '3' }, { shown: 1.5 }, { shown: NaN }, { field: '' }, { field: 7 }, { field: {} }, { field: 'x'.repeat(201) }])('ignores %j', (data) => {
  expect(saidIn(data)).toBeUndefined();
});
