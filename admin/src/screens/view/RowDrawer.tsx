import { Group, Stack } from '@mantine/core';

import { useBootstrap } from '../../api/session';
import type { Object, View } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Facts } from '../../lists/Facts';
import { OperationButtons } from '../../operations/RowOperations';
import { operationsOn } from '../../operations/subject';
import { columnSchema, entryIdOf } from '../../reports/fields';
import { LinkButton } from '../../ui/links';
import { SideSheet } from '../../ui/SideSheet';

/** All that a row of a report holds, to its end, and what can be done from there. */
export function RowDrawer({ view, row, title, close }: { view: View; row: Object | undefined; title: string | undefined; close: () => void }) {
  const { t } = useSpeech();
  return (
    <SideSheet opened={row !== undefined} close={close} title={title || t('reports.row')}>
      {row && <Content view={view} row={row} />}
    </SideSheet>
  );
}

function Content({ view, row }: { view: View; row: Object }) {
  const { t } = useSpeech();
  const { collections, operations } = useBootstrap();
  const { collection } = view;
  const id = entryIdOf(view, row);
  const fields = [...new Set([...(view.fields ?? []), ...Object.keys(row)])];
  return (
    <Stack gap="md">
      {id !== undefined && collection !== null && (
        <Group gap="xs">
          <LinkButton size="compact-sm" to="/c/$collection/$id" params={{ collection, id }}>
            {t('action.openEntry')}
          </LinkButton>
          <OperationButtons operations={operationsOn(collection, operations)} row={{ collection, id }} />
        </Group>
      )}
      <Facts facts={fields.map((field) => ({ name: field, value: row[field], schema: columnSchema(field, view, collections, [row]) }))} currency={row['currency']} long />
    </Stack>
  );
}
