import { beforeEach, expect, it, vi } from 'vitest';

const key = 'quartet.preview';
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => kept.set(name, value) });
});

const start = { open: false, device: 'desktop', share: 45 };

it('begins without a preview', async () => {
  const { previewChoice } = await import('./choice');
  expect(previewChoice()).toEqual(start);
});

it('remembers what was chosen', async () => {
  const before = await import('./choice');
  before.choosePreview({ open: true, device: 'phone' });
  vi.resetModules();
  const after = await import('./choice');
  expect(after.previewChoice()).toEqual({ open: true, device: 'phone', share: 45 });
});

it.each(['{', '7', '{"open":"yes","device":"fridge","share":"half"}'])('begins anew with %s', async (text) => {
  kept.set(key, text);
  const { previewChoice } = await import('./choice');
  expect(previewChoice()).toEqual(start);
});

it('keeps both sides in sight, whatever is remembered', async () => {
  kept.set(key, '{"share":3}');
  const { previewChoice } = await import('./choice');
  expect(previewChoice().share).toBe(25);
});

it('on a telephone one comes to the text, and the choice of wide screens stays', async () => {
  kept.set(key, '{"open":true}');
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const narrow = await import('./choice');
  expect(narrow.previewChoice().open).toBe(false);
  narrow.choosePreview({ open: true });
  expect(narrow.previewChoice().open).toBe(true);
  narrow.choosePreview({ open: false });
  vi.unstubAllGlobals();
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem: () => undefined });
  vi.resetModules();
  expect((await import('./choice')).previewChoice().open).toBe(true);
});
