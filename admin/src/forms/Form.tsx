import { Stack } from '@mantine/core';
import Renderer from '@rjsf/core/lib/components/Form.js';
import type { RJSFSchema } from '@rjsf/utils';
import { useMemo, type KeyboardEvent } from 'react';

import type { Diagnostic } from '../api/diagnostic.gen';
import { useSpeech } from '../i18n/text';
import { Choice } from './fields/Choice';
import { JsonField, Scalar } from './fields/Control';
import { List } from './fields/List';
import { FrameContext, type Frame } from './frame';
import { prepared } from './prepared';
import { settled } from './settle';
import type { Shape } from './shape';
import { Deeper } from './templates/Deeper';
import { Field } from './templates/Field';
import { Group } from './templates/Group';
import { Item } from './templates/Item';
import { Items } from './templates/Items';
import { Summary } from './templates/Summary';
import { useFaults } from './useFaults';
import { useUnread, type TellUnread } from './useUnread';
import { validator } from './validator';

export interface FormProps {
  /** JSON Schema of an object, as the API gives it: collection.schema, operation.input. */
  schema: Record<string, unknown>;
  uiSchema: Record<string, unknown> | null;
  value: Record<string, unknown>;
  /** Is given a new object; an emptied field has no property in it. */
  change: (value: Record<string, unknown>) => void;
  /**
   * The server's. Each is shown at the field that it points at until that has another value, and at the top when there is
   * no such field. A new array is a new answer.
   */
  diagnostics?: readonly Diagnostic[];
  /** Top-level properties that are shown and cannot be edited, because the row fills them. */
  locked?: readonly string[];
  /** Top-level properties that are not shown. */
  hidden?: readonly string[];
  /** Everything is shown, and nothing can be edited. */
  readOnly?: boolean;
  /** A draft: what is required may still be missing. */
  partial?: boolean;
  /** Enter in a field of one line, and Mod+Enter anywhere. */
  submit?: () => void;
  /** Hears of input that is in no value: while there is some, the value is not to be sent. */
  unread?: TellUnread | undefined;
  /** Tells two forms of one page apart. */
  idPrefix?: string;
}

const fields = {
  StringField: Scalar, NumberField: Scalar, BooleanField: Scalar, NullField: JsonField, FallbackField: JsonField,
  ArrayField: List, OneOfField: Choice,
};
const templates = {
  FieldTemplate: Field, ObjectFieldTemplate: Group, ArrayFieldTemplate: Items, ArrayFieldItemTemplate: Item,
  CyclicSchemaExpandTemplate: Deeper,
};
const defaults = { emptyObjectFields: 'skipDefaults', arrayMinItems: { populate: 'never' }, constAsDefaults: 'never' } as const;
const none: readonly never[] = [];

/** A form made from a JSON Schema. */
export function Form(props: FormProps) {
  const { uiSchema, value, diagnostics = none, locked = none, hidden = none, partial = false, idPrefix = 'form' } = props;
  const { text, language } = useSpeech();
  const root = props.schema as Shape;
  const readOnly = props.readOnly ?? root.readOnly ?? false;
  const schema = useMemo(() => prepared(root, { text, language, hidden, locked, uiSchema }), [root, text, language, hidden, locked, uiSchema]);
  const watched = useFaults({ root, value, diagnostics, hidden, locked, partial });
  const unread = useUnread(idPrefix, props.unread);
  const own = new Set(unread.faults.map(({ at }) => at));
  const faults = [...unread.faults, ...watched.faults.filter(({ at }) => !own.has(at))];
  const frame: Frame = { root, value, idPrefix, partial, readOnly, locked, faults, left: watched.left, unread: unread.note };
  return (
    <FrameContext value={frame}>
      <Stack gap="md" id={idPrefix} onKeyDown={(event) => submitBy(event, props.submit)}>
        {diagnostics.length > 0 && <Summary faults={faults} schema={schema} idPrefix={idPrefix} />}
        <Renderer<unknown, RJSFSchema>
          tagName="div"
          schema={schema as unknown as RJSFSchema}
          formData={value}
          onChange={(event) => props.change(settled(event.formData as Record<string, unknown>, value, root, partial))}
          validator={validator}
          fields={fields}
          templates={templates}
          experimental_defaultFormStateBehavior={defaults}
          readonly={readOnly}
          idPrefix={idPrefix}
          idSeparator="/"
          showErrorList={false}
        >
          <></>
        </Renderer>
      </Stack>
    </FrameContext>
  );
}

/** Enter sends from a field of one line; with the modifier from anywhere. Enter that ends a composition is not ours. */
function submitBy(event: KeyboardEvent, submit: (() => void) | undefined): void {
  if (!submit || event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
  const oneLine = event.target instanceof HTMLInputElement && event.target.getAttribute('aria-haspopup') !== 'listbox';
  if (!oneLine && !event.metaKey && !event.ctrlKey) return;
  event.preventDefault();
  submit();
}
