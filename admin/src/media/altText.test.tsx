// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import * as media from '../api/media';
import type { Asset } from '../api/types.gen';
import { useAsks, useTellFirstAlt } from './altText';
import type { Upload } from './uploads/upload';

const picture = (alt: string) => ({ id: 'a', alt, variants: [{ role: 'primary', mimeType: 'image/png' }] }) as unknown as Asset;

function within(alt: string) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(media.assetQuery('a').queryKey, picture(alt));
  return { wrapper: ({ children }: { children: React.ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>, client };
}

it.each([
  ['', [['a', { alt: 'A pot' }]]],
  ['A cup', []],
])('what a text says of a picture is its alt text in the library, where that has none: %j', async (before, told) => {
  const change = vi.spyOn(media, 'changeAsset').mockResolvedValue(picture('A pot'));
  change.mockClear();
  const { wrapper, client } = within(before);
  const { result } = renderHook(() => useTellFirstAlt(), { wrapper });
  await result.current('a', 'A pot');
  expect(change.mock.calls).toEqual(told);
  expect(client.getQueryData(media.assetQuery('a').queryKey)?.alt).toBe(before || 'A pot');
});

it.each([
  ['what nobody has said', '', false, true],
  ['not what the text asks', '', true, false],
  ['nor what was said since', 'A pot', false, false],
])('the tray asks %s', (_, now, asksThere, asks) => {
  const upload = { id: '1', asset: picture(''), asksThere } as unknown as Upload;
  expect(renderHook(() => useAsks([upload]), within(now)).result.current).toBe(asks);
});
