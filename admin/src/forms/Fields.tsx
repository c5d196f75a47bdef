import Renderer from '@rjsf/core/lib/components/Form.js';
import type { RJSFSchema } from '@rjsf/utils';
import { useMemo, type ReactNode } from 'react';

import { useSpeech } from '../i18n/text';
import { Choice } from './fields/Choice';
import { JsonField, Scalar } from './fields/Control';
import { List } from './fields/List';
import { FaultsContext, FrameContext, NotesContext, ValueContext } from './frame';
import { prepared } from './prepared';
import { requiredFirst } from './requiredFirst';
import { settled } from './settle';
import { Deeper } from './templates/Deeper';
import { Field } from './templates/Field';
import { Group } from './templates/Group';
import type { FormState } from './useFormState';
import { validator } from './validator';

const fields = {
  StringField: Scalar, NumberField: Scalar, BooleanField: Scalar, NullField: JsonField, FallbackField: JsonField,
  ArrayField: List, OneOfField: Choice,
};
const templates = {
  FieldTemplate: Field, ObjectFieldTemplate: Group, CyclicSchemaExpandTemplate: Deeper,
};
const defaults = { emptyObjectFields: 'skipDefaults', arrayMinItems: { populate: 'never' }, constAsDefaults: 'never' } as const;

interface FieldsProps {
  form: FormState;
  /** Which of them, where others have places of their own. */
  only?: string | readonly string[];
  /** Whether what is required comes before the rest. */
  inRail?: boolean;
}

/** The fields of a form, or some of them. */
export function Fields({ form, only, inRail = false }: FieldsProps) {
  const { frame, uiSchema, hidden, value } = form;
  const { root, readOnly, partial } = frame;
  const { text, language } = useSpeech();
  const schema = useMemo(() => {
    const others = only === undefined ? hidden : Object.keys(root.properties ?? {}).filter((name) => hidden.includes(name) || ![only].flat().includes(name));
    return prepared(inRail ? requiredFirst(root, uiSchema) : root, { text, language, hidden: others, uiSchema });
  }, [root, text, language, hidden, uiSchema, only, inRail]);
  return (
    <FormScope form={form}>
      <div data-form={frame.idPrefix}>
        <Renderer<unknown, RJSFSchema>
          tagName="div"
          schema={schema as unknown as RJSFSchema}
          formData={value}
          onChange={(event) => form.change(settled(event.formData as Record<string, unknown>, value, root, partial))}
          validator={validator}
          fields={fields}
          templates={templates}
          experimental_defaultFormStateBehavior={defaults}
          readonly={readOnly}
          idPrefix={frame.idPrefix}
          idSeparator="/"
          showErrorList={false}
        >
          <></>
        </Renderer>
      </div>
    </FormScope>
  );
}

function FormScope({ form, children }: { form: FormState; children: ReactNode }) {
  return (
    <FrameContext value={form.frame}>
      <ValueContext value={form.value}>
        <FaultsContext value={form.faults}>
          <NotesContext value={form.notes}>{children}</NotesContext>
        </FaultsContext>
      </ValueContext>
    </FrameContext>
  );
}
