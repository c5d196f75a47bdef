import { fieldId } from './frame';

/** Moves to the first field of a form that something is wrong with, and focuses it. Says whether there was one. */
export function focusFirstInvalid(idPrefix = 'form'): boolean {
  const form = `[data-form="${CSS.escape(idPrefix)}"]`;
  return focusOn(document.querySelector<HTMLElement>(`${form} [aria-invalid="true"], ${form} [data-faulty]`));
}

/** Moves to the field of a pointer and focuses it. */
export function focusField(pointer: string, idPrefix = 'form'): boolean {
  return focusOn(document.getElementById(fieldId(idPrefix, pointer)));
}

function focusOn(element: HTMLElement | null | undefined): boolean {
  if (!element) return false;
  element.scrollIntoView({ block: 'center', behavior: 'auto' });
  element.focus({ preventScroll: true });
  return true;
}
