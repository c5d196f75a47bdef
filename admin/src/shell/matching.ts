import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';

/** Those actions whose label has the term, and then those whose description or keywords have it; all for no term. */
export function matching(term: string, actions: readonly SpotlightActionData[]): SpotlightActionData[] {
  const wanted = term.toLowerCase();
  const has = (text: unknown) => typeof text === 'string' && text.toLowerCase().includes(wanted);
  const named = actions.filter(({ label }) => has(label));
  const told = actions.filter(({ label, description, keywords }) => !has(label) && (has(description) || has(keywords)));
  return [...named, ...told];
}

/** Groups that have something in them. */
export function filled(groups: readonly SpotlightActionGroupData[]): SpotlightActionGroupData[] {
  return groups.filter(({ actions }) => actions.length > 0);
}
