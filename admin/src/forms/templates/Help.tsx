import { Text } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { useFrame } from '../frame';
import type { Shape } from '../shape';

/** What a field is for, and why it cannot be edited where it alone cannot. */
export function Help({ id, shape }: { id: string; shape: Shape }) {
  const { t } = useSpeech();
  const { readOnly } = useFrame();
  const help = forPeople(shape);
  const reason = shape['x-service-bind'] ? t('forms.stamped') : shape.readOnly && !readOnly ? t('forms.readOnly') : '';
  if (!help && !reason) return null;
  return (
    <Text id={id} size="xs" c="dimmed" mb={4} component="div">
      {help}
      {reason && (
        <div>
          <Icon name="lock" size={12} style={{ verticalAlign: '-1px' }} /> {reason}
        </div>
      )}
    </Text>
  );
}

/** Whether a field has such a text. */
export function hasHelp(shape: Shape): boolean {
  return forPeople(shape) !== '' || shape['x-service-bind'] !== undefined || shape.readOnly === true;
}

/** In what a date is stored is for programs: people see a date, and choose one. */
const unit = /^\s*(milliseconds since (the epoch|1970)[^.]*|(自|從)?\s*1970[^。]*毫秒[^。]*)[.。]?\s*/i;

/** What is stored of a chosen entry is for programs too: people choose it by its name. */
const stored = /^\s*((the )?(id|slug|key) of [^.]*|[^。]*的\s*(id|slug|識別碼|代稱))[.。]\s*/i;

/** A description without the unit of a moment, and without what is stored of a chosen entry. */
export function forPeople({ description, 'x-mcp-hint': hint, 'x-service-ref': ref }: Shape): string {
  if (typeof description !== 'string') return '';
  if (ref !== undefined) return description.replace(stored, '');
  return hint === 'timestamp-ms' ? description.replace(unit, '') : description;
}
