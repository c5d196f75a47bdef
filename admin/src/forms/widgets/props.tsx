import { InputWrapperContext } from '@mantine/core';
import { use, type ReactNode } from 'react';

import type { Path } from '../pointer';
import type { Shape } from '../shape';

/** What a control of one value is given. `change(undefined)` empties the field. */
export interface WidgetProps {
  id: string;
  shape: Shape;
  path: Path;
  value: unknown;
  change: (value: unknown) => void;
  blur: () => void;
  label: string;
  required: boolean;
  readOnly: boolean;
  invalid: boolean;
  /** The ids of what is said below: help and faults. */
  describedBy: string | undefined;
}

/** What every control carries, whatever it is made of. */
export function marks({ id, required, readOnly, invalid, describedBy, blur }: WidgetProps) {
  return {
    id,
    readOnly,
    variant: readOnly ? 'filled' : 'default',
    onBlur: blur,
    error: invalid,
    'aria-invalid': invalid || undefined,
    'aria-required': required || undefined,
    // The inputs of Mantine are described by what their own wrapper says, and here others say it.
    inputContainer: (input: ReactNode) => <Described by={describedBy}>{input}</Described>,
  };
}

function Described({ by, children }: { by: string | undefined; children: ReactNode }) {
  const outer = use(InputWrapperContext);
  return <InputWrapperContext value={{ ...outer, describedBy: by }}>{children}</InputWrapperContext>;
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}
