import { Text } from '@mantine/core';

import { Icon } from '../../ui/icons';
import { fieldId, useFormNotes, useFrame } from '../frame';
import { pointerTo, type Path } from '../pointer';

/** What there is to know of a field before it is saved, below it. */
export function Notes({ path }: { path: Path }) {
  const { idPrefix } = useFrame();
  const at = pointerTo(path);
  const own = useFormNotes().filter((note) => note.at === at);
  if (own.length === 0) return null;
  return (
    <div id={`${fieldId(idPrefix, at)}-notes`} role="status">
      {own.map(({ message, isHelp }) => (
        <Text key={message} size="xs" mt={4} {...(isHelp ? { c: 'dimmed' } : {})}>
          {!isHelp && <Icon name="alert" size={12} style={{ verticalAlign: '-1px' }} />} {message}
        </Text>
      ))}
    </div>
  );
}
