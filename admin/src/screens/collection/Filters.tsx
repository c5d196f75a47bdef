import { Badge, Button, Group, Popover, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';

import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { withCondition, type Condition } from '../../lists/conditions';
import { howManyHold, withoutFilters } from '../../lists/filters';
import type { ListSearch, Narrow } from '../../lists/search';
import { Icon } from '../../ui/icons';
import classes from './ToolButton.module.css';
import { ConditionForm, HeldConditions } from './Conditions';
import { FieldControls, HeldFilters } from './FieldFilters';

interface FiltersProps {
  collection: Collection;
  search: ListSearch;
  narrow: Narrow;
}

/** All that narrows a list beside its search and its tabs: one panel with the fields that are chosen from and a condition on any other, and how many hold. */
export function Filters({ collection, search, narrow }: FiltersProps) {
  const { t, number, plural } = useSpeech();
  const [opened, panel] = useDisclosure(false);
  const count = howManyHold(search, collection);
  return (
    <Popover position="bottom-start" withinPortal trapFocus returnFocus width={300} opened={opened} onChange={(next) => (next ? panel.open() : panel.close())}>
      <Popover.Target>
        <Button
          variant="default"
          classNames={{ root: classes['root'] ?? '', section: classes['section'] ?? '', label: classes['name'] ?? '' }}
          leftSection={<Icon name="filter" />}
          rightSection={count > 0 && <Badge size="sm" circle aria-hidden="true">{number(count)}</Badge>}
          onClick={panel.toggle}
        >
          {t('list.filters')} {count > 0 && <VisuallyHidden>{plural('list.filtersHold', count)}</VisuallyHidden>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={t('list.filters')}>
        <Panel collection={collection} search={search} narrow={narrow} count={count} close={panel.close} />
      </Popover.Dropdown>
    </Popover>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

function Panel({ collection, search, narrow, count, close }: FiltersProps & { count: number; close: () => void }) {
  const { t } = useSpeech();
  const [adding, condition] = useDisclosure(false);
  const add = (next: Condition) => {
    close();
    narrow(withCondition(next, search));
  };
  return (
    // The focus begins here: in its first control it would open a list over the rest.
    <Stack gap="sm" tabIndex={-1} data-autofocus className={classes['panel'] ?? ''}>
      <FieldControls collection={collection} search={search} narrow={narrow} />
      {adding ? (
        // The button that was pressed is gone, and with it the focus: without one Escape would close nothing.
        <div role="group" aria-label={t('list.condition')} className={classes['condition']} tabIndex={-1} ref={focus}>
          <Suspense fallback={<Skeleton h={200} />}>
            <ConditionForm collection={collection} add={add} />
          </Suspense>
        </div>
      ) : (
        <Button variant="subtle" justify="flex-start" leftSection={<Icon name="plus" />} onClick={condition.open}>
          {t('list.condition')}
        </Button>
      )}
      {count > 0 && (
        <Button variant="subtle" color="gray" justify="flex-start" leftSection={<Icon name="close" />} onClick={() => narrow(withoutFilters(search, collection))}>
          {t('list.filtersClear')}
        </Button>
      )}
    </Stack>
  );
}

/** What the panel has narrowed the list to, each to take away. */
export function Held({ collection, search, narrow }: FiltersProps) {
  if (howManyHold(search, collection) === 0) return null;
  return (
    <Group gap={6} mb="sm">
      <HeldFilters collection={collection} search={search} narrow={narrow} />
      <HeldConditions collection={collection} search={search} narrow={narrow} />
    </Group>
  );
}
