import { Text } from '@mantine/core';

import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Value } from '../../lists/Value';
import { mediaKind } from '../../media/kinds';
import { Json } from '../../ui/Json';
import { omitted } from '../../values/omitted';
import { propertySchema } from '../../values/schema';
import { isEmpty } from './completeness';
import classes from './FieldValue.module.css';

/** A value of a property, whole: as people read it, or as JSON. */
export function FieldValue({ collection, field, value }: { collection: Collection; field: string; value: unknown }) {
  const { t, number } = useSpeech();
  const bytes = omitted(value);
  if (bytes !== undefined) return <Quiet>{t('entry.tooLong', { bytes: number(bytes) })}</Quiet>;
  if (isEmpty(value)) return <Quiet>{t('entry.empty')}</Quiet>;
  if (typeof value === 'string' && !mediaKind(propertySchema(collection, field))) return <div className={classes['text']}>{value}</div>;
  if (isPlainList(value) || typeof value !== 'object') return <Value value={value} schema={propertySchema(collection, field)} />;
  return <Json value={value} />;
}

const isPlainList = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');

function Quiet({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed" fs="italic" component="span">
      {children}
    </Text>
  );
}
