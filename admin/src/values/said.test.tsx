// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';

import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Diagnostic } from '../api/diagnostic.gen';
import { ApiFailure } from '../api/failure';
import { en } from '../i18n/en';
import { SpeechProvider, speechOf } from '../i18n/text';
import { zhTW } from '../i18n/zh-TW';
import { Refusal } from '../ui/Refusal';
import { faultWords } from './reasons';
import { saidOf } from './said';

const english = speechOf('en', en);
const chinese = speechOf('zh-TW', zhTW);
const service = 'What the service says.';
const refused = (code: string, path: string) => new ApiFailure('refused', 409, service, { code, path, message: service } as unknown as Diagnostic);

it.each([
  ['CONFLICT', 'input#/email', zhTW['said.hasRole']],
  ['CONFLICT', 'input#/expectedVersion', zhTW['trouble.conflict']],
  ['CONFLICT', 'input#', zhTW['said.conflict']],
  ['INPUT_VALIDATION_FAILED', 'input#/email', zhTW['said.noEmail']],
  ['RATE_LIMITED', 'input#', zhTW['said.tooOften']],
  ['UNAUTHENTICATED', '', zhTW['said.wrongSecret']],
  ['INTERNAL_ERROR', '', zhTW['said.internal']],
])('%s at %s is said in the language of the reader, in English as the service says it', (code, path, want) => {
  expect(saidOf(refused(code, path), chinese)).toBe(want);
  expect(saidOf(refused(code, path), english)).toBe(service);
});

/** Codes whose words are those of a handler, and of what is missing to sign in at all. */
const ownWords = ['ENTITLEMENT_REQUIRED', 'setup_incomplete'];

it('each code that a request can meet has words in the language of the reader', () => {
  const rows = [...readFileSync('../docs/diagnostics.md', 'utf8').matchAll(/^\| `(\w+)` \| [^|]*\bruntime\b/gm)].map(([, code]) => code ?? '');
  expect(rows).toContain('CONFLICT');
  const untold = rows.filter((code) => saidOf(refused(code, 'input#'), chinese) === service);
  expect(untold.sort()).toEqual(ownWords.sort());
});

it('words that somebody of the site wrote stay, and those of what is no request', () => {
  expect(saidOf(refused('LIFECYCLE_HOOK_REJECTED', 'data#'), chinese)).toBe(service);
  expect(saidOf(new Error('Mine.'), chinese)).toBe('Mine.');
  expect(saidOf(new ApiFailure('offline', 0, service), chinese)).toBe(zhTW['said.offline']);
});

it.each([
  ['CONFLICT', 'data#/slug', zhTW['why.taken']],
  ['CONFLICT', 'data#/version', zhTW['why.changed']],
  ['INPUT_VALIDATION_FAILED', 'data#/slug', zhTW['why.invalid']],
  ['CONFLICT', 'input#/place', service],
])('a fault %s at %s of a form is in the language of the reader, but for the words of an operation', (code, path, want) => {
  const reason = { code, path, message: service };
  expect(faultWords(reason, chinese)).toBe(want);
  expect(faultWords(reason, english)).toBe(service);
});

it('a refusal in its place is in the language of the reader', async () => {
  render(
    <MantineProvider>
      <SpeechProvider language="zh-TW">
        <Refusal error={refused('AUTH_DENIED', 'input#')} title="X" />
      </SpeechProvider>
    </MantineProvider>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain(zhTW['said.denied']);
});
