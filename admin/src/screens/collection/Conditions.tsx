import { Button, Group, Popover, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Fragment, lazy, Suspense, useId, type ReactElement } from 'react';

import { useCollection } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import { part } from '../../app/part';
import { useSpeech, type Speech } from '../../i18n/text';
import { askedFor, conditionTitle, inGroups, inPlaceOf, testName, withCondition, type Condition, type HeldCondition } from '../../lists/conditions';
import { ownConditions } from '../../lists/filters';
import type { ListSearch, Narrow } from '../../lists/search';
import { listedValues } from '../../lists/where';
import { Icon } from '../../ui/icons';
import { choiceName } from '../../values/names';
import { ReferredName } from './ReferenceFilter';
import classes from './ToolButton.module.css';

export const ConditionForm = lazy(part(() => import('./ConditionForm').then((module) => ({ default: module.ConditionForm }))));

interface ListProps {
  collection: Collection;
  search: ListSearch;
  narrow: Narrow;
}

/** The conditions that hold, as words that change them and a cross that takes them away: those of a group beside each other. */
export function HeldConditions({ collection, search, narrow }: ListProps) {
  const { t } = useSpeech();
  // A group keeps its place when its keys are others, and with it the focus.
  return inGroups(ownConditions(search, collection)).map((group, at) => (
    <Group key={at} gap={6} role={group.length > 1 ? 'group' : undefined} aria-label={group.length > 1 ? t('list.oneOf') : undefined}>
      {group.map((each, i) => (
        <Fragment key={each.key}>
          {i > 0 && (
            <Text span size="sm" c="dimmed">
              {t('list.or')}
            </Text>
          )}
          <Changed held={each} collection={collection} search={search} narrow={narrow} />
        </Fragment>
      ))}
      <Or beside={group} collection={collection} search={search} narrow={narrow} />
    </Group>
  ));
}

/** A condition: its words lead to what it asks for. */
function Changed({ held, collection, search, narrow }: ListProps & { held: HeldCondition }) {
  const { t } = useSpeech();
  const id = useId();
  return (
    <Button.Group>
      <FormBeside
        target={(toggle) => (
          <Button id={id} variant="light" size="compact-sm" onClick={toggle}>
            <Said condition={held} collection={collection} />
          </Button>
        )}
        collection={collection}
        held={held}
        add={(next) => narrow(inPlaceOf(held, next, search))}
      />
      <Button variant="light" size="compact-sm" px={6} aria-label={t('list.conditionRemove')} aria-describedby={id} onClick={() => narrow({ [held.key]: undefined })}>
        <Icon name="close" size={13} />
      </Button>
    </Button.Group>
  );
}

interface FormBesideProps {
  target: (toggle: () => void) => ReactElement;
  collection: Collection;
  held?: Condition;
  add: (condition: Condition) => void;
}

/** A button that opens the form of a condition. */
function FormBeside({ target, collection, held, add }: FormBesideProps) {
  const [opened, form] = useDisclosure(false);
  return (
    <Popover position="bottom-start" withinPortal trapFocus returnFocus width={300} opened={opened} onChange={(next) => (next ? form.open() : form.close())}>
      <Popover.Target>{target(form.toggle)}</Popover.Target>
      <Popover.Dropdown p="sm">
        <div tabIndex={-1} data-autofocus className={classes['panel'] ?? ''}>
          <Suspense fallback={<Skeleton h={200} />}>
            <ConditionForm
              collection={collection}
              {...(held ? { held } : {})}
              add={(next) => {
                form.close();
                add(next);
              }}
            />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Adds a condition that may hold in place of others. */
export function Or({ beside, collection, search, narrow }: ListProps & { beside: readonly HeldCondition[] }) {
  const speech = useSpeech();
  const { t } = speech;
  const label = t('list.orTo', { field: conditionTitle(speech, collection, beside[0]?.field ?? '') });
  return (
    <FormBeside
      target={(toggle) => (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={toggle} aria-label={label}>
          {t('list.orMore')}
        </Button>
      )}
      collection={collection}
      add={(next) => narrow(withCondition(next, search, beside))}
    />
  );
}

function Said({ condition, collection }: { condition: HeldCondition; collection: Collection }) {
  const speech = useSpeech();
  const { field, test, value } = condition;
  const { schema, name = field } = askedFor(collection, field);
  const target = useCollection(schema?.['x-service-ref'] ?? '');
  return (
    <>
      {conditionTitle(speech, collection, field)} {testName(speech, collection, condition)}{' '}
      {test !== 'empty' && test !== 'filled' && (target ? <ReferredName target={target} field={name} value={value} /> : shownValue(condition, collection, speech))}
    </>
  );
}

function shownValue({ field, value }: HeldCondition, collection: Collection, { t, language }: Speech): string {
  const { schema } = askedFor(collection, field);
  if (schema?.['x-mcp-hint'] === 'timestamp-ms') return new Date(Number(value)).toLocaleDateString(language);
  if (schema?.type === 'boolean') return t(value === 'true' ? 'value.yes' : 'value.no');
  const known = schema ? listedValues(schema) : [];
  return known.includes(value) ? choiceName(known, value, language) : value.replace(/T99$/, '');
}
