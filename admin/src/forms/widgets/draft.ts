import { useState } from 'react';

/**
 * What is typed into a control whose value is no text. What cannot be read becomes the value as it is written, so that
 * it is neither lost nor saved: the service refuses it, and so do the findings.
 */
export function useDraft(value: unknown, change: (value: unknown) => void, form: { read: (text: string) => unknown; write: (value: unknown) => string }) {
  const [typed, setTyped] = useState<string>();
  const meaning = (text: string): unknown => (text.trim() === '' ? undefined : (form.read(text) ?? text));
  const current = value ?? undefined;
  return {
    // What was typed stays as it was typed while it means the value: `1.` and `1.50` are not written anew.
    text: typed !== undefined && meaning(typed) === current ? typed : typeof value === 'string' ? value : form.write(value),
    type: (text: string) => {
      setTyped(text);
      change(meaning(text));
    },
    settle: () => setTyped(undefined),
  };
}
