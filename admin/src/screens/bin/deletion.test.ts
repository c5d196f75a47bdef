import { expect, it } from 'vitest';

import { en } from '../../i18n/en';
import { speechOf } from '../../i18n/text';
import { deletionHint } from './deletion';

const speech = speechOf('en', en);

it('what becomes of what is deleted is said by how long this site keeps it', () => {
  expect(deletionHint(speech, { bin: { keepDays: 30 } }, 'entry')).toBe('It moves to the bin. You can restore it from there for 30 days.');
  expect(deletionHint(speech, { bin: { keepDays: 1 } }, 'bulk')).toBe('They move to the bin. You can restore them from there for 1 day.');
  expect(deletionHint(speech, { bin: { keepDays: 0 } }, 'entry')).toBe('This site has no bin: nobody can restore it after that.');
});
