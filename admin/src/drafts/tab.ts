/** The page that is loaded, until it is left: a reload, and a copy of its tab, are others. */
export const thisPage = {
  // Random enough to tell the pages of one browser apart, also where there is no secure context.
  name: Math.random().toString(36).slice(2, 10),
};

const channel = 'quartet.drafts';

/** How long another tab has to answer, in milliseconds. */
const patience = 150;

/** What tabs tell each other of a draft, by its key: it was removed; who works on it?; this tab does. */
type Word = 'dropped' | 'sought' | 'held';

/** What one tab does about the words of the others. */
interface Ears {
  /** A draft was removed elsewhere: the tab that still works on it writes it again. */
  dropped: (draft: string) => void;
  /** Whether this tab works on a draft. */
  holds: (draft: string) => boolean;
}

function tell(word: Word, draft: string): void {
  const others = new BroadcastChannel(channel);
  others.postMessage([word, draft]);
  others.close();
}

/** Hears the other tabs, until what it gives back is called. */
function hear(ears: Partial<Record<Word, (draft: string) => void>>): () => void {
  const others = new BroadcastChannel(channel);
  others.onmessage = ({ data }: MessageEvent<unknown>) => {
    const [word, draft] = Array.isArray(data) ? (data as unknown[]) : [];
    if (typeof draft === 'string') ears[word as Word]?.(draft);
  };
  return () => others.close();
}

export const tellDropped = (draft: string): void => tell('dropped', draft);

/** Answers the other tabs, until what it gives back is called. */
export const listen = ({ dropped, holds }: Ears): (() => void) => hear({ dropped, sought: (draft) => holds(draft) && tell('held', draft) });

/** Those of some drafts that another tab works on. */
export async function heldElsewhere(drafts: readonly string[]): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => done(), patience);
    const deaf = hear({
      held: (draft) => {
        if (drafts.includes(draft)) held.add(draft);
        if (held.size === drafts.length) done();
      },
    });
    const done = () => {
      clearTimeout(timer);
      deaf();
      resolve();
    };
    drafts.forEach((each) => tell('sought', each));
  });
  return held;
}
