let pressing = false;
const over = ['pointerup', 'pointercancel'] as const;

addEventListener('pointerdown', () => (pressing = true), true);
for (const end of over) addEventListener(end, () => (pressing = false), true);

/**
 * Does something once nothing is pressed any more. Pressing a button leaves the field before it; if the fault that this
 * shows moved the button, it would be pressed and never clicked.
 */
export function afterPress(work: () => void): void {
  if (!pressing) {
    work();
    return;
  }
  const done = new AbortController();
  for (const end of over) {
    addEventListener(
      end,
      () => {
        done.abort();
        setTimeout(work); // the click comes after the end of the press
      },
      { signal: done.signal },
    );
  }
}
