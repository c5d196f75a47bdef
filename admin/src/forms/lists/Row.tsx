import type { Shape } from '../shape';
import type { FormField } from '../fields/props';
import { Grip, ItemTools } from './ItemTools';
import { itemMarks, type Place } from './ListItems';
import classes from './Lists.module.css';
import { useItemField } from './useItemField';

/** An item of one control. */
export function Row({ field, place, items }: { field: FormField; place: Place; items: Shape }) {
  const { SchemaField } = field.registry.fields;
  const given = useItemField(field, place, items);
  return (
    <li {...itemMarks(place)} className={classes['row']}>
      <Grip place={place} />
      <div className={classes['control']} data-inside>
        {SchemaField && <SchemaField {...given} />}
      </div>
      <ItemTools place={place} />
    </li>
  );
}
