import { describe, expect, it } from 'vitest';

import type { KeptDraft } from './useDraft';
import { areKept, hasFailed, isOpen, needsAnswer, saveAll, type Form } from './leaving';

const form = (state: Partial<ReturnType<Form['state']>>, save: Form['save'] = () => Promise.resolve({})): Form => ({
  place: 'page', save, state: () => ({ dirty: false, autosaves: true, keeps: false, isAsking: () => false, wasDeclined: () => false, idPrefix: 'entry', phase: 'unsaved', draft: { kept: true } as KeptDraft, ...state }),
});

describe('what is left', () => {
  it.each([
    ['nothing is typed', {}, false, false],
    ['what saves itself', { dirty: true }, true, false],
    ['what only its writer saves', { dirty: true, autosaves: false }, true, true],
    ['what is kept beside a draft', { keeps: true }, true, false],
  ])('%s', (_, state, open, answer) => {
    expect([isOpen(form(state)), needsAnswer(form(state))]).toEqual([open, answer]);
  });
});

it.each([
  ['what was not tried', { dirty: true }, false],
  ['what the service refused', { dirty: true, phase: 'refused' }, true],
  ['what does not fit yet', { dirty: true, phase: 'device' }, true],
  ['what somebody else changed, too', { dirty: true, phase: 'clash' }, true],
  ['what did not reach the service', { dirty: true, phase: 'offline' }, true],
  ['what is saved', { phase: 'saved' }, false],
] as const)('whether saving has failed: %s', (_, state, failed) => {
  expect(hasFailed(form(state))).toBe(failed);
});

it('forms are kept where none of them is too large', () => {
  const large = { draft: { kept: false } as KeptDraft };
  expect([areKept([form({})]), areKept([form({}), form(large)])]).toEqual([true, false]);
});

it('forms are saved until one is not, and those without changes are left alone', async () => {
  const saved: string[] = [];
  const named = (name: string, state: Partial<ReturnType<Form['state']>>, result: unknown) => form(state, () => (saved.push(name), Promise.resolve(result)));
  expect(await saveAll([named('a', { dirty: true }, {}), named('b', {}, {}), named('c', { keeps: true }, {})])).toBe(undefined);
  expect((await saveAll([named('d', { dirty: true, idPrefix: 'shared' }, undefined), named('e', { dirty: true }, {})]))?.state().idPrefix).toBe('shared');
  expect(saved).toEqual(['a', 'c', 'd']);
});
