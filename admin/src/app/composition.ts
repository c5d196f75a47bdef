/** The code of a key that an input method has taken. */
const taken = 229;

/** The keys that do something by themselves: they send, choose, lead on, or close. */
const acts = ['Enter', 'Escape', 'Tab'];

/** What a press tells: its `keyCode` too, for which no browser has another word in this case. */
type Press = Pick<KeyboardEvent, 'key' | 'isComposing' | 'target'> & { keyCode: number };

/**
 * Whether a press of a key ends what an input method composed and means nothing else. Safari ends the composition before it tells of
 * the key, so that only the code of the key says so.
 */
export function endsComposition({ key, keyCode, isComposing, target }: Press): boolean {
  // The editor of texts knows of it by itself.
  const isText = target instanceof HTMLElement && target.isContentEditable;
  return keyCode === taken && !isComposing && acts.includes(key) && !isText;
}

/** Keeps such a press from whatever would act on it, here and in libraries. Listens for the life of the page. */
export function keepCompositions(): void {
  window.addEventListener('keydown', (event) => endsComposition(event) && event.stopImmediatePropagation(), { capture: true });
}
