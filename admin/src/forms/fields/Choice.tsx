import { Fieldset, Select } from '@mantine/core';
import type { RJSFSchema } from '@rjsf/utils';
import { useState } from 'react';

import { useSpeech } from '../../i18n/text';
import { branchOf, inBranch } from '../branches';
import { fieldId, useFormFaults, useFrame } from '../frame';
import { pointerTo } from '../pointer';
import type { Shape } from '../shape';
import { Faults } from '../templates/Faults';
import { Legend } from '../templates/Legend';
import classes from '../templates/templates.module.css';
import { shapeOf, type FormField } from './props';

/** A value of one of several shapes: which one, and its fields. */
export function Choice(props: FormField) {
  const { t } = useSpeech();
  const { root, idPrefix } = useFrame();
  const faults = useFormFaults();
  const { path } = props.fieldPathId;
  const shape = shapeOf(props.schema);
  const branches = (props['options'] as RJSFSchema[]).map(shapeOf);
  const [picked, setPicked] = useState(-1);
  const meant = branchOf(branches, props.formData, root);
  // A value that fits none or several stays with what was picked.
  const at = picked >= 0 && (meant < 0 || fits(branches, picked, props.formData, root)) ? picked : meant;
  const branch = branches[at];
  const pick = (next: string | null) => {
    const chosen = next === null ? undefined : branches[Number(next)];
    setPicked(chosen ? Number(next) : -1);
    props.onChange(chosen && inBranch(props.formData, chosen, shape, root), path);
  };
  const pointer = pointerTo(path);
  const id = fieldId(idPrefix, pointer);
  const invalid = faults.some((fault) => fault.at === pointer);
  const title = titleOf(shape);
  const last = path.at(-1);
  const { SchemaField } = props.registry.fields;
  return (
    <Fieldset aria-describedby={invalid ? `${id}-faults` : undefined} className={classes['group'] ?? ''} legend={title && <Legend title={title} required={props.required ?? false} name={path.at(-1)} />}>
      <div className={classes['fields']}>
        <Select
          id={id}
          aria-label={t('forms.choice.label', { field: title || (typeof last === 'number' ? t('forms.list.item', { number: last + 1 }) : props.name) })}
          aria-invalid={invalid || undefined}
          error={invalid}
          placeholder={t('forms.choice.none')}
          data={branches.map((each, i) => ({ value: String(i), label: titleOf(each) || t('forms.choice.option', { number: i + 1 }) }))}
          value={at < 0 ? null : String(at)}
          onChange={pick}
          clearable={!props.required && !props.readonly}
          readOnly={props.readonly ?? false}
          allowDeselect={false}
          maw={420}
        />
        {branch && SchemaField && <SchemaField key={at} {...props} schema={withoutConstants(branch) as RJSFSchema} />}
      </div>
      <Faults path={path} />
    </Fieldset>
  );
}

const fits = (branches: readonly Shape[], at: number, value: unknown, root: Shape) =>
  value === undefined || value === null || branchOf(branches.slice(at, at + 1), value, root) === 0;

const titleOf = (shape: Shape) => (typeof shape.title === 'string' ? shape.title : '');

/** The constants tell the branches apart, and are said by the choice. */
function withoutConstants(branch: Shape): Shape {
  const properties = Object.entries(branch.properties ?? {}).filter(([, property]) => !('const' in property));
  return { ...branch, title: '', ...(branch.properties ? { properties: Object.fromEntries(properties) } : {}) };
}
