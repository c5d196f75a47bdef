import type { Collection } from '../../api/types.gen';
import { mediaKind } from '../../media/kinds';
import { isTexts } from '../../values/data';
import { propertySchema } from '../../values/schema';
import { FieldValue } from '../entry/FieldValue';
import { TextDiff } from '../entry/TextDiff';
import { omitted } from '../../values/omitted';
import classes from './Versions.module.css';

interface ValueDiffProps {
  collection: Collection;
  field: string;
  before: unknown;
  after: unknown;
  /** Leaves out the middle of what stayed. */
  short: boolean;
}

/** What differs between two values of a property: word by word where both are texts or are built of parts, otherwise the one and the other. */
export function ValueDiff({ collection, field, before, after, short }: ValueDiffProps) {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  const schema = propertySchema(collection, field);
  if (was !== undefined && is !== undefined && was + is !== '' && !mediaKind(schema)) return <TextDiff schema={schema} before={was} after={is} short={short} />;
  return (
    <div className={classes['sides']}>
      <FieldValue collection={collection} field={field} value={before} />
      <span aria-hidden="true">→</span>
      <FieldValue collection={collection} field={field} value={after} />
    </div>
  );
}

/** A value as a text whose words can be held against those of another; undefined for one that people read otherwise. */
export function wordsOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || omitted(value) !== undefined || (Array.isArray(value) && isTexts(value))) return undefined;
  return JSON.stringify(value, null, 2);
}
