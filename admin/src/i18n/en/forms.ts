export const forms = {
  'forms.json.broken': 'This is not JSON yet.',
  'forms.choice.label': 'Kind',
  'forms.choice.none': 'Choose one',
  'forms.choice.option': 'Option {number}',
  'forms.list.add': 'Add',
  'forms.list.item': 'Item {number}',
  'forms.list.up': 'Move item {number} up',
  'forms.list.down': 'Move item {number} down',
  'forms.list.remove': 'Remove item {number}',
} as const;
