import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';

import { useBootstrap } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { conditionFields, conditionTitle, dayValue, isDay, testName, testsFor, type Condition, type Test } from '../../lists/conditions';
import { listedValues } from '../../lists/where';
import { choiceName } from '../../values/names';
import { propertySchema, type PropertySchema } from '../../values/schema';

/** Asks for a field, a test and a value. */
export function ConditionForm({ collection, add }: { collection: Collection; add: (condition: Condition) => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const { site } = useBootstrap();
  const fields = conditionFields(collection, site.locales);
  const [field, setField] = useState(fields[0] ?? '');
  const schema = propertySchema(collection, field);
  const tests = testsFor(collection, field);
  const [chosen, setTest] = useState<Test>('empty');
  const test = tests.includes(chosen) ? chosen : (tests[0] ?? 'empty');
  const [said, setValue] = useState('');
  const plain = test === 'empty' || test === 'filled';
  const day = isDay(schema);
  const choices = schema && choicesOf(schema, test, speech);
  // What was typed for another test may be none of the choices of this one.
  const value = choices?.every((each) => each.value !== said) ? '' : said;
  const choose = (next: string | null) => {
    setField(next ?? '');
    setValue('');
  };
  const go = () => add({ field, test, value: day && !plain ? dayValue(value, test, schema) : value });
  const within = { comboboxProps: { withinPortal: false }, allowDeselect: false };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (plain || value !== '') go();
      }}
    >
      <Stack gap="sm">
        <Select {...within} label={t('list.conditionField')} data={fields.map((each) => ({ value: each, label: conditionTitle(speech, collection, each) }))} value={field} onChange={choose} searchable={fields.length > 8} />
        <Select {...within} label={t('list.conditionTest')} data={tests.map((each) => ({ value: each, label: testName(speech, field, each) }))} value={test} onChange={(next) => setTest(next as Test)} />
        {!plain && choices && (
          <Select {...within} label={t('list.conditionValue')} data={choices} value={value} onChange={(next) => setValue(next ?? '')} />
        )}
        {!plain && !choices && (
          <TextInput label={t('list.conditionValue')} type={day ? 'date' : test === 'contains' || schema?.type === 'string' ? 'text' : 'number'} step="any" maxLength={200} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
        )}
        <Button type="submit" disabled={!plain && value === ''}>
          {t('list.conditionAdd')}
        </Button>
      </Stack>
    </form>
  );
}

/** The values to choose from; undefined where one is typed. */
function choicesOf(schema: PropertySchema, test: Test, { t, language }: Speech): { value: string; label: string }[] | undefined {
  if (schema.type === 'boolean') return [{ value: 'true', label: t('value.yes') }, { value: 'false', label: t('value.no') }];
  const values = listedValues(schema);
  if ((test !== 'is' && test !== 'not') || values.length === 0) return undefined;
  return values.map((each) => ({ value: each, label: choiceName(values, each, language) }));
}
