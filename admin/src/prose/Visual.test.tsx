// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { Activity } from 'react';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';

import { bootstrapQuery } from '../api/session';
import type { Bootstrap } from '../api/types.gen';
import { FrameContext, type Frame } from '../forms/frame';
import type { WidgetProps } from '../forms/widgets/props';
import { SpeechProvider } from '../i18n/text';
import { Latest } from './latest';
import { Visual } from './Visual';

afterEach(cleanup);

const client = new QueryClient();
client.setQueryData(bootstrapQuery.queryKey, { me: { role: 'editor' }, site: { locales: [], players: [], capabilities: { media: false } }, collections: [] } as unknown as Bootstrap);

/** A text as somebody sees it, or as it is prepared for when they do. */
function Text({ mode, change }: { mode: 'visible' | 'hidden'; change: (text: unknown) => void }) {
  const props = { id: 'body', label: 'Body', path: ['body'], value: 'Warm the *pot*.', change, blur: vi.fn() } as unknown as WidgetProps;
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <SpeechProvider language="en">
          <FrameContext value={{ unread: vi.fn() } as unknown as Frame}>
            <Activity mode={mode}>
              <Visual {...props} format="markdown" look="field" finding={false} find={vi.fn()} made={vi.fn()} hidden={false} typed={new Latest<string | undefined>(undefined)} />
            </Activity>
          </FrameContext>
        </SpeechProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

// A slow machine takes its time between the two, in which an editor that was made too early is destroyed.
it('a text can be written, however late after its preparation it is shown', async () => {
  const change = vi.fn();
  const { rerender } = render(<Text mode="hidden" change={change} />);
  await pause(100);
  rerender(<Text mode="visible" change={change} />);
  await vi.waitFor(() => expect(document.querySelector('[role=textbox]')?.textContent).toBe('Warm the pot.'));
  expect(change).not.toHaveBeenCalled();
});
