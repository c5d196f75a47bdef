import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';

import { entryQuery } from '../api/entries';
import { useMe } from '../api/session';
import type { PresenceChange, PresenceSpot } from '../api/types.gen';
import { useShortcut } from '../app/shortcuts';
import { pointerTo } from '../forms/pointer';
import { useSpeech } from '../i18n/text';
import { Announcement } from './Announcement';
import { AlongContext, PanelContext, type Panel } from './panel';
import { QuotedTexts } from './quotes';
import { PresenceStream } from './stream';
import { AlongStoreContext, PresenceStore, TogetherContext } from './store';
import classes from './together.module.css';
import { UnsavedNews } from './UnsavedNews';

interface TogetherProps {
  /** The comment that the address names. */
  named: string | undefined;
  collection: string;
  /** undefined for an entry that is not made yet, which nobody else can have open. */
  id: string | undefined;
  /** Another entry that the page shows along with it: its people and what is said of it are shown, too. */
  along?: { collection: string; id: string } | undefined;
  /** What is not saved of either, since somebody else has changed it, too. */
  unsaved?: Unsaved | undefined;
  alongUnsaved?: Unsaved | undefined;
  children: ReactNode;
}

/** A property that was changed and is not saved, and where in its text. */
export interface Unsaved {
  field: string;
  /** undefined for what is no text. */
  at: number | undefined;
}

/**
 * The page of an entry whose people see each other, and those of the entry that it shows along: one stream for each. Fields are
 * what has a `data-pointer`.
 */
export function Together({ collection, id, named, along, unsaved, alongUnsaved, children }: TogetherProps) {
  const root = useRef<HTMLDivElement>(null);
  const store = useStream(root, 'page', { collection, id, unsaved });
  const alongStore = useStream(root, 'along', { collection: along?.collection ?? '', id: along?.id, unsaved: alongUnsaved });
  const panel = usePanelState(collection, id ?? '', named);
  const alongPanel = useAlong(panel, along);
  useShortcut({ keys: 'mod+m', label: 'together.commentKey', group: 'entry' }, () => panel.comment(fieldOf(document.activeElement)), id !== undefined);
  return (
    <TogetherContext value={store}>
      <AlongStoreContext value={alongStore}>
        <PanelContext value={panel}>
          <AlongContext value={alongPanel}>
            <div ref={root} className={classes['root']}>
              {children}
            </div>
          </AlongContext>
          <Announcement collection={collection} along={along?.collection} />
          <UnsavedNews store={store} collection={collection} />
          <UnsavedNews store={alongStore} collection={along?.collection ?? ''} />
        </PanelContext>
      </AlongStoreContext>
    </TogetherContext>
  );
}

/** Hears of an entry of the page, while it is there, and tells what is done in its part of the page. */
function useStream(root: RefObject<HTMLDivElement | null>, part: Part, { collection, id, unsaved }: Pick<TogetherProps, 'collection' | 'id' | 'unsaved'>): PresenceStore {
  const [store] = useState(() => new PresenceStore());
  const opened = useRef<PresenceStream>(undefined);
  const queries = useQueryClient();
  const me = useMe().userId;
  const { language } = useSpeech();
  useEffect(() => {
    if (id === undefined || typeof EventSource === 'undefined') return undefined;
    const refresh = refreshing(queries, { collection, id }, me);
    const stream = new PresenceStream({ collection, id, language }, { people: store.set, changed: refresh.changed, commented: refresh.commented, timed: refresh.timed }, (field) => store.textOf(field)?.here() ?? '');
    opened.current = stream;
    const unfollow = root.current ? follow(root.current, part, stream) : undefined;
    return () => {
      unfollow?.();
      refresh.stop();
      stream.close();
    };
  }, [root, part, collection, id, language, me, queries, store]);
  useEffect(() => {
    opened.current?.wait(unsaved ? spotOf(store, unsaved) : null);
  }, [store, unsaved, collection, id, language]);
  return store;
}

/** A place that is not saved, as others find it. */
function spotOf(store: PresenceStore, { field, at }: Unsaved): PresenceSpot {
  const pointer = pointerTo([field]);
  return { field: pointer, block: at === undefined ? '' : (store.textOf(pointer)?.at(at) ?? '') };
}

/** Which entry a part of the page is of. */
type Part = 'page' | 'along';

const partOf = (target: Element): string => target.closest('[data-apart]')?.getAttribute('data-apart') ?? 'page';

/** The field that something on the page belongs to, '' for none. */
const fieldOf = (target: EventTarget | null, part: Part = 'page') =>
  target instanceof Element && partOf(target) === part ? (target.closest('[data-pointer]')?.getAttribute('data-pointer') ?? '') : '';

/** What a new comment is about, and the texts of the entry that it may be about. */
function useAbout(show: (tab: string) => void): Pick<Panel, 'about' | 'comment' | 'texts'> {
  const [texts] = useState(() => new QuotedTexts());
  const [about, setAbout] = useState<Panel['about']>({ field: '', turn: 0 });
  return useMemo(() => {
    const comment: Panel['comment'] = (field, words) => {
      const quote = words ?? texts.selectedIn(field); // before the focus leaves the text
      show('comments');
      setAbout((now) => ({ field, quote, turn: now.turn + 1 }));
    };
    return { about, comment, texts };
  }, [about, show, texts]);
}

function usePanelState(collection: string, id: string, named: string | undefined): Panel {
  const [tab, show] = useState(named === undefined ? 'facts' : 'comments');
  const about = useAbout(show);
  return useMemo(() => ({ collection, id, tab, show, named, ...about }), [collection, id, tab, about, named]);
}

/** The panel of the entry that is shown along: it opens in the same place of the page. */
function useAlong({ tab, show, named }: Panel, along: { collection: string; id: string } | undefined): Panel | null {
  const about = useAbout(show);
  const { collection, id } = along ?? {};
  return useMemo(() => (collection === undefined || id === undefined ? null : { collection, id, tab, show, named, ...about }), [collection, id, tab, show, about, named]);
}

/** Tells a stream in which field of its part the focus is, and when something is typed there, or somebody goes elsewhere in it. */
function follow(root: HTMLElement, part: Part, stream: PresenceStream): () => void {
  const entered = (event: FocusEvent) => stream.enter(fieldOf(event.target, part));
  const left = (event: FocusEvent) => {
    if (!(event.relatedTarget instanceof Node) || !root.contains(event.relatedTarget)) stream.enter('');
  };
  const typed = (event: Event) => {
    const field = fieldOf(event.target, part);
    if (field !== '') stream.type(field);
  };
  const moved = () => stream.move();
  document.addEventListener('selectionchange', moved);
  root.addEventListener('focusin', entered);
  root.addEventListener('focusout', left);
  root.addEventListener('input', typed);
  return () => {
    document.removeEventListener('selectionchange', moved);
    root.removeEventListener('focusin', entered);
    root.removeEventListener('focusout', left);
    root.removeEventListener('input', typed);
  };
}

/** How long one's own change has to come back by its answer, before it is asked for as one of another window. */
const ownTime = 1_500;

/** Has the page read the entry anew when somebody else has written it. */
function refreshing(queries: QueryClient, { collection, id }: { collection: string; id: string }, me: string) {
  const { queryKey } = entryQuery(collection, id);
  const waiting = new Set<number>();
  const read = ({ kind, version }: PresenceChange) => {
    const known = queries.getQueryData(queryKey)?.entry.version;
    if (known === undefined || (kind === 'saved' && version <= known)) return;
    void queries.invalidateQueries({ queryKey });
    void queries.invalidateQueries({ queryKey: ['entries', collection, 'history', id] });
  };
  return {
    changed: (change: PresenceChange) => {
      const others = change.by !== null && change.by.id !== me;
      const timer = window.setTimeout(() => {
        waiting.delete(timer);
        read(change);
      }, others ? 0 : ownTime);
      waiting.add(timer);
    },
    commented: () => void queries.invalidateQueries({ queryKey: ['entries', collection, 'comments', id] }),
    timed: () => void queries.invalidateQueries({ queryKey: ['moves'] }),
    stop: () => waiting.forEach((timer) => window.clearTimeout(timer)),
  };
}
