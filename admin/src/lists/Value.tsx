import { Text } from '@mantine/core';

import { useSpeech } from '../i18n/text';
import { listedKind, mediaKind } from '../media/kinds';
import { MediaValue } from '../media/MediaValue';
import { isLocalized, isLong, isTexts } from '../values/data';
import { choiceName } from '../values/names';
import { Person } from '../values/Person';
import { isUserStamp, type PropertySchema } from '../values/schema';
import { moneyText } from './money';

export interface ValueProps {
  value: unknown;
  schema: PropertySchema | undefined;
  /** What an amount is in, where the row says so. */
  currency?: unknown;
  /** Whether a number has separators because another one of its column has. */
  grouped?: boolean;
}

/** A property of an entry in a cell of a list. */
export function Value({ value, schema, currency, grouped = false }: ValueProps) {
  const { t, plural, number, figure, moment, day, text, language } = useSpeech();
  if (value === null || value === undefined || value === '') return <Empty />;
  switch (typeof value) {
    case 'boolean':
      return t(value ? 'value.yes' : 'value.no');
    case 'number':
      if (schema?.['x-mcp-hint'] === 'money-minor') return moneyText(value, language, currency);
      if (schema?.['x-mcp-hint'] === 'timestamp-ms') return moment(value);
      if (!schema && isLong(value)) return String(value);
      return grouped ? number(value) : figure(value);
    case 'string':
      if (mediaKind(schema)) return <MediaValue id={value} />;
      if (isUserStamp(schema)) return <Person id={value} />;
      if (schema?.enum) return choiceName(schema.enum, value, language);
      if (schema?.format === 'date') return day(value);
      return schema?.format === 'date-time' && !Number.isNaN(Date.parse(value)) ? moment(Date.parse(value)) : value;
    case 'object':
      if (Array.isArray(value) && isTexts(value) && listedKind(schema)) return value.map((each, i) => <MediaValue key={i} id={each} />);
      if (Array.isArray(value)) return isTexts(value) ? textsOf(value, schema?.items?.enum, language) : plural('value.items', value.length);
      return isLocalized(value) ? text(value) : JSON.stringify(value);
    default:
      return <Empty />;
  }
}

function Empty() {
  const { t } = useSpeech();
  return (
    <Text c="dimmed" size="sm" component="span" aria-label={t('value.none')}>
      –
    </Text>
  );
}

function textsOf(values: string[], choices: unknown[] | undefined, language: string): string {
  return values.map((each) => (choices ? choiceName(choices, each, language) : each)).join(', ');
}
