// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { assetQuery } from '../../api/media';
import type { Collection } from '../../api/types.gen';
import { picturesIn } from '../../forms/pictured';
import { SpeechProvider } from '../../i18n/text';
import { useWordless } from './wordless';

/** Of what is not put there nobody hears. */
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => undefined)));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const collection = { schema: { type: 'object', properties: { cover: { type: 'string', 'x-mcp-hint': 'media-image' }, body: { type: 'string', 'x-mcp-hint': 'markdown' } } } } as unknown as Collection;

/** What the library has. */
const assets = {
  told: { alt: 'A cup', variants: [{ mimeType: 'image/jpeg' }], translations: {} },
  german: { alt: '', variants: [{ mimeType: 'image/jpeg' }], translations: { de: { alt: 'Eine Tasse' } } },
  english: { alt: ' ', variants: [{ mimeType: 'image/jpeg' }], translations: { en: { alt: 'A cup' } } },
  blank: { alt: ' ', variants: [{ mimeType: 'image/jpeg' }], translations: {} },
  untold: { alt: '', variants: [{ mimeType: 'image/jpeg' }], translations: {} },
  prices: { alt: '', variants: [{ mimeType: 'application/pdf' }], translations: {} },
};

it.each([
  ['a picture with words in the library', { cover: 'told' }, []],
  ['one with a space for words', { cover: 'blank' }, ['/cover Cover 1']],
  ['one without', { cover: 'untold' }, ['/cover Cover 1']],
  ['one with words in the language of the entry', { cover: 'german', locale: 'de' }, []],
  ['one with words in another language', { cover: 'german', locale: 'en' }, ['/cover Cover 1']],
  ['one of all languages, with words in one', { cover: 'english' }, []],
  ['a file that is no picture', { cover: 'prices' }, []],
  ['one that the library does not have', { cover: 'none' }, []],
  ['words in the text', { body: '![A cup](media:untold)' }, []],
  ['words in the library alone', { body: '![](media:told)' }, []],
  ['two in a text', { body: '![](media:untold)\n\n![](https://example.com/a.png)' }, ['/body Body 2']],
])('%s', async (_, data, expected) => {
  const client = new QueryClient();
  for (const [id, asset] of Object.entries(assets)) client.setQueryData(assetQuery(id).queryKey, { id, ...asset } as never);
  const { result } = renderHook(() => useWordless(collection, data), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <SpeechProvider language="en">{children}</SpeechProvider>
      </QueryClientProvider>
    ),
  });
  const said = () => result.current.map(({ pointer, field, message }) => `${pointer} ${field} ${/^\d+/.exec(message)?.[0] ?? 1}`);
  await waitFor(() => expect(result.current).not.toBeNull()); // the words come first
  await act(() => picturesIn(collection, data));
  expect(said()).toEqual(expected);
});
