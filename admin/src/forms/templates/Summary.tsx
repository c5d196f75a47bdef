import { Anchor, List, Text } from '@mantine/core';
import { useMemo } from 'react';

import { useSpeech } from '../../i18n/text';
import { Notice } from '../../ui/Notice';
import { focusField } from '../focus';
import type { Fault } from '../frame';
import { prepared } from '../prepared';
import { titlesTo } from '../titles';
import type { FormState } from '../useFormState';

/**
 * Above the form: what is wrong with no field alone, and links to the fields where there are several. It comes with an
 * answer alone, because nothing may move under the hands of somebody who types.
 */
export function Summary({ form }: { form: FormState }) {
  return form.answered && form.faults.length > 0 ? <Listed form={form} /> : null;
}

function Listed({ form }: { form: FormState }) {
  const { t, plural, text, language } = useSpeech();
  const { faults, uiSchema, frame } = form;
  const { root, idPrefix } = frame;
  const schema = useMemo(() => prepared(root, { text, language, hidden: [], uiSchema }), [root, text, language, uiSchema]);
  const general = faults.filter((fault) => fault.at === '');
  const fields = faults.filter((fault) => fault.at !== '');
  // What kept it from being published is always said here, too: its field may be far away, or folded.
  const listed = fields.length > 1 || form.tried === 'publish' || form.refused ? fields : [];
  if (general.length + listed.length === 0) return null;
  const titled = (fault: Fault) => titlesTo(fault.path, schema, (number) => t('forms.list.item', { number })).join(' › ');
  return (
    <Notice tone="danger" icon="alert" urgent mb={0}>
      {general.map((fault) => (
        <Text key={fault.message} size="sm">
          {fault.message}
        </Text>
      ))}
      {listed.length > 0 && (
        <>
          <Text size="sm" fw={500}>
            {form.tried && `${t(form.tried === 'publish' ? 'forms.notPublished' : 'forms.notSaved')}: `}
            {plural('forms.faults', listed.length)}
          </Text>
          <List size="sm">
            {listed.map((fault) => (
              <List.Item key={`${fault.at} ${fault.message}`}>
                <Anchor component="button" type="button" size="sm" ta="start" c="inherit" underline="always" onClick={() => focusField(fault.at, idPrefix)}>
                  {titled(fault)}
                </Anchor>
                : {fault.message}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Notice>
  );
}
