import { expect, it } from 'vitest';

import type { Property, SchemaAtom } from '../../api/types.gen';
import { boxWidth, layoutModel, type Box } from './layout';

const property = (name: string, refersTo?: string): Property => ({
  name, required: false, schema: { type: 'string' }, binds: '', references: refersTo === undefined ? null : { schema: refersTo, field: 'id', translation: false },
});

const schema = (name: string, properties: Property[]): SchemaAtom => ({
  name, title: name, description: '', source: { file: 'a.yaml', document: 1, line: 1, text: '' },
  lifecycle: 'operational', localized: false, readOnly: false, translates: null, properties, indexes: [], defs: null,
});

const apart = (a: Box, b: Box) => a.x + boxWidth <= b.x || b.x + boxWidth <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

it('what refers stands left of what it refers to; what stands alone is below', () => {
  const { boxes, lines } = layoutModel([schema('lines', [property('order', 'orders')]), schema('orders', []), schema('alone', [property('self', 'alone')]), schema('log', [])]);
  const at = (name: string) => boxes.find((each) => each.schema.name === name) as Box;
  expect(lines.map(({ id }) => id)).toEqual(['lines.order', 'alone.self']);
  expect(at('lines').x).toBeLessThan(at('orders').x);
  expect(at('log').y).toBeGreaterThan(at('alone').y);
});

it('a hundred Schemas do not cover each other, and show what joins them alone', () => {
  const all = Array.from({ length: 100 }, (_, i) => schema(`s${i}`, [property('name'), ...(i % 3 ? [property('parent', `s${Math.floor(i / 2)}`)] : [])]));
  const { boxes } = layoutModel(all);
  expect(boxes).toHaveLength(100);
  expect(boxes.every((a, i) => boxes.slice(i + 1).every((b) => apart(a, b)))).toBe(true);
  expect(boxes.find((each) => each.schema.name === 's1')).toMatchObject({ more: 1, properties: [{ name: 'parent' }] });
});

it('a small model shows up to ten properties, and always those that refer', () => {
  const many = Array.from({ length: 14 }, (_, i) => property(`p${i}`, i === 13 ? 'b' : undefined));
  const [box] = layoutModel([schema('a', many), schema('b', [])]).boxes;
  expect(box?.properties.map(({ name }) => name)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p13']);
  expect(box?.more).toBe(4);
});
