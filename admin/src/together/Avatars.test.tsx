// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { SpeechProvider } from '../i18n/text';
import { Avatars } from './Avatars';

vi.mock('./store', () => ({ useEveryone: () => ({ people: [{ id: 'o', name: '', typing: false }], more: 0 }) }));
afterEach(cleanup);

it('who may not be named is a colleague, by letters too', async () => {
  render(
    <MantineProvider>
      <SpeechProvider language="en">
        <Avatars />
      </SpeechProvider>
    </MantineProvider>,
  );
  expect((await screen.findByRole('img', { name: 'A colleague' })).textContent).toBe('AC');
});
