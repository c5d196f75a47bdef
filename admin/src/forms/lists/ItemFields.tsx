import { Select } from '@mantine/core';
import { useState } from 'react';

import { useSpeech } from '../../i18n/text';
import { isObject } from '../../values/data';
import { JsonField } from '../fields/Control';
import { shapeOf, type FormField } from '../fields/props';
import { kindAt, type Kind } from '../kinds';
import { typesOf, type Shape } from '../shape';
import { wordsIn } from '../summary';
import { Faults } from '../templates/Faults';
import { Card, StrayHint } from './Card';
import type { Place } from './ListItems';
import { useItemField } from './useItemField';

interface ItemProps {
  field: FormField;
  place: Place;
  items: Shape;
  kinds: readonly Kind[];
  opened: boolean;
}

/** The card of an item, with the fields of its kind. What is of no kind is shown as it is. */
export function ItemFields({ field, place, items, kinds, opened }: ItemProps) {
  const { t, plural } = useSpeech();
  const root = shapeOf(field.registry.rootSchema);
  const value = place.list.values[place.at];
  const at = kindAt(kinds, value, root);
  const kind = kinds[at] ?? (value === undefined || value === null ? kinds[place.slot.kind ?? -1] : undefined);
  const [raw, setRaw] = useState(false);
  const stray = kinds.length > 0 ? !kind : value !== undefined && value !== null && isStray(value, items);
  const given = useItemField(field, place, kind?.fields ?? items);
  const { SchemaField } = field.registry.fields;
  const words = wordsIn(value, kind?.shape ?? items, root) || insideOf(value, (count) => plural('forms.list.count', count));
  const { path } = given.fieldPathId;
  return (
    <Card place={place} path={path} kind={stray ? t('forms.list.stray') : kind?.label} words={words} opened={opened || stray || words === ''} raw={stray || raw}>
      {stray || raw ? (
        // What is being written stays as it is until it is left, also where it is of a kind by now.
        <div onInput={() => setRaw(true)} onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setRaw(false)}>
          {stray && <StrayHint />}
          {stray && <StrayKind place={place} kinds={kinds} value={value} />}
          <JsonField {...given} schema={{}} />
          <Faults path={path} within />
        </div>
      ) : (
        SchemaField && <SchemaField key={at} {...given} />
      )}
    </Card>
  );
}

/** Makes something of a kind: with all that it has, and what tells the kind. */
function StrayKind({ place, kinds, value }: { place: Place; kinds: readonly Kind[]; value: unknown }) {
  const { t } = useSpeech();
  if (place.list.fixed || (value !== null && value !== undefined && !isObject(value))) return null;
  const choose = (chosen: string | null) => {
    const kind = kinds[Number(chosen)];
    if (!kind || chosen === null) return;
    place.list.replace(place.at, isObject(value) && isObject(kind.start) ? { ...value, ...kind.start } : kind.start, Number(chosen));
  };
  return (
    <Select
      aria-label={t('forms.choice.label', { field: t('forms.list.item', { number: place.at + 1 }) })}
      placeholder={t('forms.choice.none')}
      data={kinds.map(({ label }, i) => ({ value: String(i), label }))}
      value={null}
      onChange={choose}
      maw={420}
      mb="xs"
    />
  );
}

function isStray(value: unknown, items: Shape): boolean {
  const [type] = typesOf(items);
  return (type === 'object' && !isObject(value)) || (type === 'array' && !Array.isArray(value));
}

/** How many there are in the first list of an item that has no words of its own. */
function insideOf(value: unknown, counted: (count: number) => string): string {
  const list = isObject(value) ? Object.values(value).find(Array.isArray) : undefined;
  return Array.isArray(list) && list.length > 0 ? counted(list.length) : '';
}
