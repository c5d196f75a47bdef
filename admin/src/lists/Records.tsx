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
  const side = (name: string) => (rows.some((row) => typeof row[name] === 'number') ? 'right' : 'left');
  const grouped = (name: string) => isGrouped(rows.map((row) => row[name]));
  const names = [...new Set([...Object.keys(schemas), ...rows.flatMap((row) => Object.keys(row))])];
  return (
    <Table.ScrollContainer minWidth={0} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table fz="sm" verticalSpacing={3} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            {names.map((name) => (
              <Table.Th key={name} title={name} fz="xs" ta={side(name)}>
                {fieldName(speech, schemas[name], name)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, i) => (
            <Table.Tr key={i}>
              {names.map((name) => (
                <Table.Td key={name} ta={side(name)}>
                  <PropertyValue field={name} value={row[name]} schema={schemas[name]} currency={row['currency'] ?? currency} grouped={grouped(name)} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
