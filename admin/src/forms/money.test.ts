import { describe, expect, it } from 'vitest';

import { amountOf, currencyOf, decimalsOf, minorOf } from './money';

describe('an amount as it is written or pasted', () => {
  it.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12.50', 1250],
    ['.5', 50],
    ['12.', 1200],
    ['0.29', 29],
    ['1234.50', 123450],
    ['1,234.50', 123450],
    ['1,234', 123400],
    ['1,234,567', 123456700],
    ['12,5', 1250],
    ['1.234,50', 123450],
    ['1.234.567', 123456700],
    ["1'234.50", 123450],
    ['1 234,50', 123450],
    ['€ 12.00', 1200],
    ['12,00 €', 1200],
    ['TWD 12', 1200],
    ['-3.10', -310],
    ['−3.10', -310],
    ['(3.10)', -310],
    ['+3.10', 310],
    ['-0', 0],
    ['90071992547409.91', 9007199254740991],
  ])('%s is %i', (text, minor) => {
    expect(minorOf(text, 2)).toBe(minor);
  });

  it.each(['', '-', '.', 'abc', '12.345', '1.234', '1,23,4', '12-', '(3', '1e3', '0x10', '1..2', '90071992547409.92', '１２'])('%j is none', (text) => {
    expect(minorOf(text, 2)).toBeUndefined();
  });

  it.each([
    ['1,234', 0, 1234],
    ['1.234', 0, 1234],
    ['1.5', 0, undefined],
    ['1.234', 3, 1234],
    ['1,234.567', 3, 1234567],
  ])('%s with %i decimals is %s', (text, decimals, minor) => {
    expect(minorOf(text, decimals)).toBe(minor);
  });
});

it.each([
  [0, 2, '0.00'],
  [5, 2, '0.05'],
  [-5, 2, '-0.05'],
  [123450, 2, '1234.50'],
  [-123450, 2, '-1234.50'],
  [1234, 0, '1234'],
  [1234, 3, '1.234'],
  [9007199254740991, 2, '90071992547409.91'],
])('%i with %i decimals is written %s, and read back', (minor, decimals, text) => {
  expect(amountOf(minor, decimals)).toBe(text);
  expect(minorOf(text, decimals)).toBe(minor);
});

it.each([
  ['EUR', 2],
  ['JPY', 0],
  ['KWD', 3],
  [undefined, 2],
  ['no', 2],
])('%s has %i decimals', (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals);
});

it.each([
  ['beside it', ['price'], { price: 1, currency: 'JPY' }, {}, 'JPY'],
  ['above it', ['lines', 0, 'unitPrice'], { currency: 'EUR', lines: [{ unitPrice: 1 }] }, {}, 'EUR'],
  ['nearer beside than above', ['lines', 0, 'unitPrice'], { currency: 'EUR', lines: [{ unitPrice: 1, currency: 'JPY' }] }, {}, 'JPY'],
  ['the only one that there is', ['price'], {}, { properties: { currency: { enum: ['EUR'] } } }, 'EUR'],
  ['not said', ['price'], { currency: 'much' }, { properties: { currency: { enum: ['EUR', 'JPY'] } } }, undefined],
])('the currency is %s', (_, path, value, schema, currency) => {
  expect(currencyOf(path, value, schema)).toBe(currency);
});
