/** Leads to a control, as soon as it is there: the editor of a text comes after the page. Who goes elsewhere meanwhile stays there. */
export function focusIn(place: HTMLElement | null, selector: string, how?: FocusOptions): void {
  if (!place || focusNow(place, selector, how)) return;
  const from = document.activeElement;
  const coming = new MutationObserver(() => {
    if (document.activeElement !== from || focusNow(place, selector, how)) coming.disconnect();
  });
  coming.observe(place, { childList: true, subtree: true, attributeFilter: ['contenteditable'] });
}

/** What a text is written in, as it looks or as it is stored. */
export const written = '[contenteditable="true"]';

function focusNow(place: HTMLElement, selector: string, how?: FocusOptions): boolean {
  const found = place.querySelector<HTMLElement>(selector);
  found?.focus(how);
  if (found instanceof HTMLTextAreaElement) found.setSelectionRange(found.value.length, found.value.length);
  return found !== null;
}
