import { Table } from '@mantine/core';

import { useSpeech } from '../i18n/text';
import { type PropertySchema, fieldName } from '../values/schema';
import { isGrouped } from './grouping';
import { PropertyValue } from './PropertyValue';

interface RecordsProps {
  rows: Record<string, unknown>[];
  schemas?: Record<string, PropertySchema> | undefined;
  currency?: unknown;
}

/** A few objects as a small table: lines of an order, rows of an answer. */
export function Records({ rows, schemas = {}, currency }: RecordsProps) {
  const speech = useSpeech();
  const names = [...new Set([...Object.keys(schemas), ...rows.flatMap((row) => Object.keys(row))])];
  const columns = names.map((name) => {
    const values = rows.map((row) => row[name]);
    return { name, side: values.some((value) => typeof value === 'number') ? ('right' as const) : ('left' as const), grouped: isGrouped(values) };
  });
  return (
    <Table.ScrollContainer minWidth={0} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table fz="sm" verticalSpacing={3} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, side }) => (
              <Table.Th key={name} title={name} fz="xs" ta={side}>
                {fieldName(speech, schemas[name], name)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, i) => (
            <Table.Tr key={i}>
              {columns.map(({ name, side, grouped }) => (
                <Table.Td key={name} ta={side}>
                  <PropertyValue field={name} value={row[name]} schema={schemas[name]} currency={row['currency'] ?? currency} grouped={grouped} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
