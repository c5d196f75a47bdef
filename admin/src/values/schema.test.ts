import { expect, it } from 'vitest';

import type { Collection } from '../api/types.gen';
import { propertySchemas } from './schema';

const collection = {
  schema: {
    type: 'object',
    properties: { plain: { type: 'string' }, owner: { title: 'Owner', $ref: '#/$defs/author' }, price: { $ref: '#/$defs/price' } },
    $defs: {
      author: { title: 'Author', $ref: '#/$defs/me' },
      me: { type: 'string', 'x-service-bind': 'ctx.user', 'x-service-ref': 'people' },
      price: { type: 'integer', 'x-mcp-hint': 'money-minor' },
    },
  },
} as unknown as Collection;

it('what is said of a property counts through $ref, the nearer first', () => {
  expect(propertySchemas(collection)).toEqual({
    plain: { type: 'string' },
    owner: { title: 'Owner', type: 'string', 'x-service-bind': 'ctx.user', 'x-service-ref': 'people' },
    price: { type: 'integer', 'x-mcp-hint': 'money-minor' },
  });
});

it('a collection that is not there has no properties', () => {
  expect(propertySchemas(undefined)).toEqual({});
});
