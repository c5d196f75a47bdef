import { Button, Group, Popover, Select, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';

import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { conditionFields, conditionsOf, dayValue, isDay, testsOf, written, type Condition, type Test } from '../../lists/conditions';
import type { ListSearch, Narrow } from '../../lists/search';
import { Icon } from '../../ui/icons';
import { fieldTitle, propertySchema } from '../../values/schema';

/** What narrows a list by any property: a panel that adds a condition, and those that hold as words to take away. */
export function Conditions({ collection, search, narrow }: { collection: Collection; search: ListSearch; narrow: Narrow }) {
  const speech = useSpeech();
  const { t } = speech;
  const [opened, panel] = useDisclosure(false);
  const conditions = conditionsOf(search, collection);
  const add = (condition: Condition) => {
    const [key, value] = written(condition);
    panel.close();
    narrow({ [key]: value });
  };
  return (
    <>
      <Popover position="bottom-start" withinPortal trapFocus width={280} opened={opened} onChange={(next) => (next ? panel.open() : panel.close())}>
        <Popover.Target>
          <Button variant="default" leftSection={<Icon name="plus" />} onClick={panel.toggle}>
            {t('list.condition')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="sm" aria-label={t('list.condition')}>
          <NewCondition collection={collection} add={add} />
        </Popover.Dropdown>
      </Popover>
      {conditions.length > 0 && (
        <Group gap={6}>
          {conditions.map((each) => (
            <Button
              key={written(each)[0]}
              variant="light"
              size="compact-sm"
              rightSection={<Icon name="close" size={13} />}
              onClick={() => narrow({ [written(each)[0]]: undefined })}
              aria-description={t('list.filterRemove')}
            >
              {fieldTitle(speech, collection, each.field)} {t(`test.${each.test}`)} {each.test === 'empty' || each.test === 'filled' ? '' : shownValue(each, collection, speech.language)}
            </Button>
          ))}
        </Group>
      )}
    </>
  );
}

function shownValue({ field, value }: Condition, collection: Collection, language: string): string {
  const isMoment = propertySchema(collection, field)?.['x-mcp-hint'] === 'timestamp-ms';
  return isMoment ? new Date(Number(value)).toLocaleDateString(language) : value.replace(/T99$/, '');
}

function NewCondition({ collection, add }: { collection: Collection; add: (condition: Condition) => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const fields = conditionFields(collection);
  const [field, setField] = useState(fields[0] ?? '');
  const schema = propertySchema(collection, field);
  const tests = schema ? testsOf(schema) : [];
  const [chosen, setTest] = useState<Test>('empty');
  const test = tests.includes(chosen) ? chosen : (tests[0] ?? 'empty');
  const [value, setValue] = useState('');
  const plain = test === 'empty' || test === 'filled';
  const day = isDay(schema);
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
        <Select {...within} label={t('list.conditionField')} data={fields.map((each) => ({ value: each, label: fieldTitle(speech, collection, each) }))} value={field} onChange={(next) => setField(next ?? '')} searchable={fields.length > 8} />
        <Select {...within} label={t('list.conditionTest')} data={tests.map((each) => ({ value: each, label: t(`test.${each}`) }))} value={test} onChange={(next) => setTest(next as Test)} />
        {!plain && schema?.type === 'boolean' && (
          <Select {...within} label={t('list.conditionValue')} data={[{ value: 'true', label: t('value.yes') }, { value: 'false', label: t('value.no') }]} value={value} onChange={(next) => setValue(next ?? '')} />
        )}
        {!plain && schema?.type !== 'boolean' && (
          <TextInput label={t('list.conditionValue')} type={day ? 'date' : schema?.type === 'string' ? 'text' : 'number'} step="any" maxLength={200} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
        )}
        <Button type="submit" disabled={!plain && value === ''}>
          {t('list.conditionAdd')}
        </Button>
      </Stack>
    </form>
  );
}
