import { expect, it } from 'vitest';

import { ApiFailure } from '../../../api/failure';
import type { ArticlePart, Collection } from '../../../api/types.gen';
import type { Diagnostic } from '../../../api/diagnostic.gen';
import { en } from '../../../i18n/en';
import { speechOf } from '../../../i18n/text';
import { zhTW } from '../../../i18n/zh-TW';
import { faultsOf, missingFields, ownFaults, refusedPart, type PartFault } from './faults';

const fault = (pointer: string): PartFault => ({ pointer, field: pointer, message: 'Required.' });

it('says once what is missing of all languages: a copy in one of them is not said again', () => {
  expect(ownFaults([fault('/date'), fault('/title')], [fault('/date'), fault('/author')], ['date'])).toEqual([fault('/title')]);
});

it('says what a language lacks itself, also where the copies of others are there', () => {
  expect(ownFaults([fault('/date')], [], ['date'])).toEqual([fault('/date')]);
  expect(ownFaults([fault('/slug')], [fault('/slug')], ['date'])).toEqual([fault('/slug')]);
});

it('asks for what is required and not there, and not for what the service fills', () => {
  const schema = {
    type: 'object', required: ['date', 'author', 'owner', 'place'],
    properties: { date: { type: 'integer' }, author: { type: 'string' }, owner: { type: 'string', 'x-service-bind': 'ctx.user' }, place: { type: 'object', required: ['town'], properties: { town: { type: 'string' } } } },
  };
  expect(missingFields({ schema } as unknown as Collection, { author: 'a', place: {} })).toEqual(['date']);
});

it.each([
  ['input#/entries/1/data/slug', 'data#/slug', ['slug']],
  ['input#/entries/1/data/status', 'data#/status', ['status']],
  ['input#/entries/1/data', 'data#', []],
  ['input#/entries/1/expectedVersion', 'input#/expectedVersion', []],
  ['input#/entries/1', 'input#', []],
])('a refusal at %s is one at %s of the second part', (path, own, tokens) => {
  const parts = [{ id: 'shared' }, { id: 'english' }] as unknown as ArticlePart[];
  const failure = new ApiFailure('refused', 409, 'No.', { code: 'CONFLICT', path, message: 'No.' } as unknown as Diagnostic);
  expect(refusedPart(failure, parts)).toMatchObject({ part: { id: 'english' }, tokens, reason: { code: 'CONFLICT', path: own } });
});

const chinese = speechOf('zh-TW', zhTW);

it.each([
  ['INPUT_VALIDATION_FAILED', 'data#/slug', speechOf('en', en), { pointer: '/slug', field: 'Slug', message: 'What the service says.' }],
  ['INPUT_VALIDATION_FAILED', 'data#/slug', chinese, { pointer: '/slug', field: '網址名稱', message: '缺少此欄位，或其值不符合規定。' }],
  ['CONFLICT', 'data#/slug', chinese, { pointer: '/slug', field: '網址名稱', message: '其他內容或頁面已使用此值，或草稿開始後有人修改了它。' }],
  ['CONFLICT', 'data#/status', chinese, { pointer: '', field: '', message: '此內容已封存，或已經公開。' }],
  ['HOOK_FAILED', 'data#', chinese, { pointer: '', field: '', message: 'What the service says.' }],
])('%s at %s, which the form cannot find, is said in the language of the reader (%#)', (code, path, speech, want) => {
  const schema = { type: 'object', properties: { slug: { type: 'string', title: { en: 'Slug', 'zh-TW': '網址名稱' } } } };
  expect(faultsOf({ schema } as unknown as Collection, { slug: 'feed' }, { code, path, message: 'What the service says.' }, speech)).toEqual([want]);
});
