import { Autocomplete, Button, Select, Stack, TextInput, type AutocompleteProps } from '@mantine/core';
import { useState } from 'react';

import { useBootstrap } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import { useSuggestions } from '../../forms/useSuggestions';
import { useSpeech, type Speech } from '../../i18n/text';
import { anyLocale, askedFor, conditionFields, conditionTitle, dayOf, dayValue, inLocale, isDay, isList, testName, testsFor, type Condition, type Test } from '../../lists/conditions';
import { listedValues } from '../../lists/where';
import { choiceName, localeName } from '../../values/names';
import type { PropertySchema } from '../../values/schema';
import { ReferenceFilter } from './ReferenceFilter';

/** Asks for a field, a test and a value; `held`: the ones that a condition has now. */
export function ConditionForm({ collection, held, add }: { collection: Collection; held?: Condition; add: (condition: Condition) => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const { site } = useBootstrap();
  const { own, translated, translations } = conditionFields(collection, site.locales);
  const before = held && askedFor(collection, held.field);
  const isWords = before?.locale !== undefined && before.name !== undefined;
  const [chosenField, setField] = useState(held ? (isWords ? inLocale(held.field, anyLocale) : held.field) : (translated[0] ?? own[0] ?? ''));
  const [locale, setLocale] = useState((isWords && before.locale) || anyLocale);
  const ofTranslation = translated.includes(chosenField);
  const field = ofTranslation ? inLocale(chosenField, locale) : chosenField;
  const { schema, name = field, of = collection } = askedFor(collection, field);
  const tests = testsFor(collection, field);
  const [chosen, setTest] = useState<Test>(held?.test ?? 'empty');
  const test = tests.includes(chosen) ? chosen : (tests[0] ?? 'empty');
  const [said, setValue] = useState(held && isDay(before?.schema) ? dayOf(held.value, before?.schema) : (held?.value ?? ''));
  const plain = test === 'empty' || test === 'filled';
  const day = isDay(schema);
  const choices = schema && choicesOf(schema, test, speech);
  const to = test === 'is' || test === 'not' ? schema?.['x-service-ref'] : undefined;
  const typed = !plain && !choices && to === undefined;
  // What was typed for another test may be none of the choices of this one.
  const value = choices?.every((each) => each.value !== said) ? '' : said;
  const choose = (next: string | null) => {
    setField(next ?? '');
    setValue('');
  };
  const go = () => add({ field, test, value: day && !plain ? dayValue(value, test, schema) : value });
  const titled = (fields: readonly string[]) => fields.map((each) => ({ value: each, label: conditionTitle(speech, collection, each) }));
  const groups = [
    { group: t('list.fieldsTranslated'), items: titled(translated) },
    { group: t('list.fieldsOwn'), items: titled(own) },
    { group: t('list.fieldsTranslations'), items: titled(translations) },
  ];
  const languages = [{ value: anyLocale, label: t('list.languageAny') }, ...site.locales.map((each) => ({ value: each, label: localeName(each, speech.language) }))];
  const fill = { label: t('list.conditionValue'), value, onChange: (next: string | null) => setValue(next ?? '') };
  const within = { comboboxProps: { withinPortal: false }, allowDeselect: false };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (plain || value !== '') go();
      }}
    >
      <Stack gap="sm">
        <Select {...within} label={t('list.conditionField')} data={collection.translations.length > 0 ? groups : titled(own)} value={chosenField} onChange={choose} searchable={own.length + translated.length > 8} />
        {ofTranslation && <Select {...within} label={t('list.conditionLanguage')} data={languages} value={locale} onChange={(next) => setLocale(next ?? anyLocale)} />}
        <Select {...within} label={t('list.conditionTest')} data={tests.map((each) => ({ value: each, label: testName(speech, collection, { field, test: each }) }))} value={test} onChange={(next) => setTest(next as Test)} />
        {!plain && to !== undefined && <ReferenceFilter {...within} {...fill} field={name} to={to} />}
        {!plain && choices && <Select {...within} {...fill} data={choices} />}
        {typed && isList(schema) && <UsedWord {...fill} comboboxProps={within.comboboxProps} maxLength={200} collection={of.name} field={name} />}
        {typed && !isList(schema) && (
          <TextInput label={t('list.conditionValue')} type={typeOfInput(schema, test)} step="any" maxLength={200} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
        )}
        <Button type="submit" disabled={!plain && value === ''}>
          {t(held ? 'list.conditionChange' : 'list.conditionAdd')}
        </Button>
      </Stack>
    </form>
  );
}

/** A word of a list: one that entries have, or any other. */
function UsedWord({ collection, field, ...rest }: AutocompleteProps & { value: string; collection: string; field: string }) {
  const suggested = useSuggestions(collection, field, rest.value, [rest.value]);
  return <Autocomplete {...rest} data={suggested} filter={({ options }) => options} />;
}

function typeOfInput(schema: PropertySchema | undefined, test: Test): string {
  if (isDay(schema)) return 'date';
  return test === 'contains' || test === 'lacks' || schema?.type === 'string' ? 'text' : 'number';
}

/** The values to choose from; undefined where one is typed. */
function choicesOf(schema: PropertySchema, test: Test, { t, language }: Speech): { value: string; label: string }[] | undefined {
  if (schema.type === 'boolean') return [{ value: 'true', label: t('value.yes') }, { value: 'false', label: t('value.no') }];
  const values = listedValues(schema);
  if ((test !== 'is' && test !== 'not') || values.length === 0) return undefined;
  return values.map((each) => ({ value: each, label: choiceName(values, each, language) }));
}
