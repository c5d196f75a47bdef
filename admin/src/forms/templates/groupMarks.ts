import { fieldId, useFormFaults, useFrame } from '../frame';
import { pointerTo, type Path } from '../pointer';

/** What a group or a list carries, so that it can be found, and be known to have a fault of its own. */
export function useGroupMarks(path: Path) {
  const { idPrefix } = useFrame();
  const faults = useFormFaults();
  const pointer = pointerTo(path);
  const id = fieldId(idPrefix, pointer);
  const faulty = faults.some((fault) => fault.at === pointer);
  return { id, tabIndex: -1, ...(faulty ? { 'data-faulty': true, 'aria-describedby': `${id}-faults` } : {}) };
}
