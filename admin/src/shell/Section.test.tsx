// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { storage } from '../drafts/storage.testing';
import { Section } from './Section';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', storage());
});
afterEach(cleanup);

/** The section as the sidebar has it, read anew from what the browser remembers. */
async function show() {
  const { choose, preferences, usePreferences } = await import('../app/preferences');
  function Reports() {
    const folded = usePreferences().reports === 'folded';
    return (
      <MantineProvider>
        <Section title="Reports" folded={folded} fold={(next) => choose({ reports: next ? 'folded' : 'open' })}>
          <li>Sales</li>
        </Section>
      </MantineProvider>
    );
  }
  render(<Reports />);
  return preferences();
}

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Reports' }));

it('reports can be folded, which the browser remembers', async () => {
  await show();
  expect(screen.queryByRole('listitem')).not.toBeNull();
  press();
  expect(screen.queryByRole('listitem')).toBeNull();
  cleanup();
  vi.resetModules();
  expect((await show()).reports).toBe('folded');
  expect(screen.getByRole('button').getAttribute('aria-expanded')).toBe('false');
  press();
  expect(screen.queryByRole('listitem')).not.toBeNull();
});
