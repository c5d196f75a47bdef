// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';

import { look, lookedAt } from './looked';

beforeEach(() => localStorage.clear());

it('each person has looked for themselves, and nobody looks back in time', () => {
  look('ada', 'letters', 5000);
  look('ada', 'letters', 4000);
  look('eve', 'letters', 7000);
  expect(lookedAt('ada')).toEqual({ letters: 5000 });
  expect(lookedAt('eve')).toEqual({ letters: 7000 });
});

it('what is no moment is not remembered', () => {
  localStorage.setItem('quartet.looked.ada', '{"a": "x", "b": -1, "c": 1.5, "d": 9}');
  expect(lookedAt('ada')).toEqual({ d: 9 });
  localStorage.setItem('quartet.looked.ada', '[');
  expect(lookedAt('ada')).toEqual({});
});
