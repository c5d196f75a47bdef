/** A combobox goes on naming the option that was walked to last, also when that is gone or is no longer the one. */
export function withoutStaleOption(input: HTMLInputElement | null): void {
  const active = input?.getAttribute('aria-activedescendant');
  if (active && !document.getElementById(active)?.hasAttribute('data-combobox-selected')) input?.removeAttribute('aria-activedescendant');
}
