import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { useNavigate, useParams } from '@tanstack/react-router';

import { articleCollection, findCollection, useBootstrap, withTranslations } from '../api/session';
import type { EntrySummary, Recent, Release, SavedList } from '../api/types.gen';
import { creatable } from '../app/toWrite';
import { useOpenVerbs, type Verb } from '../app/verbs';
import { useSpeech } from '../i18n/text';
import type { PlainKey } from '../i18n/message';
import { addressOf } from '../lists/saved';
import type { ListSearch } from '../lists/search';
import { collectionIcon } from '../ui/collectionIcon';
import { Icon, type IconName } from '../ui/icons';
import { useTitles } from '../values/useTitles';
import { hitWords } from '../values/hitWords';
import { listed, localeName } from '../values/names';
import { bestNamed, filled, matching, toldApart } from './matching';
import classes from './Palette.module.css';
import { usePlaces } from './places';
import { lastChange } from '../values/changed';
import { canBeSearched } from '../values/useHits';
import { useShellVerbs } from './useShellVerbs';
import { verbWords } from './verbWords';

/** Verbs that need an entry: the palette says so where none is open. */
const needEntry: readonly [string, PlainKey, IconName][] = [
  ['publish', 'entry.publish', 'publish'],
  ['unpublish', 'entry.unpublish', 'unpublish'],
  ['duplicate', 'entry.duplicate', 'copy'],
  ['preview', 'preview.toggle', 'device'],
  ['history', 'versions.title', 'history'],
  ['discard', 'verbs.discard', 'close'],
];

/** How many collections are offered for a new entry before anything is typed. */
const mostBegun = 3;

/** What the palette knows of the site, beside what is typed. */
export interface Found {
  /** What a search for the term finds. */
  hits: readonly EntrySummary[];
  /** What changed last. */
  recent: readonly Recent[];
  /** The releases that wait. */
  releases: readonly Release[];
  /** The saved lists of every collection. */
  lists: readonly SavedList[];
}

/**
 * What fits the term: things to do, places, releases, saved lists and entries. Before there is one: what can be done where one is,
 * what changed last, and where one can go. What only programs read, and what is reached through something else, has to be asked for.
 */
export function usePaletteActions(term: string, { hits, recent, releases, lists }: Found, openHelp: () => void): SpotlightActionGroupData[] {
  const { t, text, moment, language } = useSpeech();
  const { me, collections, views, operations } = useBootstrap();
  const { collection: here } = useParams({ strict: false });
  const titled = useTitles();
  const places = usePlaces();
  const navigate = useNavigate();
  const open = useOpenVerbs();
  const shell = useShellVerbs(openHelp);
  const action = (id: string, label: string, icon: IconName, run: () => void, more: Partial<SpotlightActionData> = {}): SpotlightActionData => ({
    id, label, leftSection: <Icon name={icon} size={18} />, onClick: run, ...more,
  });
  const toList = (collection: string, search: ListSearch = {}) => void navigate({ to: '/c/$collection', params: { collection }, search });
  const toEntry = (collection: string, id: string, locale?: string) => void navigate({ to: '/c/$collection/$id', params: { collection, id }, search: locale === undefined ? {} : { locale } });
  const called = (name: string) => text(findCollection(collections, name)?.title, name);
  const named = withTranslations(collections).map((each) => ({ ...each, label: text(each.title, each.name) }));
  const verb = ({ id, label, icon, why, run }: Verb) =>
    action(`verb ${id}`, label, icon, run, {
      keywords: verbWords[id] ?? '',
      ...(why === undefined ? {} : { description: why, closeSpotlightOnTrigger: false, onClick: () => undefined, className: classes['idle'] ?? '', 'aria-disabled': true }),
    });
  const idle = open.length > 0 ? [] : needEntry.map(([id, label, icon]) => verb({ id, label: t(label), icon, why: t('verbs.openFirst'), run: () => undefined }));
  const collectionsNow = named.filter(({ translates }) => term !== '' || translates === null);
  const viewsNow = views.filter(({ surface }) => term !== '' || surface === 'staff');
  const go = toldApart([
    { action: action('/', t('nav.home'), 'home', () => void navigate({ to: '/' })) },
    ...collectionsNow.map(({ name, label, translates }) => ({
      action: action(`c ${name}`, label, collectionIcon(findCollection(collections, name)), () => toList(name), {
        keywords: name,
        ...(translates ? { description: t('palette.languagesOf', { collection: called(translates.parent) }) } : {}),
      }),
      apart: `${t('palette.collection')} · ${name}`,
    })),
    ...viewsNow.map(({ name, title, surface }) => ({
      action: action(`v ${name}`, text(title, name), 'report', () => void navigate({ to: '/views/$name', params: { name } }), {
        keywords: name,
        ...(surface === 'public' ? { description: t('palette.publicView') } : {}),
      }),
      apart: `${t(surface === 'public' ? 'palette.publicView' : 'palette.view')} · ${name}`,
    })),
    ...places.map(({ to, name, icon }) => ({ action: action(to, name, icon, () => void navigate({ to })) })),
    { action: action('/preferences', t('nav.preferences'), 'preferences', () => void navigate({ to: '/preferences' })) },
    { action: action('/connected-apps', t('nav.apps'), 'apps', () => void navigate({ to: '/connected-apps' })) },
  ]);
  const hereFirst = articleCollection(collections, here ?? '')?.name;
  const begun = creatable(me, collections).toSorted((a, b) => Number(b.name === hereFirst) - Number(a.name === hereFirst));
  const create = begun.map(({ name }) => action(`new ${name}`, t('palette.newEntry', { collection: called(name) }), 'plus', () => toEntry(name, 'new'), { keywords: `${verbWords['new']} ${name}` }));
  const run = operations.map(({ name, title, description }) =>
    action(`o ${name}`, text(title, name), 'operation', () => void navigate({ to: '/ops', search: { run: name } }), { description: text(description), keywords: name }),
  );
  const entry = (summary: EntrySummary, said: string, at: number, locale?: string) => ({
    action: action(`e ${summary.collection} ${summary.id}`, titled(summary), collectionIcon(findCollection(collections, summary.collection)), () => toEntry(summary.collection, summary.id, locale), {
      description: [called(summary.collection), said].filter(Boolean).join(' · '),
    }),
    apart: moment(at),
  });
  const found = hits.map((hit) => {
    const { said, locale } = hitWords(hit, titled(hit), term, { t, language });
    return entry(hit, said, lastChange(hit), locale);
  });
  const changed = recent.map(({ entry: each, changedAt, locales }) => entry(each, listed((each.locale ? [each.locale] : locales).map((locale) => localeName(locale, language)), language), changedAt, locales[0]));
  const waiting = releases.map(({ id, name, state, at, createdAt }) => ({
    action: action(`r ${id}`, name, 'release', () => void navigate({ to: '/releases/$id', params: { id } }), {
      description: [t(`releases.state.${state}`), at !== null && moment(at)].filter(Boolean).join(' · '),
    }),
    apart: moment(createdAt),
  }));
  const saved = lists.filter(({ collection }) => findCollection(collections, collection)).map(({ id, collection, name, search, createdAt }) => ({
    action: action(`l ${id}`, name, collectionIcon(findCollection(collections, collection)), () => toList(collection, addressOf({ id, search })), { description: called(collection) }),
    apart: moment(createdAt),
  }));
  const search = named
    .filter((each) => term !== '' && each.translates === null && canBeSearched(each))
    .map(({ name, label }) => action(`search ${name}`, t('palette.searchIn', { term, collection: label }), 'search', () => toList(name, { q: term })));
  const now = matching(term, open.map(verb));
  const doable = now.filter(isDoable);
  if (term === '') {
    return filled([
      { group: t('palette.entry'), actions: doable },
      { group: t('palette.actions'), actions: create.slice(0, mostBegun) },
      { group: t('home.recent'), actions: toldApart(changed) },
      { group: t('palette.places'), actions: go },
      { group: t('palette.more'), actions: [...create.slice(mostBegun), ...shell.map(verb).filter(isDoable), ...run] },
    ]);
  }
  const blocked = [...now.filter((each) => !isDoable(each)), ...matching(term, idle)];
  return filled([
    { group: t('palette.entry'), actions: [...doable, ...(open.length > 0 ? blocked : [])] },
    { group: t('palette.places'), actions: matching(term, go) },
    { group: t('palette.actions'), actions: [...matching(term, [...create, ...shell.map(verb), ...run]), ...(open.length > 0 ? [] : blocked)] },
    { group: t('nav.releases'), actions: bestNamed(term, waiting) },
    { group: t('saved.lists'), actions: bestNamed(term, saved) },
    { group: t('palette.entries'), actions: toldApart(found) },
    { group: t('palette.search'), actions: search },
  ]);
}

const isDoable = (action: SpotlightActionData) => !('aria-disabled' in action);
