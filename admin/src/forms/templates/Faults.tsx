import { Text } from '@mantine/core';

import { fieldId, useFormFaults, useFrame } from '../frame';
import { pointerTo, type Path } from '../pointer';

/** What is wrong with a field, below it. */
export function Faults({ path }: { path: Path }) {
  const { idPrefix } = useFrame();
  const faults = useFormFaults();
  const at = pointerTo(path);
  const own = faults.filter((fault) => fault.at === at);
  if (own.length === 0) return null;
  return (
    <div id={`${fieldId(idPrefix, at)}-faults`}>
      {own.map((fault) => (
        <Text key={fault.message} size="xs" c="var(--mantine-color-error)" mt={4}>
          {fault.message}
        </Text>
      ))}
    </div>
  );
}
