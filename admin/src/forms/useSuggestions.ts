import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { usedValuesQuery } from '../api/values';

const longest = 200;
const most = 6;

/** The words that entries of a collection have in a list of theirs and that fit what is typed: of an answer to what was typed before, what still fits. */
export function useSuggestions(collection: string, field: string, typed: string, chosen: readonly string[] = []): string[] {
  const term = typed.trim();
  const [asked] = useDebouncedValue(term, 150);
  const enabled = asked !== '' && asked.length <= longest;
  const { data } = useQuery({ ...usedValuesQuery(collection, field, asked), enabled, placeholderData: keepPreviousData });
  if (term === '' || !data) return [];
  const low = term.toLowerCase();
  const taken = new Set(chosen.map((each) => each.toLowerCase()));
  return data.filter((each) => each.toLowerCase().includes(low) && !taken.has(each.toLowerCase())).slice(0, most);
}
