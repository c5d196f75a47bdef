import { Select, Stack } from '@mantine/core';
import type { RJSFSchema } from '@rjsf/utils';
import { useState } from 'react';

import { useSpeech } from '../../i18n/text';
import { branchOf, inBranch } from '../branches';
import { fieldId, useFrame } from '../frame';
import { pointerTo } from '../pointer';
import type { Shape } from '../shape';
import { shapeOf, type FormField } from './props';

/** A value of one of several shapes: which one, and its fields. */
export function Choice(props: FormField) {
  const { t } = useSpeech();
  const { root, idPrefix } = useFrame();
  const { path } = props.fieldPathId;
  const branches = (props['options'] as RJSFSchema[]).map(shapeOf);
  const meant = branchOf(branches, props.formData, root);
  const [picked, setPicked] = useState(-1);
  // A value that fits several, or none yet, stays with what was picked.
  const at = picked >= 0 && props.formData !== undefined ? picked : meant;
  const branch = branches[at];
  const pick = (next: string | null) => {
    const chosen = next === null ? undefined : branches[Number(next)];
    setPicked(chosen ? Number(next) : -1);
    props.onChange(chosen && inBranch(props.formData, chosen, shapeOf(props.schema), root), path);
  };
  const { SchemaField } = props.registry.fields;
  return (
    <Stack gap="sm">
      <Select
        id={`${fieldId(idPrefix, pointerTo(path))}-branch`}
        aria-label={t('forms.choice.label')}
        placeholder={t('forms.choice.none')}
        data={branches.map((each, i) => ({ value: String(i), label: titleOf(each) || t('forms.choice.option', { number: i + 1 }) }))}
        value={at < 0 ? null : String(at)}
        onChange={pick}
        clearable={!props.required && !props.readonly}
        readOnly={props.readonly ?? false}
        allowDeselect={false}
      />
      {branch && SchemaField && <SchemaField {...props} schema={withoutConstants(branch) as RJSFSchema} />}
    </Stack>
  );
}

const titleOf = (shape: Shape) => (typeof shape.title === 'string' ? shape.title : '');

/** The constants tell the branches apart, and are said by the choice. */
function withoutConstants(branch: Shape): Shape {
  const properties = Object.entries(branch.properties ?? {}).filter(([, property]) => !('const' in property));
  return { ...branch, title: '', ...(branch.properties ? { properties: Object.fromEntries(properties) } : {}) };
}
