import { wordsOf } from '../forms/names';
import { useSpeech } from '../i18n/text';
import classes from './Facts.module.css';
import { Value, type PropertySchema } from './Value';

export interface Fact {
  name: string;
  value: unknown;
  schema?: PropertySchema | undefined;
}

/** Names and their values, under each other. `long`: texts are shown to their end. */
export function Facts({ facts, currency, long = false }: { facts: Fact[]; currency?: unknown; long?: boolean }) {
  const { text } = useSpeech();
  return (
    <dl className={classes['root']} data-long={long || undefined}>
      {facts.map(({ name, value, schema }) => (
        <div key={name} className={classes['fact']}>
          <dt title={name}>{text(schema?.title, wordsOf(name))}</dt>
          <dd>{long && isNested(value) ? <pre>{JSON.stringify(value, null, 2)}</pre> : <Value value={value} schema={schema} currency={currency} />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What no line says: objects, and lists of them. */
function isNested(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) || value.some((each) => typeof each === 'object');
}
