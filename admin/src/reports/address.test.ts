import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';

import type { View } from '../api/types.gen';
import { changed, filterFields, isSearchable, missingParams, pageSizes, paramsOf, queryOf, readReportSearch, type ReportSearch } from './address';

const sales: View = {
  name: 'sales', title: 'Sales', description: 'Sales.', surface: 'staff', collection: null, fields: null, rows: null, limit: 100,
  params: {
    type: 'object',
    required: ['stage'],
    properties: { stage: { type: 'string' }, least: { type: 'integer' }, rate: { type: ['number', 'null'] }, open: { type: 'boolean' }, code: {} },
  },
  list: { columns: [], searchFields: ['name'], filterFields: ['sku'] },
};

describe('what a form holds comes back from its address', () => {
  const parse = parseSearchWith(JSON.parse);
  const write = stringifySearchWith(JSON.stringify, JSON.parse);
  it.each<[string, ReportSearch]>([
    ['a word', { stage: 'paid' }],
    ['a word that reads as a number', { stage: '007', code: '1e3' }],
    ['a word that reads as a truth', { stage: 'true' }],
    ['numbers', { least: 12, rate: -0.5 }],
    ['a truth', { open: false }],
    ['other letters, and what separates', { stage: 'a&b=c #?', code: '茶' }],
  ])('%s', (_, params) => {
    expect(paramsOf(sales, readReportSearch(parse(write(changed({}, params)))))).toEqual(params);
  });
});

it.each([
  ['a number for a word', '?stage=7', { stage: '7' }],
  ['a truth for a word', '?stage=true', { stage: 'true' }],
  ['a word for a number stays, and is refused at its field', '?least=many', { least: 'many' }],
  ['a written number', '?least=%2212%22', { least: 12 }],
  ['a written truth', '?open=%22true%22', { open: true }],
  ['nothing of what is not declared', '?other=1&page=3&search=x', {}],
])('an address that somebody has typed: %s', (_, address, params) => {
  expect(paramsOf(sales, readReportSearch(parseSearchWith(JSON.parse)(address)))).toEqual(params);
});

it.each<[string, ReportSearch, object]>([
  ['params', { stage: 'paid', least: 3, open: false }, { stage: 'paid', least: '3', open: 'false' }],
  ['search and filters', { search: 'ink', 'filter.sku': 'INK-1' }, { search: 'ink', 'filter.sku': 'INK-1' }],
  ['nothing that the View does not declare', { 'filter.nose': 'x', other: 'y', cursor: 'z' }, {}],
  ['a page', { page: 3, show: 25 }, { page: 3, show: 25 }],
  ['nothing to say of the first page, or of as many rows as there are', { page: 1, show: 100 }, {}],
  ['no page that is none', { page: 'x', show: -4 }, {}],
])('the service is asked for %s', (_, search, query) => {
  expect(queryOf(sales, search)).toEqual(query);
});

it('a param takes its key from the search box and from a filter', () => {
  const view = { ...sales, params: { type: 'object', properties: { search: { type: 'string' }, 'filter.sku': { type: 'string' } } } };
  expect(isSearchable(view)).toBe(false);
  expect(filterFields(view)).toEqual([]);
  expect(queryOf(view, { search: 'x', 'filter.sku': 'y' })).toEqual({ search: 'x', 'filter.sku': 'y' });
});

it('a change begins at the first page, and an emptied value leaves the address', () => {
  expect(changed({ stage: 'paid', search: 'ink', page: 4, show: 25 }, { search: '' })).toEqual({ stage: 'paid', show: 25 });
});

it('a required param that is missing is named', () => {
  expect(missingParams(sales, { least: 1 })).toEqual(['stage']);
  expect(missingParams(sales, { stage: 'paid' })).toEqual([]);
});

it.each([
  [100, [10, 25, 50, 100]],
  [500, [10, 25, 50, 100, 250, 500]],
  [7, [7]],
])('a View that gives %d rows a page offers %j', (limit, sizes) => {
  expect(pageSizes({ ...sales, limit })).toEqual(sizes);
});
