import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';

import type { Shape } from '../shape';
import { wordFor } from '../slug';
import { useSuggestions } from '../useSuggestions';

type WordsProps = TagsInputProps & {
  value: string[];
  onChange: (next: string[]) => void;
  maxTags: number;
  /** What a word of the list is like. */
  word: Shape;
  /** Hears that a word was taken: what is wrong with it is said then. */
  taken: () => void;
};

/** Words that are typed. */
export function Words(props: WordsProps) {
  const [typed, setTyped] = useState('');
  return <TypedWords {...props} typed={typed} hear={setTyped} />;
}

/** Words that are typed or taken from those that entries of the collection have in the same field. */
export function SuggestedWords({ collection, field, ...rest }: WordsProps & { collection: string; field: string }) {
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState(false);
  const suggested = useSuggestions(collection, field, typed, rest.value);
  return (
    <TypedWords
      {...rest}
      typed={typed}
      hear={(text) => {
        setTyped(text);
        setWanted(true);
      }}
      data={suggested}
      filter={({ options }) => options}
      withScrollArea={false}
      dropdownOpened={wanted && suggested.length > 0}
      onDropdownOpen={() => setWanted(true)}
      onDropdownClose={() => setWanted(false)}
    />
  );
}

/** The last word counts when it is left, and when a key saves or sends the form. */
function TypedWords({ value, onChange, maxTags, word: shape, taken, typed, hear, ...rest }: WordsProps & { typed: string; hear: (text: string) => void }) {
  const keep = (next: string[]) => {
    onChange([...new Set(next.map((each) => (value.includes(each) ? each : wordFor(each, shape))))]);
    if (next.length > value.length) taken();
  };
  const take = (event: KeyboardEvent) => {
    const word = typed.trim();
    if (!(event.ctrlKey || event.metaKey) || !['s', 'Enter'].includes(event.key) || word === '') return;
    hear('');
    if (value.length < maxTags && !value.includes(word)) keep([...value, word]);
  };
  return (
    <TagsInput {...rest} value={value} onChange={keep} maxTags={maxTags} searchValue={typed} onSearchChange={hear} onKeyDown={take} acceptValueOnBlur splitChars={[',', ';']} />
  );
}
