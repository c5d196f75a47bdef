import { Fieldset, Select, Text } from '@mantine/core';
import type { RJSFSchema } from '@rjsf/utils';
import { useMemo, useState } from 'react';

import { useSpeech } from '../../i18n/text';
import { inBranch } from '../branches';
import { fieldId, useFormFaults, useFrame } from '../frame';
import { kindAt, kindsOf } from '../kinds';
import { pointerTo } from '../pointer';
import { Faults } from '../templates/Faults';
import { Legend } from '../templates/Legend';
import classes from '../templates/templates.module.css';
import { JsonField } from './Control';
import { shapeOf, type FormField } from './props';

/** A value of one of several kinds: which one, and its fields. What is of none is shown as it is. */
export function Choice(props: FormField) {
  const { t } = useSpeech();
  const { idPrefix } = useFrame();
  const faults = useFormFaults();
  const { path } = props.fieldPathId;
  const shape = shapeOf(props.schema);
  const root = shapeOf(props.registry.rootSchema);
  const kinds = useMemo(() => kindsOf({ ...(shape.oneOf ? { oneOf: shape.oneOf } : {}) }, root, (number) => t('forms.choice.option', { number })), [shape, root, t]);
  const [picked, setPicked] = useState(-1);
  // What a kind held comes back with it, until the form is closed.
  const [left, leave] = useState<ReadonlyMap<number, unknown>>(new Map());
  const value = props.formData;
  const none = value === undefined || value === null;
  const meant = kindAt(kinds, value, root);
  const own = kinds[picked];
  // A value that fits several, or none yet, stays with what was picked.
  const at = own && (none || kindAt([own], value, root) === 0) ? picked : meant;
  const kind = kinds[at];
  const stray = !none && !kind;
  const pick = (next: string | null) => {
    const number = next === null ? -1 : Number(next);
    const chosen = kinds[number];
    leave(new Map([...left, [at, value]]));
    setPicked(number);
    props.onChange(chosen && (left.get(number) ?? inBranch(value, chosen.shape, shape, root, chosen.start) ?? chosen.start), path);
  };
  const pointer = pointerTo(path);
  const id = fieldId(idPrefix, pointer);
  const invalid = faults.some((fault) => fault.at === pointer);
  const title = typeof shape.title === 'string' ? shape.title : '';
  const last = path.at(-1);
  const { SchemaField } = props.registry.fields;
  return (
    <Fieldset aria-describedby={invalid ? `${id}-faults` : undefined} className={classes['group'] ?? ''} legend={title && <Legend title={title} required={props.required ?? false} name={last} />}>
      <div className={classes['fields']}>
        <Select
          id={stray ? `${id}-kind` : id}
          aria-label={t('forms.choice.label', { field: title || (typeof last === 'number' ? t('forms.list.item', { number: last + 1 }) : props.name) })}
          aria-invalid={invalid || undefined}
          error={invalid}
          placeholder={t(stray ? 'forms.list.stray' : 'forms.choice.none')}
          data={kinds.map(({ label }, i) => ({ value: String(i), label }))}
          value={at < 0 ? null : String(at)}
          onChange={pick}
          clearable={!props.required && !props.readonly}
          readOnly={props.readonly ?? false}
          allowDeselect={false}
          maw={420}
        />
        {kind && SchemaField && <SchemaField key={at} {...props} schema={{ ...kind.fields, title: '' } as unknown as RJSFSchema} />}
        {stray && (
          <>
            <Text size="sm" c="dimmed">
              {t('forms.list.strayHint')}
            </Text>
            <JsonField {...props} schema={{ title }} />
            <Faults path={path} within />
          </>
        )}
      </div>
      <Faults path={path} />
    </Fieldset>
  );
}
