// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';

import { en } from '../i18n/en';
import { SpeechProvider } from '../i18n/text';
import { useUnread, useUnreadForms } from './useUnread';

afterEach(cleanup);

const wrapper = ({ children }: { children: ReactNode }) => createElement(SpeechProvider, { language: 'en', children });

it('whoever sends the forms hears of input that is no value, until it is one', async () => {
  const { result } = renderHook(
    () => {
      const forms = useUnreadForms();
      return { forms, form: useUnread('entry', forms.tell) };
    },
    { wrapper },
  );
  await act(() => Promise.resolve());
  expect(result.current.forms.first).toBeUndefined();
  act(() => result.current.form.note(['extra', 'meta'], 'json'));
  expect(result.current.forms.first).toBe('entry');
  expect(result.current.form.faults).toEqual([{ at: '/extra/meta', path: ['extra', 'meta'], message: en['forms.json.broken'] }]);
  act(() => result.current.form.note(['extra', 'meta'], undefined));
  expect(result.current.forms.first).toBeUndefined();
});

it('a file on its way keeps the form from being sent, and is said to who tried to', async () => {
  const { result, rerender } = renderHook(
    ({ tried }) => {
      const forms = useUnreadForms();
      return { forms, form: useUnread('entry', forms.tell, tried) };
    },
    { wrapper, initialProps: { tried: false } },
  );
  await act(() => Promise.resolve());
  act(() => result.current.form.note(['cover'], 'upload'));
  expect(result.current.forms.first).toBe('entry');
  expect(result.current.form.faults).toEqual([]);
  rerender({ tried: true });
  expect(result.current.form.faults).toEqual([{ at: '/cover', path: ['cover'], message: en['forms.media.underway'] }]);
});
