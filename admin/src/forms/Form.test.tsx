// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';

import type { Diagnostic } from '../api/diagnostic.gen';
import { SpeechProvider } from '../i18n/text';
import { focusFirstInvalid } from './focus';
import { Form } from './Form';
import type { FormProps } from './useFormState';

afterEach(cleanup);

// What a text that grows with its content listens to, and this document has not.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });

/** Shows a form and follows its value. */
async function shown(props: Partial<FormProps> & Pick<FormProps, 'schema'>) {
  const seen = { value: props.value ?? {}, changes: 0 };
  function Held() {
    const [value, setValue] = useState(seen.value);
    return (
      <Form
        uiSchema={null}
        {...props}
        {...(props.diagnostics ? { diagnostics: [...props.diagnostics] } : {})} // as whoever shows one answer of the service makes it anew
        value={value}
        change={(next) => {
          seen.value = next;
          seen.changes++;
          setValue(next);
        }}
      />
    );
  }
  render(
    <MantineProvider env="test">
      <SpeechProvider language="en">
        <Held />
      </SpeechProvider>
    </MantineProvider>,
  );
  await screen.findByText((_, element) => element?.id === 'form');
  return { seen, user: userEvent.setup() };
}

const object = (properties: Record<string, unknown>, required: string[] = []) => ({ type: 'object', properties, required });

it('showing a form changes nothing, and a change touches its own field alone', async () => {
  const { seen, user } = await shown({
    schema: object(
      { title: { type: 'string' }, address: object({ city: { type: 'string' } }), tags: { type: 'array', items: { type: 'string', maxLength: 9 } } },
      ['address', 'tags'],
    ),
    value: { other: 1 },
    partial: true,
  });
  expect(seen.changes).toBe(0);
  await user.type(screen.getByLabelText('Title'), 'ab');
  expect(seen.value).toEqual({ other: 1, title: 'ab' });
});

it('an emptied field removes its property, and an object with nothing in it goes too', async () => {
  const { seen, user } = await shown({
    schema: object({ address: object({ city: { type: 'string' } }) }),
    value: { address: { city: 'Kyoto' } },
  });
  await user.clear(screen.getByLabelText('City'));
  expect(seen.value).toEqual({});
});

it('a field that publishing fills is not among what is missing', async () => {
  await shown({ schema: object({ title: { type: 'string' }, publishedAt: { type: 'integer' } }, ['title', 'publishedAt']), filled: ['publishedAt'], tried: 'publish' });
  const said = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid');
  expect(said('Title *')).toBe('true');
  expect(said('Published at')).not.toBe('true');
});

const refusal = (path: string, message = 'Must be so.', code = 'INPUT_VALIDATION_FAILED'): Diagnostic => ({
  code, message, path, phase: 'runtime', severity: 'error',
});

it('a fault of the service is at its field, in our words where we have some, until the field changes', async () => {
  const { user } = await shown({
    schema: object({ slug: { type: 'string', pattern: '^[a-z]+$' }, name: { type: 'string' } }),
    value: { slug: 'A', name: 'taken' },
    diagnostics: [refusal('data#/slug'), refusal('data#/name', 'Another has it.', 'CONFLICT'), refusal('data#/nope', 'No such property.')],
  });
  const slug = screen.getByLabelText(/Slug/);
  expect(slug.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(slug.getAttribute('aria-describedby') ?? '')?.textContent).toContain('^[a-z]+$');
  expect(screen.getByRole('alert').textContent).toContain('No such property.');
  expect(screen.getAllByText(/Another has it/)).toHaveLength(2);
  await user.type(screen.getByLabelText(/Name/), 'x');
  expect(screen.queryByText(/Another has it/)).toBeNull();
});

it('what was missing is no fault any more once it is typed', async () => {
  const { user } = await shown({ schema: object({ reason: { type: 'string', minLength: 1 } }, ['reason']), diagnostics: [refusal('input#/reason', 'This property is required.')] });
  const reason = screen.getByLabelText(/^Reason/);
  expect(reason.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toContain('Reason: Required.');
  await user.type(reason, 'x');
  expect(reason.getAttribute('aria-invalid')).not.toBe('true');
  expect(screen.queryByText(/required/i)).toBeNull();
});

it('after a refusal everything that is wrong is said, and the first field is the first of the form', async () => {
  const { user } = await shown({
    schema: object({ a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'string' } }, ['a', 'b', 'c']),
    value: { b: 1.5 },
    diagnostics: [refusal('data#/c')],
  });
  expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual(['A: Required.', 'B: This must be a whole number.', 'C: Required.']);
  expect(focusFirstInvalid()).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText(/^A/));
  await user.click(screen.getByRole('button', { name: 'B' }));
  expect(document.activeElement).toBe(screen.getByLabelText(/^B/));
});

it('what is wrong with a field is said when it was left, and not of a draft that misses it', async () => {
  const schema = object({ a: { type: 'string' }, b: { type: 'string', minLength: 3 } }, ['a']);
  const { user } = await shown({ schema, partial: true });
  await user.type(screen.getByLabelText(/^A/), '{Tab}x');
  expect(screen.queryByText(/needed/)).toBeNull();
  await user.tab();
  expect(screen.getByText('At least 3 characters are needed.')).toBeTruthy();
});

it('items are added, moved and removed', async () => {
  const line = object({ sku: { type: 'string' } });
  const { seen, user } = await shown({
    schema: object({ lines: { type: 'array', maxItems: 3, items: line } }),
    value: { lines: [{ sku: 'A' }, { sku: 'B' }] },
  });
  await user.click(screen.getByRole('button', { name: 'Move item 2 up' }));
  expect(seen.value).toEqual({ lines: [{ sku: 'B' }, { sku: 'A' }] });
  await user.click(screen.getByRole('button', { name: 'Add to Lines' }));
  await user.keyboard('C');
  expect(seen.value).toEqual({ lines: [{ sku: 'B' }, { sku: 'A' }, { sku: 'C' }] });
  expect(screen.getByRole('button', { name: 'Add to Lines' })).toHaveProperty('disabled', true);
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(seen.value).toEqual({ lines: [{ sku: 'B' }, { sku: 'C' }, { sku: 'A' }] });
  for (const number of [3, 2, 1]) await user.click(screen.getByRole('button', { name: `Remove item ${number}` }));
  expect(seen.value).toEqual({});
  await user.click(screen.getByRole('button', { name: 'Undo: C' }));
  expect(seen.value).toEqual({ lines: [{ sku: 'C' }] });
});

it('a branch is chosen, with what tells it from the others', async () => {
  const branch = (kind: string, more = {}) => ({ title: kind, ...object({ kind: { const: kind }, ...more }, ['kind']) });
  const { seen, user } = await shown({
    schema: object({ billing: { type: 'object', oneOf: [branch('person'), branch('firm', { name: { type: 'string' } })] } }),
  });
  const choice = () => screen.getByRole('combobox', { name: 'Kind of Billing' });
  await user.click(choice());
  await user.click(await screen.findByRole('option', { name: 'firm' }));
  await user.type(screen.getByLabelText('Name'), 'x');
  expect(seen.value).toEqual({ billing: { kind: 'firm', name: 'x' } });
  await user.click(choice());
  await user.click(await screen.findByRole('option', { name: 'person' }));
  expect(seen.value).toEqual({ billing: { kind: 'person' } });
});

it('a number stays as it is typed, and what is none is neither lost nor a number', async () => {
  const { seen, user } = await shown({ schema: object({ n: { type: 'number' }, price: { type: 'integer', 'x-mcp-hint': 'money-minor' } }) });
  const number = screen.getByLabelText<HTMLInputElement>('N');
  await user.type(number, '1.50');
  expect([seen.value['n'], number.value]).toEqual([1.5, '1.50']);
  await user.tab();
  expect(number.value).toBe('1.5');
  await user.clear(number);
  await user.type(number, '-');
  expect([seen.value['n'], number.value]).toEqual(['-', '-']);
  await user.type(screen.getByLabelText('Price'), '1,234.5');
  expect(seen.value['price']).toBe(123450);
  expect(screen.getByText('This is not a number.')).toBeTruthy();
});

it('hidden and stamped properties are not edited, and those that are shown say why', async () => {
  await shown({
    schema: object({ key: { type: 'string' }, at: { type: 'string', 'x-service-bind': 'now' }, by: { type: 'string', 'x-service-bind': 'ctx.user' } }),
    value: { key: 'k', at: 'now' },
    hidden: ['key'],
  });
  expect(screen.queryByLabelText('Key')).toBeNull();
  expect(screen.getByLabelText('At')).toHaveProperty('readOnly', true);
  expect(screen.queryByLabelText('By')).toBeNull();
});

it('Enter sends from one line, and with the modifier from several', async () => {
  let sent = 0;
  const { user } = await shown({
    schema: object({ a: { type: 'string' }, b: { type: 'string', maxLength: 900 }, tags: { type: 'array', items: { type: 'string' } } }),
    submit: () => {
      sent++;
    },
  });
  await user.type(screen.getByLabelText('B'), 'x{Enter}y');
  await user.type(screen.getByLabelText('Tags'), 'one{Enter}');
  expect(sent).toBe(0);
  await user.type(screen.getByLabelText('A'), 'x{Enter}');
  expect(sent).toBe(1);
  await user.type(screen.getByLabelText('B'), '{Control>}{Enter}{/Control}');
  expect(sent).toBe(2);
});

it('titles are in the language of the reader, and a property without one has its name in words', async () => {
  await shown({ schema: object({ a: { type: 'string', title: { 'zh-TW': '標題', en: 'Heading' }, description: { en: 'Above.' } }, postalCode: { type: 'string' } }) });
  expect(screen.getByLabelText('Heading').getAttribute('aria-describedby')).toBe('form/a-help');
  expect(screen.getByText('Postal code').getAttribute('title')).toBe('postalCode');
});

it('what was to be published says all that is missing, as soon as it was tried', async () => {
  const schema = object({ a: { type: 'string' }, b: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' } }, ['a']);
  await shown({ schema, value: { b: 'A' }, partial: true, tried: 'publish' });
  expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    'A: Required.', 'B: Only small letters, digits and single hyphens between them.',
  ]);
});

it('a fault of a part is said with the part', async () => {
  const tags = { type: 'array', items: { type: 'string', maxLength: 2 } };
  await shown({ schema: object({ tags }), value: { tags: ['ab', 'abc'] }, tried: 'publish' });
  expect(screen.getByText('“abc”: At most 2 characters are possible.')).toBeTruthy();
});

it('an amount with more decimals than there are says so', async () => {
  const price = { type: 'integer', 'x-mcp-hint': 'money-minor' };
  await shown({ schema: object({ a: price, b: price }), value: { a: '1234567.895', b: 'x' }, tried: 'publish' });
  expect(screen.getByLabelText('A').closest('[data-pointer]')?.textContent).toContain('At most 2 decimals are possible.');
  expect(screen.getByLabelText('B').closest('[data-pointer]')?.textContent).toContain('This is not a number.');
});

it('items are copied, and folded all at once; each says of which kind it is', async () => {
  const kind = (title: string, more = {}) => ({ title, ...object({ kind: { const: title }, ...more }, ['kind']) });
  const items = { oneOf: [kind('Note'), kind('Picture', { alt: { type: 'string' } })] };
  const { seen, user } = await shown({
    schema: object({ parts: { type: 'array', items } }),
    value: { parts: [{ kind: 'Picture', alt: 'A cup' }, { kind: 'Note' }] },
  });
  const heads = () => screen.getAllByRole('button', { name: /^Item \d/ });
  expect(heads().map((each) => each.textContent)).toEqual(['Item 1 Picture ', 'Item 2 Note ']);
  await user.click(screen.getByRole('button', { name: 'Duplicate item 1' }));
  expect(seen.value).toEqual({ parts: [{ kind: 'Picture', alt: 'A cup' }, { kind: 'Picture', alt: 'A cup' }, { kind: 'Note' }] });
  await user.click(screen.getByRole('button', { name: 'Fold all' }));
  expect(heads()[0]?.textContent).toBe('Item 1 Picture A cup');
  expect(heads().map((each) => each.getAttribute('aria-expanded'))).toEqual(['false', 'false', 'false']);
  await user.click(heads()[1] as HTMLElement);
  expect(heads().map((each) => each.getAttribute('aria-expanded'))).toEqual(['false', 'true', 'false']);
});

it('what there is to know of a field is said at it, and is no fault', async () => {
  await shown({ schema: object({ slug: { type: 'string' }, name: { type: 'string' } }), notes: [{ at: '/slug', message: '3 entries refer to it.' }] });
  const slug = screen.getByLabelText('Slug');
  expect(screen.getByRole('status').textContent).toContain('3 entries refer to it.');
  expect(slug.getAttribute('aria-describedby')).toBe(screen.getByRole('status').id);
  expect(slug.getAttribute('aria-invalid')).toBeNull();
  expect(screen.getByLabelText('Name').getAttribute('aria-describedby')).toBeNull();
});

it('a word of a list of slugs is taken as one, and what cannot be one is marked at once', async () => {
  const pattern = '^[a-z0-9]+(-[a-z0-9]+)*$';
  const { seen, user } = await shown({ schema: object({ tags: { type: 'array', items: { type: 'string', pattern } } }), partial: true });
  await user.type(screen.getByLabelText('Tags'), 'Smoked Tea{Enter}');
  expect(seen.value).toEqual({ tags: ['smoked-tea'] });
  expect(screen.queryByText(/Only small letters/)).toBeNull();
  await user.type(screen.getByLabelText('Tags'), '煙燻{Enter}');
  expect(seen.value).toEqual({ tags: ['smoked-tea', '煙燻'] });
  expect((await screen.findAllByText(/Only small letters/)).length).toBeGreaterThan(0);
});
