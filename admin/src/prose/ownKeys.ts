import type { Shortcut } from '../app/shortcuts';

/** The keys of a text, for the overlay of all shortcuts. */
export const ownKeys: readonly Shortcut[] = (
  [
    ['/', 'prose.insertKey'],
    ['mod+b', 'prose.bold'],
    ['mod+i', 'prose.italic'],
    ['mod+k', 'prose.link'],
    ['mod+f', 'prose.find'],
    ['mod+alt+2', 'prose.heading'],
    ['alt+shift+arrowup', 'prose.blockUp'],
    ['alt+shift+arrowdown', 'prose.blockDown'],
    ['mod+/', 'prose.blockMenu'],
    ['alt+f10', 'prose.toTools'],
  ] as const
).map(([keys, label]) => ({ keys, label, group: 'writing' }));
