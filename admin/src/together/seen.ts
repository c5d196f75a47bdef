import { remember, remembered } from '../app/preferences';

const key = 'quartet.comments';
const most = 200;

/** Until when this browser has seen the comments of entries, those that were seen last. */
export const seen = {
  until: (id: string): number => {
    const at = remembered(key)[id];
    return typeof at === 'number' ? at : 0;
  },
  note: (id: string, at: number): void => {
    const rest = Object.entries(remembered(key)).filter(([other]) => other !== id);
    remember(key, Object.fromEntries([...rest.slice(-most + 1), [id, Math.max(at, seen.until(id))]]));
  },
};
