import { Button, Checkbox, Popover, ScrollArea, Stack } from '@mantine/core';

import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { choosableColumns, chosenColumns, mostChosen, usualColumns, writtenColumns } from '../../lists/chosen';
import type { ListSearch, Narrow } from '../../lists/search';
import { useColumnNames } from './columns';
import { ToolButton } from './ToolButton';

/** Chooses the columns of a list. */
export function ColumnMenu({ collection, search, narrow }: { collection: Collection; search: ListSearch; narrow: Narrow }) {
  const { t } = useSpeech();
  const names = useColumnNames(collection);
  const choosable = choosableColumns(collection);
  const chosen = chosenColumns(search, collection);
  const shown = (chosen ?? usualColumns(collection)).filter((id) => choosable.includes(id));
  // A saved list has to name them: one that says nothing has those that were chosen for the collection.
  const unsaid = search.list === undefined ? undefined : usualColumns(collection);
  const choose = (next: string[] | undefined) => {
    const sorted = next && choosable.filter((id) => next.includes(id));
    narrow({ columns: sorted && writtenColumns(sorted) });
  };
  return (
    <Popover position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <ToolButton icon="columns" label={t('list.columns')} />
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={t('list.columns')}>
        <Stack gap="sm">
          <ScrollArea.Autosize mah="50vh" type="auto" offsetScrollbars>
            <Checkbox.Group value={shown} onChange={choose} aria-label={t('list.columns')}>
              <Stack gap={8}>
                {choosable.map((id) => (
                  <Checkbox key={id} size="xs" value={id} label={names[id] ?? id} disabled={shown.length >= mostChosen && !shown.includes(id)} />
                ))}
              </Stack>
            </Checkbox.Group>
          </ScrollArea.Autosize>
          <Button variant="subtle" size="compact-sm" disabled={chosen === undefined} onClick={() => choose(unsaid)}>
            {t('list.columnsUsual')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
