import { useSpeech } from '../i18n/text';
import { Json } from '../ui/Json';
import { isObject } from '../values/data';
import { type PropertySchema, fieldName } from '../values/schema';
import classes from './Facts.module.css';
import { PropertyValue } from './PropertyValue';
import { Records } from './Records';

export interface Fact {
  name: string;
  value: unknown;
  schema?: PropertySchema | undefined;
}

interface FactsProps {
  facts: Fact[];
  currency?: unknown;
  /** Texts are shown to their end, objects and lists with what is in them. */
  long?: boolean;
}

/** Names and their values, under each other. */
export function Facts({ facts, currency, long = false }: FactsProps) {
  const speech = useSpeech();
  return (
    <dl className={classes['root']} data-long={long || undefined}>
      {facts.map(({ name, value, schema }) => (
        <div key={name} className={classes['fact']}>
          <dt title={name}>{fieldName(speech, schema, name)}</dt>
          <dd>{long ? <Whole name={name} value={value} schema={schema} currency={currency} /> : <PropertyValue field={name} value={value} schema={schema} currency={currency} />}</dd>
        </div>
      ))}
    </dl>
  );
}

function Whole({ name, value, schema, currency }: Fact & { currency: unknown }) {
  const members = schema?.properties ?? {};
  if (areRecords(value)) return <Records rows={value} schemas={schema?.items?.properties} currency={currency} />;
  if (isObject(value)) return <Facts facts={factsOf(value, members)} currency={value['currency'] ?? currency} long />;
  if (Array.isArray(value) && value.some((each) => typeof each !== 'string')) return <Json value={value} />;
  return <PropertyValue field={name} value={value} schema={schema} currency={currency} />;
}

/** The properties of an object, in the order of its schema. */
export function factsOf(value: Record<string, unknown>, schemas: Record<string, PropertySchema> = {}): Fact[] {
  const names = [...new Set([...Object.keys(schemas), ...Object.keys(value)])].filter((name) => value[name] !== undefined);
  return names.map((name) => ({ name, value: value[name], schema: schemas[name] }));
}

/** Whether a value is rows that a table shows: objects, whatever each of them has. */
export function areRecords(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}
