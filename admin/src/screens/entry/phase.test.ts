import { expect, it } from 'vitest';

import { phaseOf, type Phase } from './phase';

const facts = { saving: false, unsaved: false, offline: false, refused: false, unfit: false, clash: false, kept: undefined };

it.each<[string, Partial<Parameters<typeof phaseOf>[0]>, Phase]>([
  ['nothing was typed', {}, 'saved'],
  ['the service has it beside a draft', { kept: 'autosaved' }, 'autosaved'],
  ['the service has it beside what readers see', { kept: 'pending' }, 'pending'],
  ['it is on its way', { saving: true, kept: 'autosaved' }, 'saving'],
  ['more was typed than the service has', { unsaved: true, kept: 'autosaved' }, 'unsaved'],
  ['there is no connection', { unsaved: true, offline: true }, 'offline'],
  ['somebody else changed the same place', { unsaved: true, clash: true, refused: true }, 'clash'],
  ['it does not fit yet', { unsaved: true, unfit: true }, 'device'],
  ['it was refused', { unsaved: true, refused: true }, 'refused'],
])('%s', (_, some, phase) => {
  expect(phaseOf({ ...facts, ...some })).toBe(phase);
});
