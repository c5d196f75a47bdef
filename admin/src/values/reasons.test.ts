import { expect, it } from 'vitest';

import type { Diagnostic } from '../api/diagnostic.gen';
import type { Collection } from '../api/types.gen';
import { en } from '../i18n/en';
import { speechOf } from '../i18n/text';
import { zhTW } from '../i18n/zh-TW';
import { ApiFailure } from '../api/failure';
import { reasonsOf } from '../screens/releases/entryReasons';
import { notTakenBack, problemOf, reasonFailure, reasonOf, refusedRelease } from './reasons';

const english = speechOf('en', en);
const chinese = speechOf('zh-TW', zhTW);

const schema = {
  type: 'object',
  required: ['slug', 'summary'],
  properties: { slug: { type: 'string', title: { en: 'Slug', 'zh-TW': '網址名稱' } }, summary: { type: 'string', title: { en: 'Summary', 'zh-TW': '摘要' } } },
};
const posts = { name: 'posts', schema } as unknown as Collection;
const service = 'What the service says.';

it.each([
  ['NOT_FOUND', undefined, ['此內容已刪除。']],
  ['CONFLICT', 'data#/status', ['此內容已封存，無法發布。']],
  ['CONFLICT', 'data#/version', ['你查看之後，有人修改了此內容。請重新查看。']],
  ['CONFLICT', 'input#/expectedDraft', ['你查看之後，有人修改了此內容。請重新查看。']],
  ['CONFLICT', 'data#/slug', ['網址名稱：其他內容或頁面已使用此值，或草稿開始後有人修改了它。']],
  ['INPUT_VALIDATION_FAILED', 'data#/summary', ['摘要：缺少此欄位，或其值不符合規定。']],
  ['HOOK_FAILED', 'data#', [service]],
])('%s at %s is said in the language of the reader', (code, path, want) => {
  expect(reasonsOf(posts, undefined, { code, ...(path ? { path } : {}), message: service }, chinese)).toEqual(want);
});

it.each([
  ['CONFLICT', 'Slug: Another entry or page has this value, a translation of it cannot take the new value, or somebody changed it after the draft was begun.', '網址名稱：其他內容或頁面已使用此值、此內容的某份譯文無法改用新的值，或草稿開始後有人修改了它。'],
  ['INPUT_VALIDATION_FAILED', 'Slug: This is missing, not as it must be, or a translation of it cannot take the new value.', '網址名稱：缺少此欄位、其值不符合規定，或此內容的某份譯文無法改用新的值。'],
])('%s of the value that translations join an entry by may be that one of them cannot follow', (code, want, wanted) => {
  const translated = { ...posts, translations: [{ translates: { parent: 'posts', on: 'slug' } }] } as unknown as Collection;
  const refused = { code, path: 'data#/slug', message: service };
  expect([reasonOf(translated, refused, english, 'set'), reasonOf(translated, refused, chinese, 'set')]).toEqual([want, wanted]);
  expect(reasonOf(translated, { ...refused, path: 'data#/summary' }, english, 'set')).not.toContain('translation');
});

it.each([
  ['publish', 'The person who publishes may not publish it.'],
  ['unpublish', 'The person who unpublishes may not unpublish it.'],
  ['archive', 'You may not archive it.'],
  ['delete', 'You may not delete it.'],
  ['set', 'You may not change it.'],
] as const)('who may not %s reads of that', (deed, want) => {
  expect(reasonOf(posts, { code: 'AUTH_DENIED', path: 'input#', message: service }, english, deed)).toBe(want);
});

it('all that is wrong with the data is said where that is known', () => {
  expect(reasonsOf(posts, {}, { code: 'INPUT_VALIDATION_FAILED', path: 'data#/slug', message: service }, english)).toEqual(['Slug: Required.', 'Summary: Required.']);
});

it('the refusal of a release names the entries that are in the way', () => {
  const value = ['Cup', 'Bowl'].map((title) => ({ title, diagnostic: { code: 'NOT_FOUND', message: service } }));
  const refused = { code: 'CONFLICT', path: 'input#/entries', message: service, value } as unknown as Diagnostic;
  expect(refusedRelease(refused, english)).toBe('2 entries are in the way. “Cup”: It was deleted. “Bowl”: It was deleted.');
  expect(refusedRelease({ ...refused, value: undefined }, english)).toBe(service);
});

it.each([
  ['publish', '此內容已封存，或已經公開。'],
  ['unpublish', '此內容未公開。'],
  ['archive', '此內容已經封存。'],
  ['delete', '此內容已公開，請先取消發布。'],
  ['set', '此內容已封存，請先將它改回草稿。'],
] as const)('what a state keeps from %s is said for that', (deed, want) => {
  expect(reasonOf(posts, { code: 'CONFLICT', path: 'data#/status', message: service }, chinese, deed)).toBe(want);
});

it('a move that failed says why in the language of the reader, one of a release entry by entry', () => {
  const problem = (code: string, path: string, value?: unknown) => ({ code, path, message: service, value }) as unknown as Diagnostic;
  expect(problemOf({ direction: 'publish', parts: [], problem: problem('INPUT_VALIDATION_FAILED', 'data#/summary') }, posts, chinese)).toBe('摘要：缺少此欄位，或其值不符合規定。');
  expect(problemOf({ direction: 'unpublish', parts: [], problem: problem('CONFLICT', 'data#/status') }, posts, chinese)).toBe('此內容未公開。');
  const value = [{ title: 'Cup', diagnostic: { code: 'NOT_FOUND', message: service } }];
  expect(problemOf({ direction: 'release', parts: [], problem: problem('CONFLICT', 'input#/entries', value) }, undefined, chinese)).toBe('有 1 筆內容無法發布。「Cup」：此內容已刪除。');
});

it('a move of several parts that failed says of which part why', () => {
  const value = [
    { collection: 'posts', locale: 'zh-TW', title: '茶', diagnostic: { code: 'INPUT_VALIDATION_FAILED', path: 'data#/summary', message: service } },
    { collection: 'posts', title: 'tea', diagnostic: { code: 'CONFLICT', path: 'data#/status', message: service } },
  ];
  const problem = { code: 'CONFLICT', path: 'input#/entries', message: service, value } as unknown as Diagnostic;
  const parts = [{ collection: 'posts', id: '1', title: 'tea' }, { collection: 'posts', id: '2', locale: 'zh-TW', title: '茶' }];
  expect(problemOf({ direction: 'publish', parts, problem }, posts, chinese)).toBe('中文（台灣）：摘要：缺少此欄位，或其值不符合規定。 各語言共用的內容：此內容已封存，或已經公開。');
  expect(problemOf({ direction: 'publish', parts: parts.slice(0, 1), problem: { ...problem, value: value.slice(1) } }, posts, english)).toBe('tea: It is archived, or public already.');
});

it('a time that cannot be taken back says that it is over', () => {
  const failure = (status: number, code: string, path: string) => new ApiFailure('refused', status, service, { code, path, message: service } as unknown as Diagnostic);
  expect(notTakenBack(failure(409, 'CONFLICT', 'input#/at'), english)).toHaveProperty('message', 'It is published already. Nothing takes it back from here.');
  expect(notTakenBack(failure(404, 'NOT_FOUND', 'input#'), english)).toHaveProperty('message', 'It was made or taken back already.');
  expect(notTakenBack(failure(403, 'AUTH_DENIED', 'input#'), english)).toHaveProperty('message', 'You may not take it back.');
});

it('a change of many that nothing answers says so in the reader\'s language, and one that is refused what the code means', () => {
  expect(reasonFailure(new ApiFailure('offline', 0, service), posts, chinese, 'delete')).toHaveProperty('message', '無法連上服務');
  const denied = new ApiFailure('refused', 403, service, { code: 'AUTH_DENIED', path: 'input#', message: service } as unknown as Diagnostic);
  expect(reasonFailure(denied, posts, chinese, 'set')).toHaveProperty('message', '你沒有修改此內容的權限。');
});
