import { Text } from '@mantine/core';

import { fieldId, useFormFaults, useFrame } from '../frame';
import { pointerTo, type Path } from '../pointer';

/** What is wrong with a field, below it; with all inside it where nothing inside says it. */
export function Faults({ path, within = false }: { path: Path; within?: boolean }) {
  const { idPrefix } = useFrame();
  const faults = useFormFaults();
  const at = pointerTo(path);
  const own = faults.filter((fault) => (within ? fault.at.startsWith(`${at}/`) : fault.at === at));
  if (own.length === 0) return null;
  return (
    <div id={within ? undefined : `${fieldId(idPrefix, at)}-faults`}>
      {own.map((fault) => (
        <Text key={`${fault.at} ${fault.message}`} size="xs" c="var(--mantine-color-error)" mt={4}>
          {fault.message}
        </Text>
      ))}
    </div>
  );
}
