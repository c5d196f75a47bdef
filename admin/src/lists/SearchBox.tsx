import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';

import { useShortcut } from '../app/shortcuts';
import { useSpeech } from '../i18n/text';
import { Icon } from '../ui/icons';

/** The longest term that the service takes. */
export const longestTerm = 200;

/** The search of a list; `/` leads to it. `search` hears of a term once the typing pauses. */
export function SearchBox({ label, term, search }: { label: string; term: string; search: (term: string) => void }) {
  const { t } = useSpeech();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(term);
  const [asked, setAsked] = useState(term);
  const [seen, setSeen] = useState(term);
  const ask = useDebouncedCallback((next: string) => {
    setAsked(next);
    search(next);
  }, 250);
  // The address may change under the box, by the palette or by going back; what this box asked for itself it
  // has shown since.
  if (seen !== term) {
    setSeen(term);
    if (term !== asked) setTyped(term);
  }
  useShortcut({ keys: '/', label: 'shortcuts.search', group: 'list' }, () => input.current?.focus());
  const type = (next: string) => {
    setTyped(next);
    ask(next.trim());
  };
  return (
    <TextInput
      ref={input}
      type="search"
      data-autofocus // where a dialog has it
      flex="1 1 160px"
      maw={380}
      value={typed}
      maxLength={longestTerm}
      onChange={(event) => type(event.currentTarget.value)}
      placeholder={label}
      aria-label={label}
      leftSection={<Icon name="search" />}
      rightSection={
        typed && (
          <ActionIcon variant="subtle" color="gray" onClick={() => type('')} aria-label={t('list.searchClear')}>
            <Icon name="close" />
          </ActionIcon>
        )
      }
    />
  );
}
