// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { isEditable, sidesOf } from './editor';
import type { Entry } from '../../api/types.gen';
import { readDraft } from '../../drafts/store';
import { thisPage } from '../../drafts/tab';
import { rests } from '../../values/rests';
import { fakeBrowser, openEntry, Service } from './editor.testing';
import { differences } from './merge';

/** A moment after a save by itself has begun. */
const begun = rests.saved.pause + 50;

beforeEach(fakeBrowser);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('nothing is saved under the hands of who types on, until it is time', async () => {
  const { told, saved } = rests;
  const service = new Service();
  const { editor, type, wait } = openEntry(service);
  // A long text tells its form so often at most, when the keys come just before each rest.
  const between = told.pause + told.longest;
  for (let typed = 0; typed + between < saved.longest; typed += between) {
    type({ title: `kettle ${typed}` });
    await wait(between);
    expect(editor().phase).toBe('unsaved');
  }
  type({ title: 'kettle' });
  await wait(between);
  expect(editor().phase).toBe('autosaved');
});

it('what is typed is saved by itself, beside the entry', async () => {
  const service = new Service();
  const { editor, type, wait, hear } = openEntry(service);
  type({ title: 'kettle' });
  expect(editor().phase).toBe('unsaved');
  await wait(2000);
  expect([editor().phase, service.draft?.data['title'], service.entry?.data['title']]).toEqual(['autosaved', 'kettle', 'pot']);
  service.type({ body: 'theirs' });
  await hear();
  expect([editor().stored?.draft?.counter, editor().lastSaved()?.draft?.counter]).toEqual([2, 1]);
});

it('what was saved is not seen as it was before, not for a moment', async () => {
  const { shown, type, wait } = openEntry(new Service());
  type({ title: 'kettle' });
  await wait(2000);
  expect(shown.map(({ title }) => title)).toEqual(['pot', 'kettle', 'kettle']);
});

it('what was saved and is seen before its answer comes stays', async () => {
  const service = new Service();
  const { editor, type, wait, hear, save } = openEntry(service);
  const answer = service.delay();
  type({ title: 'kettle' });
  await wait(begun);
  await hear();
  save();
  answer();
  await wait(3000);
  expect([editor().value['title'], editor().phase, service.entry?.data['title']]).toEqual(['kettle', 'saved', 'kettle']);
});

it('a save that somebody lets be is told apart from one that fails', async () => {
  const answers = [undefined, () => undefined];
  const service = new Service();
  const { editor, type, wait, save } = openEntry(service, { fresh: true, ask: () => Promise.resolve(answers.shift()) });
  type({ body: 'new' });
  save();
  await wait();
  expect([editor().wasDeclined(), service.entry?.data['body']]).toEqual([true, 'one\n\ntwo']);
  service.cut();
  save();
  await wait();
  expect([editor().wasDeclined(), editor().phase]).toEqual([false, 'offline']);
});

it('who types where somebody else typed goes on, and is asked once they save', async () => {
  const service = new Service();
  const { editor, type, wait, save } = openEntry(service);
  service.type({ body: 'theirs' });
  type({ body: 'mine' });
  await wait(2000);
  expect([editor().phase, sidesOf(editor())]).toEqual(['clash', undefined]);
  type({ body: 'mine too' });
  await wait(6000);
  expect([editor().phase, editor().value['body'], service.draft?.data['body']]).toEqual(['clash', 'mine too', 'theirs']);
  save();
  await wait(100);
  expect(sidesOf(editor())?.mine['body']).toBe('mine too');
});

it('who types where somebody else typed is saved again once it is another place', async () => {
  const service = new Service();
  const { editor, type, wait } = openEntry(service);
  service.type({ body: 'one\n\ntheirs' });
  type({ body: 'one\n\nmine' });
  await wait(2000);
  expect(editor().phase).toBe('clash');
  type({ body: 'one more\n\ntwo' });
  await wait(2000);
  expect([editor().phase, service.draft?.data['body']]).toEqual(['autosaved', 'one more\n\ntheirs']);
});

describe('a value that the service does not take', () => {
  /** Somebody whose title is too long. */
  async function tooLong() {
    const service = new Service();
    service.longest = { title: 5 };
    const page = openEntry(service);
    page.type({ title: 'kettles', body: 'new' });
    await page.wait(2000);
    return { service, ...page };
  }

  it('keeps nothing else from being saved, and is kept in the browser', async () => {
    const { service, editor, wait } = await tooLong();
    expect([service.draft?.data, editor().value, editor().phase, editor().misfits]).toEqual([{ title: 'pot', body: 'new' }, { title: 'kettles', body: 'new' }, 'device', ['title']]);
    await wait(500);
    expect(readDraft({ user: 'ada', collection: 'posts', id: '1', tab: thisPage.name })?.patch).toEqual({ title: 'kettles' });
  });

  it('is not sent again and again while others are typed', async () => {
    const { service, editor, type, wait } = await tooLong();
    const asked = service.asked.length;
    type({ body: 'newer' });
    await wait(6000);
    expect([service.asked.length - asked, service.draft?.data['body'], editor().phase]).toEqual([1, 'newer', 'device']);
  });

  it('is saved once it fits', async () => {
    const { service, editor, type, wait } = await tooLong();
    type({ title: 'cup' });
    await wait(2000);
    expect([service.draft?.data, editor().phase, editor().misfits]).toEqual([{ title: 'cup', body: 'new' }, 'autosaved', []]);
  });

  it('is told of at its field to who saves it', async () => {
    const { editor, save, wait } = await tooLong();
    save();
    await wait(100);
    expect([editor().phase, editor().diagnostics.length]).toEqual(['refused', 1]);
  });
});

describe('who saves while a save by itself is on its way', () => {
  /** Somebody who saves by hand while what they typed is being saved; `then` until it is. */
  async function saving(service: Service, answer: () => void, then: (page: ReturnType<typeof openEntry>) => void = () => undefined) {
    const page = openEntry(service);
    page.type({ title: 'kettle' });
    await page.wait(begun);
    expect([page.editor().phase, page.editor().saving]).toEqual(['saving', false]);
    page.save();
    then(page);
    answer();
    await page.wait(100);
    return page;
  }

  it('has it as the entry', async () => {
    const service = new Service();
    const { editor } = await saving(service, service.hold());
    expect([editor().phase, service.entry?.data['title'], service.draft]).toEqual(['saved', 'kettle', undefined]);
    expect([editor().lastSaved()?.version, editor().lastSaved()?.draft]).toEqual([2, undefined]);
  });

  it('has it as the entry, too, who types on', async () => {
    const service = new Service();
    const { editor, wait } = await saving(service, service.hold(), ({ type }) => type({ body: 'three' }));
    expect(service.entry?.data).toEqual({ title: 'kettle', body: 'three' });
    await wait(2000);
    expect([editor().phase, editor().newer, editor().value]).toEqual(['saved', undefined, { title: 'kettle', body: 'three' }]);
  });

  it('hears why it cannot be saved', async () => {
    const service = new Service();
    const answer = service.refuse(400, 'INPUT_VALIDATION_FAILED');
    const { editor } = await saving(service, answer, () => service.refuse(400, 'INPUT_VALIDATION_FAILED')());
    expect([editor().phase, editor().failure?.code]).toEqual(['refused', 'INPUT_VALIDATION_FAILED']);
  });
});

it('what is typed while a draft becomes the entry is saved next, and asked about by nobody', async () => {
  const service = new Service();
  const { editor, type, wait, save } = openEntry(service);
  type({ title: 'kettle' });
  await wait(2000);
  const answer = service.hold();
  save();
  await wait(100);
  type({ body: 'three' });
  answer();
  await wait(100);
  expect([service.entry?.data['title'], editor().newer, editor().dirty]).toEqual(['kettle', undefined, true]);
  await wait(2000);
  expect([editor().phase, service.draft?.data]).toEqual(['autosaved', { title: 'kettle', body: 'three' }]);
});

it('where somebody else changed the same place meanwhile, that is said once there is a connection', async () => {
  const service = new Service();
  const { editor, type, wait, hear } = openEntry(service);
  service.cut();
  type({ title: 'kettle' });
  await wait(2000);
  service.type({ title: 'theirs' });
  await hear();
  expect(editor().phase).toBe('offline');
  await wait(6000);
  expect([editor().phase, editor().value['title'], service.draft?.data['title']]).toEqual(['clash', 'kettle', 'theirs']);
});

describe('what was typed before the page was closed', () => {
  /** The page of somebody who typed on an earlier one of the same tab, and could not save it. */
  async function again(service: Service) {
    const { type, close } = openEntry(service);
    type({ title: 'kettle' });
    close();
    await vi.advanceTimersByTimeAsync(60_000);
    return openEntry(service);
  }

  it('is there again at once, and says when it was typed', async () => {
    const typed = Date.now();
    const { editor, shown } = await again(new Service());
    expect([shown[0]?.['title'], editor().draft.restored?.fields, editor().dirty]).toEqual(['kettle', ['title'], true]);
    expect(Math.abs((editor().draft.restored?.at ?? 0) - typed)).toBeLessThan(1000);
  });

  it('saves itself, and can still be taken back, and brought back', async () => {
    const service = new Service();
    const { editor, wait } = await again(service);
    await wait(2000);
    expect([editor().phase, service.draft?.data['title'], editor().draft.restored?.fields]).toEqual(['autosaved', 'kettle', ['title']]);
    const back = await act(() => editor().takeBack());
    expect([editor().value['title'], editor().draft.restored, service.draft]).toEqual(['pot', undefined, undefined]);
    act(() => back?.());
    await wait(2000);
    expect([editor().value['title'], service.draft?.data['title']]).toEqual(['kettle', 'kettle']);
  });

  it('is taken back alone out of a draft that has more', async () => {
    const service = new Service();
    service.type({ body: 'a draft' });
    const { editor, wait } = await again(service);
    await wait(2000);
    const back = await act(() => editor().takeBack());
    await wait(2000);
    expect(service.draft?.data).toEqual({ title: 'pot', body: 'a draft' });
    act(() => back?.());
    await wait(2000);
    expect(service.draft?.data).toEqual({ title: 'kettle', body: 'a draft' });
  });

  it('leaves nothing where it is taken back before it was saved', async () => {
    const service = new Service();
    const { editor, wait, close } = await again(service);
    await act(() => editor().takeBack());
    expect([editor().value['title'], editor().dirty]).toEqual(['pot', false]);
    await wait(6000);
    close();
    expect([service.draft, openEntry(service).editor().value['title']]).toEqual([undefined, 'pot']);
  });

  it('is no longer told of once it was typed on', async () => {
    const { editor, type } = await again(new Service());
    type({ body: 'three' });
    expect(editor().draft.restored?.fields).toEqual(['title']);
    type({ title: 'kettles' });
    expect(editor().draft.restored).toBeUndefined();
  });

  it('is taken back alone after somebody typed elsewhere', async () => {
    const service = new Service();
    const { editor, type, wait } = await again(service);
    await wait(2000);
    type({ body: 'three' });
    await act(() => editor().takeBack());
    await wait(2000);
    expect(service.draft?.data).toMatchObject({ title: 'pot', body: 'three' });
  });

  it('is put together with what somebody else wrote meanwhile', async () => {
    const service = new Service();
    const { type, close } = openEntry(service);
    type({ title: 'kettle' });
    close();
    service.type({ body: 'theirs' });
    const { editor, wait: later } = openEntry(service);
    await later(2000);
    expect([editor().phase, service.draft?.data]).toEqual(['autosaved', { title: 'kettle', body: 'theirs' }]);
  });

  it('of a new entry waits, until somebody goes on with it', async () => {
    const service = new Service();
    service.entry = undefined;
    const { type, close } = openEntry(service, { fresh: true });
    type({ title: 'pot' });
    close();
    const { editor, type: typeOn, wait } = openEntry(service, { fresh: true });
    await wait(6000);
    expect([editor().value['title'], editor().draft.restored?.fields, service.made.length]).toEqual(['pot', ['title'], 0]);
    typeOn({ body: 'three' });
    await wait(2000);
    expect(service.made).toEqual([{ title: 'pot', body: 'three' }]);
  });

  it('is not taken back once it was typed over', async () => {
    const { editor, type } = await again(new Service());
    type({ title: 'kettles' });
    expect(await act(() => editor().takeBack())).toBeUndefined();
    expect(editor().value['title']).toBe('kettles');
  });

  it('is brought back where nobody has typed since', async () => {
    const service = new Service();
    const { type: first, close } = openEntry(service);
    first({ title: 'kettle', body: 'three' });
    close();
    const { editor, type, wait } = openEntry(service);
    await wait(2000);
    const back = await act(() => editor().takeBack());
    await wait();
    type({ title: 'brand new' });
    await wait(2000);
    act(() => back?.());
    await wait(2000);
    expect([editor().phase, service.draft?.data]).toEqual(['autosaved', { title: 'brand new', body: 'three' }]);
  });

  it('is taken back in each of its fields, saved or not', async () => {
    const service = new Service();
    const { type, close } = openEntry(service);
    type({ title: 'kettle', body: 'a body that is too long' });
    close();
    service.longest['body'] = 12;
    const { editor, wait } = openEntry(service);
    await wait(6000);
    expect([service.draft?.data['title'], editor().draft.restored?.fields]).toEqual(['kettle', ['title', 'body']]);
    await act(() => editor().takeBack());
    await wait(2000);
    expect([editor().value, service.draft?.data['title'] ?? 'pot']).toEqual([{ title: 'pot', body: 'one\n\ntwo' }, 'pot']);
  });

  it('does not come again once it was saved and taken back elsewhere', async () => {
    const service = new Service();
    const { type, wait, close } = openEntry(service);
    service.lose();
    type({ title: 'kettle' });
    await wait(2000);
    close();
    thisPage.name = 'second';
    const two = openEntry(service); // what it has is there already
    await two.wait(500);
    expect(two.editor().draft.restored).toBeUndefined();
    two.close();
    service.draft = undefined;
    thisPage.name = 'third';
    const three = openEntry(service);
    await three.wait(500);
    expect([three.editor().value['title'], three.editor().draft.restored]).toEqual(['pot', undefined]);
  });

  it('of a page that is closed is taken over, and that of an open one is not', async () => {
    const service = new Service();
    const elsewhere = openEntry(service);
    service.cut();
    elsewhere.type({ title: 'kettle' });
    await elsewhere.wait(2000);
    const another = (name: string) => {
      thisPage.name = name;
      return openEntry(service);
    };
    const beside = another('beside');
    expect([beside.editor().draft.isSought, isEditable(beside.editor())]).toEqual([true, false]);
    await beside.wait(500);
    expect([beside.editor().draft.isSought, beside.editor().value['title'], isEditable(beside.editor())]).toEqual([false, 'pot', true]);
    beside.close();
    elsewhere.close();
    const after = another('after');
    await after.wait(500);
    expect([after.editor().value['title'], after.editor().draft.restored?.fields]).toEqual(['kettle', ['title']]);
  });
});

describe('a save whose answer was lost is no change of somebody else', () => {
  /** Somebody whose save arrived, and who heard nothing of it and typed on. */
  async function lost(service: Service) {
    const page = openEntry(service);
    service.lose();
    page.type({ title: 'kettle' });
    await page.wait(2000);
    expect([page.editor().phase, service.draft?.data['title']]).toEqual(['offline', 'kettle']);
    page.type({ title: 'kettles' });
    return page;
  }

  it('where it is sent again', async () => {
    const service = new Service();
    const { editor, wait } = await lost(service);
    await wait(6000);
    expect([editor().phase, service.draft?.data['title']]).toEqual(['autosaved', 'kettles']);
  });

  it('where both sides of a conflict are shown', async () => {
    const service = new Service();
    const { editor, type, wait } = await lost(service);
    service.type({ body: 'theirs' });
    type({ body: 'mine' });
    await wait(6000);
    act(() => editor().resolve(true));
    const { base, mine, theirs } = sidesOf(editor()) ?? {};
    expect(differences(base?.data ?? {}, mine ?? {}, theirs?.data ?? {}).map(({ field, usual }) => [field, usual])).toEqual([['title', 'mine'], ['body', undefined]]);
  });

  it('after a reload', async () => {
    const service = new Service();
    const { close } = await lost(service);
    close();
    const { editor, wait } = openEntry(service);
    expect([editor().draft.restored?.fields, editor().newer]).toEqual([['title'], undefined]);
    await wait(2000);
    expect([editor().phase, service.draft?.data['title']]).toEqual(['autosaved', 'kettles']);
  });

  it('after a reload before it could have come', async () => {
    const service = new Service();
    const { type, wait, close } = openEntry(service);
    const answer = service.hold();
    type({ title: 'kettle' });
    await wait(begun);
    type({ title: 'kettles' });
    close();
    answer();
    await wait();
    const { editor } = openEntry(service);
    expect([editor().draft.restored?.fields, editor().newer]).toEqual([['title'], undefined]);
  });

  it('where it was taken back', async () => {
    const service = new Service();
    const { editor, type, wait } = await lost(service);
    type({ title: 'pot' });
    await wait(6000);
    expect([editor().value['title'], editor().phase, service.draft]).toEqual(['pot', 'saved', undefined]);
  });
});

describe('what is typed and taken back after it was saved', () => {
  const published: Entry = { id: '1', collection: 'posts', status: 'published', version: 1, data: { title: 'pot', body: 'one' }, authorId: null, createdAt: 1, updatedAt: 1 };

  it('leaves no draft over what is published, and a next one begins anew', async () => {
    const service = new Service(published);
    const { editor, type, wait } = openEntry(service);
    type({ title: 'pots' });
    await wait(2000);
    expect([editor().phase, editor().detail?.hasDraft, service.draft?.counter]).toEqual(['pending', true, 1]);
    type({ title: 'pot' });
    await wait(2000);
    expect([editor().phase, editor().detail?.hasDraft, editor().stored?.draft, service.draft]).toEqual(['saved', false, undefined, undefined]);
    expect(editor().detail?.permissions.publish).toBe(false);
    type({ title: 'kettle' });
    await wait(2000);
    expect([editor().phase, service.draft?.counter, service.draft?.data]).toEqual(['pending', 3, { title: 'kettle', body: 'one' }]);
  });

  it('leaves nothing of a draft to save', async () => {
    const service = new Service();
    const { editor, type, wait, save } = openEntry(service);
    type({ title: 'pots' });
    await wait(2000);
    type({ title: 'pot' });
    await wait(2000);
    expect([editor().phase, editor().keeps]).toEqual(['saved', false]);
    save();
    await wait(100);
    expect(service.entry?.version).toBe(1);
  });

  it('leaves no draft either where readers see another entry meanwhile', async () => {
    const service = new Service(published);
    const { editor, type, wait, hear } = openEntry(service);
    type({ title: 'pots' });
    await wait(2000);
    service.entry = { ...published, version: 2, data: { title: 'pot', body: 'two' } };
    await hear();
    type({ title: 'pot' });
    await wait(2000);
    expect([editor().phase, editor().stored?.draft, editor().value, service.draft]).toEqual(['saved', undefined, { title: 'pot', body: 'two' }, undefined]);
  });

  it('is published already, and nothing is sent', async () => {
    const service = new Service(published);
    const { editor, type, wait, publish } = openEntry(service);
    type({ title: 'pots' });
    await wait(2000);
    type({ title: 'pot' });
    const done = publish();
    await wait(100);
    expect([await done, editor().failure, editor().phase, service.entry?.version]).toEqual([true, undefined, 'saved', 1]);
    expect(service.asked.at(-1)).toBe('PATCH /1/draft');
  });

  it('is gone for who goes on elsewhere', async () => {
    const service = new Service(published);
    const { editor, type, wait, hear } = openEntry(service);
    type({ title: 'pots' });
    await wait(2000);
    Object.assign(service, { draft: undefined }); // it was taken back in another window
    await hear();
    type({ body: 'two' });
    await wait(2000);
    expect([editor().phase, editor().failure, service.draft?.data]).toEqual(['pending', undefined, { title: 'pot', body: 'two' }]);
  });
});

it('a publish that is refused is told of as one', async () => {
  const service = new Service();
  const { editor, wait, publish } = openEntry(service);
  service.refuse(409, 'CONFLICT')();
  const done = publish();
  await wait(100);
  expect([await done, editor().failure?.code, editor().deed]).toEqual([false, 'CONFLICT', 'publish']);
});

it('a discarded draft comes back as it was, with what was typed last, on what was published meanwhile', async () => {
  const service = new Service({ id: '1', collection: 'posts', status: 'published', version: 1, data: { title: 'pot', body: 'one' }, authorId: null, createdAt: 1, updatedAt: 1 });
  service.type({ title: 'kettle' });
  const { editor, type, wait } = openEntry(service);
  type({ body: 'two' });
  const dropped = editor().discardDraft();
  await wait(100);
  expect([service.draft, editor().value]).toEqual([undefined, { title: 'pot', body: 'one' }]);
  if (service.entry) service.entry = { ...service.entry, version: 2, data: { ...service.entry.data, place: 'shelf' } };
  const back = await dropped;
  await act(() => back?.());
  await wait(100);
  expect(service.draft?.data).toEqual({ title: 'kettle', body: 'two', place: 'shelf' });
  expect([editor().phase, editor().value['title']]).toEqual(['pending', 'kettle']);
});

describe('a language that somebody deletes while it is typed into', () => {
  async function deleted(service: Service) {
    const page = openEntry(service, { listed: true });
    page.type({ title: 'kettle' });
    service.entry = undefined;
    await page.hear();
    return page;
  }

  it('stays as it was seen, and says so', async () => {
    const { editor } = await deleted(new Service());
    expect([editor().gone, editor().value]).toEqual([true, { title: 'kettle', body: 'one\n\ntwo' }]);
  });

  it('is made anew by who keeps it, and is kept in the browser until then', async () => {
    const service = new Service();
    const { editor, save, wait } = await deleted(service);
    act(() => editor().anew?.());
    expect([editor().gone, editor().detail, editor().dirty]).toEqual([false, undefined, true]);
    await wait(500);
    expect(readDraft({ user: 'ada', collection: 'posts', id: 'new en', tab: thisPage.name })?.patch).toEqual({ title: 'kettle', body: 'one\n\ntwo' });
    save();
    await wait(100);
    expect([editor().phase, service.entry?.data]).toEqual(['saved', { title: 'kettle', body: 'one\n\ntwo' }]);
  });
});

describe('a new entry', () => {
  const opened = () => {
    const service = new Service();
    service.entry = undefined;
    return { service, ...openEntry(service, { fresh: true }) };
  };

  it('is made by itself as soon as it has a title, and goes on as a draft', async () => {
    const { service, editor, type, wait } = opened();
    type({ body: 'one' });
    await wait(20_000);
    expect([editor().phase, editor().autosaves, service.made]).toEqual(['unsaved', false, []]);
    type({ title: 'pot' });
    await wait(2000);
    expect([editor().phase, service.made]).toEqual(['saved', [{ body: 'one', title: 'pot' }]]);
    expect(Object.keys(localStorage)).toEqual([]);
    type({ title: 'pots' });
    await wait(2000);
    expect([editor().phase, service.made.length, service.draft?.data['title']]).toEqual(['autosaved', 1, 'pots']);
  });

  it('is not made of a title that is taken back before', async () => {
    const { service, type, wait } = opened();
    type({ title: 'pot' });
    await wait(1000);
    type({ title: '' });
    await wait(20_000);
    expect(service.made).toEqual([]);
  });

  it('is made once where it is saved by hand meanwhile, and typed on', async () => {
    const { service, editor, type, wait, save } = opened();
    const answer = service.hold();
    type({ title: 'pot' });
    await wait(begun);
    expect(editor().phase).toBe('saving');
    type({ title: 'pots' });
    save();
    answer();
    await wait(100);
    expect([editor().phase, service.made.length, service.entry?.data]).toEqual(['saved', 1, { title: 'pots' }]);
  });

  it('is made once where it is saved by who has not seen that it is made', async () => {
    const { service, editor, type, wait } = opened();
    type({ title: 'pot' });
    const before = editor();
    await wait(2000);
    await act(() => before.save());
    act(() => before.change({ ...before.value, body: 'one' }));
    await wait(2000);
    expect([service.made.length, editor().value]).toEqual([1, { title: 'pot', body: 'one' }]);
  });

  it('is made once where the answer was lost, and keeps what was typed since', async () => {
    const { service, editor, type, wait } = opened();
    service.lose();
    type({ title: 'pot' });
    await wait(2000);
    expect([editor().phase, service.made.length]).toEqual(['offline', 1]);
    type({ title: 'pots' });
    await wait(6000);
    expect([editor().phase, service.made.length, service.draft?.data]).toEqual(['autosaved', 1, { title: 'pots' }]);
  });

  it('is made once where the answer was lost, and the page was loaded anew', async () => {
    const { service, type, wait, close } = opened();
    service.lose();
    type({ title: 'pot' });
    await wait(2000);
    close();
    const { editor, wait: later } = openEntry(service, { fresh: true });
    await later(2000);
    expect([editor().phase, service.made.length, editor().stored?.id]).toEqual(['saved', 1, service.entry?.id]);
  });

  it('that somebody changed before it was heard of is put together by who typed on', async () => {
    const { service, editor, type, wait } = opened();
    service.lose();
    type({ title: 'pot' });
    await wait(2000);
    if (service.entry) service.entry = { ...service.entry, version: 2, data: { title: 'theirs' } };
    type({ title: 'pots' });
    await wait(6000);
    act(() => editor().resolve(true));
    const { theirs, base, mine } = sidesOf(editor()) ?? {};
    expect([theirs?.data, base?.data, mine]).toEqual([{ title: 'theirs' }, {}, { title: 'pots' }]);
    if (theirs) act(() => void editor().settle(theirs, { title: 'theirs and pots' }));
    await wait(100);
    expect([editor().phase, service.made.length, service.entry?.data]).toEqual(['saved', 1, { title: 'theirs and pots' }]);
  });

  it('is not made any more where its title is taken back before there is a connection', async () => {
    const { service, type, wait } = opened();
    service.cut();
    type({ title: 'pot' });
    await wait(2000);
    type({ title: '' });
    await wait(20_000);
    expect(service.made).toEqual([]);
  });

  it('is kept in the browser under its id once it is made, also before what it belongs to knows of it', async () => {
    const service = new Service();
    service.entry = undefined;
    const { type, wait } = openEntry(service, { fresh: true, listed: true });
    type({ title: 'pot' });
    await wait(2000);
    type({ title: 'pots' });
    await wait(500);
    expect(readDraft({ user: 'ada', collection: 'posts', id: String(service.entry?.['id']), tab: thisPage.name })?.patch).toEqual({ title: 'pots' });
  });

  it('is kept in the browser where it is refused, and says so, until it fits', async () => {
    const { service, editor, type, wait } = opened();
    service.refuse(409, 'CONFLICT')();
    type({ title: 'pot' });
    await wait(2000);
    expect([editor().phase, editor().failure]).toEqual(['device', undefined]);
    expect(readDraft({ user: 'ada', collection: 'posts', id: 'new', tab: thisPage.name })?.patch).toEqual({ title: 'pot' });
    type({ title: 'pots' });
    await wait(2000);
    expect([editor().phase, service.made]).toEqual(['saved', [{ title: 'pots' }]]);
  });

  it('says why it is refused to who saves it', async () => {
    const { service, editor, type, wait, save } = opened();
    service.refuse(409, 'CONFLICT')();
    type({ title: 'pot' });
    save();
    await wait(100);
    expect([editor().phase, editor().failure?.code]).toEqual(['refused', 'CONFLICT']);
  });
});
