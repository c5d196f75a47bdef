import { Button, type ButtonProps } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

/**
 * A button under a form. Leaving a field may say what is wrong with it and move the button away while it is clicked, so
 * that the field is left once the click is there; `press` then sees what leaving it has changed.
 */
export function SteadyButton({ press, ...rest }: ButtonProps & { press: () => void; children: ReactNode }) {
  const latest = useRef(press);
  useLayoutEffect(() => {
    latest.current = press;
  });
  return (
    <Button
      {...rest}
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ currentTarget }) => {
        flushSync(() => currentTarget.focus());
        latest.current();
      }}
    />
  );
}
