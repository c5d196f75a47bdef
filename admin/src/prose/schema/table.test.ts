import { getSchema } from '@tiptap/core';
import { expect, it } from 'vitest';

import { extensionsFor } from './extensions';

it('each part of a table has its own role, and nothing else has one', () => {
  const { nodes } = getSchema(extensionsFor('markdown'));
  const roles = Object.entries(nodes).flatMap(([name, { spec }]) => (spec['tableRole'] === undefined ? [] : [[name, spec['tableRole'] as unknown]]));
  expect(Object.fromEntries(roles)).toEqual({ table: 'table', tableRow: 'row', tableCell: 'cell', tableHeader: 'header_cell' });
});
