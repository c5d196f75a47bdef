export const together = {
  'together.here': 'Also here',
  'together.somebody': 'Somebody',
  'together.typing': '{name} is typing',
  'together.typesIn': '{name} is typing in {field}.',
  'together.came': '{name} is here, too.',
  'together.left': '{name} has left.',
} as const;
