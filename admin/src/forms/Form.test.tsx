// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';

import { SpeechProvider } from '../i18n/text';
import { Form, type FormProps } from './Form';

afterEach(cleanup);

/** Shows a form and follows its value. */
async function shown(props: Partial<FormProps> & Pick<FormProps, 'schema'>) {
  const seen = { value: props.value ?? {}, changes: 0 };
  function Held() {
    const [value, setValue] = useState(seen.value);
    return (
      <Form
        uiSchema={null}
        {...props}
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
