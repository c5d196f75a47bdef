export const home = {
  'home.welcome': 'Welcome, {name}',
  'home.hint': 'What this site holds, and what changed last.',
  'home.total.one': '{count} entry',
  'home.total.other': '{count} entries',
  'home.recent': 'Changed last',
  'home.noCollections': 'No collections yet',
  'home.noCollectionsHint': 'Collections come from the Schemas in the site’s manifests. Add one, and it appears here.',
} as const;
