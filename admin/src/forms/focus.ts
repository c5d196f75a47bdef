import { fieldId } from './frame';

const event = 'quartet-reveal';
/** How many frames what holds a field may take to open. */
const patience = 12;

/** Calls a function when something inside an element is to have the focus, which it cannot while it is hidden. */
export function onReveal(element: HTMLElement | null, open: () => void): () => void {
  element?.addEventListener(event, open);
  return () => element?.removeEventListener(event, open);
}

/** Moves to the first field of a form that something is wrong with, and focuses it. Says whether there was one. */
export function focusFirstInvalid(idPrefix = 'form'): boolean {
  const form = `[data-form="${CSS.escape(idPrefix)}"]`;
  return focusOn(document.querySelector<HTMLElement>(`${form} [aria-invalid="true"], ${form} [data-faulty]`));
}

/** Moves to the field of a pointer and focuses it, or what is nearest around it. */
export function focusField(pointer: string, idPrefix = 'form'): boolean {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = document.getElementById(fieldId(idPrefix, at));
    if (found) return focusOn(found);
  }
  return false;
}

/** Moves to the first control of a form that can be written in, and focuses it. Says whether there was one. */
export function focusFirstControl(idPrefix = 'form'): boolean {
  const form = `[data-form="${CSS.escape(idPrefix)}"]`;
  const found = [...document.querySelectorAll<HTMLElement>(`${form} :is(input:not([type="hidden"]), textarea, [contenteditable="true"])`)];
  return focusOn(found.find((each) => !each.matches(':disabled, [readonly]') && each.getClientRects().length > 0));
}

function focusOn(element: HTMLElement | null | undefined, tries = patience): boolean {
  if (!element) return false;
  element.dispatchEvent(new CustomEvent(event, { bubbles: true }));
  element.focus({ preventScroll: true });
  if (document.activeElement === element || tries === 0 || !element.isConnected) element.scrollIntoView({ block: 'center', behavior: 'auto' });
  else requestAnimationFrame(() => focusOn(element, tries - 1));
  return true;
}
