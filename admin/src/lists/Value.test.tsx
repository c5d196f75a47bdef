// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

import { SpeechProvider } from '../i18n/text';
import type { PropertySchema } from '../values/schema';
import { Value } from './Value';

afterEach(cleanup);

async function cell(value: unknown, schema: PropertySchema, language: 'en' | 'zh-TW') {
  render(
    <MantineProvider env="test">
      <SpeechProvider language={language}>
        <p><Value value={value} schema={schema} /></p>
      </SpeechProvider>
    </MantineProvider>,
  );
  return (await screen.findByText((_, element) => element?.tagName === 'P')).textContent;
}

it.each([
  ['a day', '2026-02-03', { type: 'string', format: 'date' }, 'Feb 3, 2026', '2026年2月3日'],
  ['what is no day', 'soon', { type: 'string', format: 'date' }, 'soon', 'soon'],
  ['a day that the calendar has not', '2026-02-30', { type: 'string', format: 'date' }, '2026-02-30', '2026-02-30'],
  ['a text that looks like one', '2026-02-03', { type: 'string' }, '2026-02-03', '2026-02-03'],
  ['money', 450, { type: 'integer', 'x-mcp-hint': 'money-minor' }, '4.50', '4.50'],
  ['a truth value', true, { type: 'boolean' }, 'Yes', '是'],
  ['nothing', '', { type: 'string' }, '–', '–'],
] as const)('a cell of a list shows %s as its language writes it', async (_, value, schema, english, chinese) => {
  expect(await cell(value, schema, 'en')).toBe(english);
  cleanup();
  expect(await cell(value, schema, 'zh-TW')).toBe(chinese);
});
