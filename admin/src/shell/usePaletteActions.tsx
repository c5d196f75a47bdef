import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';

import { findCollection, mayCreate, useBootstrap, withTranslations } from '../api/session';
import type { EntrySummary } from '../api/types.gen';
import { useOpenVerbs, type Verb } from '../app/verbs';
import { useSpeech } from '../i18n/text';
import type { PlainKey } from '../i18n/message';
import { collectionIcon } from '../ui/collectionIcon';
import { Icon, type IconName } from '../ui/icons';
import { useTitles } from '../values/useTitles';
import { hitWords } from '../values/hitWords';
import { filled, matching } from './matching';
import classes from './Palette.module.css';
import { usePlaces } from './places';
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

/** Every place and every thing to do that fits the term, the entries that it finds, and the search of each collection. */
export function usePaletteActions(term: string, hits: readonly EntrySummary[], openHelp: () => void): SpotlightActionGroupData[] {
  const { t, text, language } = useSpeech();
  const { me, collections, views, operations } = useBootstrap();
  const titled = useTitles();
  const places = usePlaces();
  const navigate = useNavigate();
  const open = useOpenVerbs();
  const shell = useShellVerbs(openHelp);
  const action = (id: string, label: string, icon: IconName, run: () => void, more: Partial<SpotlightActionData> = {}): SpotlightActionData => ({
    id, label, leftSection: <Icon name={icon} size={18} />, onClick: run, ...more,
  });
  const toList = (collection: string, q?: string) => void navigate({ to: '/c/$collection', params: { collection }, search: q === undefined ? {} : { q } });
  const toEntry = (collection: string, id: string, locale?: string) => void navigate({ to: '/c/$collection/$id', params: { collection, id }, search: locale === undefined ? {} : { locale } });
  const named = withTranslations(collections).map((each) => ({ ...each, label: text(each.title, each.name) }));
  const verb = ({ id, label, icon, why, run }: Verb) =>
    action(`verb ${id}`, label, icon, run, {
      keywords: verbWords[id] ?? '',
      ...(why === undefined ? {} : { description: why, closeSpotlightOnTrigger: false, onClick: () => undefined, className: classes['idle'] ?? '', 'aria-disabled': true }),
    });
  const idle = open.length > 0 ? [] : needEntry.map(([id, label, icon]) => verb({ id, label: t(label), icon, why: t('verbs.openFirst'), run: () => undefined }));
  const go = [
    action('/', t('nav.home'), 'home', () => void navigate({ to: '/' })),
    ...named.map(({ name, label }) => action(`c ${name}`, label, collectionIcon(findCollection(collections, name)), () => toList(name), { keywords: name })),
    ...views.map(({ name, title, surface }) =>
      action(`v ${name}`, text(title, name), 'report', () => void navigate({ to: '/views/$name', params: { name } }), {
        keywords: name,
        ...(surface === 'public' ? { description: t('palette.publicView') } : {}),
      }),
    ),
    ...places.map(({ to, name, icon }) => action(to, name, icon, () => void navigate({ to }))),
    action('/preferences', t('nav.preferences'), 'preferences', () => void navigate({ to: '/preferences' })),
    action('/connected-apps', t('nav.apps'), 'apps', () => void navigate({ to: '/connected-apps' })),
  ];
  const create = named
    .filter((each) => each.translates === null && mayCreate(me.role, each))
    .map(({ name, label }) => action(`new ${name}`, t('palette.newEntry', { collection: label }), 'plus', () => toEntry(name, 'new'), { keywords: `${verbWords['new']} ${name}` }));
  const run = operations.map(({ name, title, description }) =>
    action(`o ${name}`, text(title, name), 'operation', () => void navigate({ to: '/ops', search: { run: name } }), { description: text(description), keywords: name }),
  );
  const found = hits.map((hit) => {
    const { collection, id } = hit;
    const where = text(findCollection(collections, collection)?.title, collection);
    const title = titled(hit);
    const { said, locale } = hitWords(hit, title, term, { t, language });
    return action(`e ${id}`, title, collectionIcon(findCollection(collections, collection)), () => toEntry(collection, id, locale), {
      description: said ? `${where} · ${said}` : where,
    });
  });
  const search = named
    .filter((each) => term !== '' && each.translates === null && canBeSearched(each))
    .map(({ name, label }) => action(`search ${name}`, t('palette.searchIn', { term, collection: label }), 'search', () => toList(name, term)));
  const now = matching(term, open.map(verb));
  const doable = now.filter((each) => !('aria-disabled' in each));
  const blocked = term === '' ? [] : [...now.filter((each) => 'aria-disabled' in each), ...matching(term, idle)];
  return filled([
    { group: t('palette.entry'), actions: [...doable, ...(open.length > 0 ? blocked : [])] },
    { group: t('palette.places'), actions: matching(term, go) },
    { group: t('palette.actions'), actions: [...matching(term, [...create, ...shell.map(verb), ...run]), ...(open.length > 0 ? [] : blocked)] },
    { group: t('palette.entries'), actions: found },
    { group: t('palette.search'), actions: search },
  ]);
}
