// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

import { ApiFailure } from '../../api/failure';
import type { Collection } from '../../api/types.gen';
import { SpeechProvider } from '../../i18n/text';
import type { Deed } from '../../values/reasons';
import type { EntryEditor } from './editor';
import { Notices } from './Notices';

afterEach(cleanup);

it.each<[deed: Deed, why: string]>([
  ['set', 'It is archived. Make it a draft first.'],
  ['publish', 'It is archived, or public already.'],
])('why it is refused to %s an entry is said of that', async (deed, why) => {
  const collection = { name: 'posts', lifecycle: 'publishing', readOnly: false, translations: [] } as unknown as Collection;
  const failure = new ApiFailure('refused', 409, 'CONFLICT', { code: 'CONFLICT', path: 'data#/status', message: '', phase: 'runtime', severity: 'error' });
  const editor = { collection, draft: {}, diagnostics: [], failure, deed } as unknown as EntryEditor;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <SpeechProvider language="en">
          <Notices editor={editor} />
        </SpeechProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(await screen.findByText(why)).toBeTruthy();
});
