import { Button, Group, Popover, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';

import type { Collection } from '../../api/types.gen';
import { part } from '../../app/part';
import { useSpeech } from '../../i18n/text';
import { conditionsOf, written, type Condition } from '../../lists/conditions';
import type { ListSearch, Narrow } from '../../lists/search';
import { Icon } from '../../ui/icons';
import { fieldTitle, propertySchema } from '../../values/schema';

const ConditionForm = lazy(part(() => import('./ConditionForm').then((module) => ({ default: module.ConditionForm }))));

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
          <Suspense fallback={<Skeleton h={200} />}>
            <ConditionForm collection={collection} add={add} />
          </Suspense>
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
