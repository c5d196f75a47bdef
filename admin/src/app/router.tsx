import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';

import { ApiFailure } from '../api/failure';
import { hasSession } from '../api/identity';
import { bootstrapQuery } from '../api/session';
import { spans, type Role, type Span } from '../api/words';
import { readSearch, readTerm } from '../lists/search';
import { readLibrarySearch } from '../media/library/filter';
import { destination } from '../screens/sign-in/destination';
import { readEntrySearch } from '../screens/entry/search';
import { readMonth } from '../months/month';
import { readVersionsSearch } from '../screens/versions/sides';
import { readOperationSearch } from '../operations/address';
import { readReportSearch } from '../reports/address';
import { readConsoleSearch, readInterfaceSearch, readLogicSearch, readModelSearch } from '../screens/developer/address';
import { Shell } from '../shell/Shell';
import { ShellSkeleton } from '../shell/ShellSkeleton';
import { NotFound, Trouble, TroubleOutside } from '../shell/Trouble';
import { textsIn } from './address';
import { part } from './part';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Who sees the page; others are told which role it needs. Missing: all staff. */
    minimumRole?: Role;
  }
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}

const root = createRootRouteWithContext<{ queries: QueryClient }>()({});

/** Whether somebody is signed in who has a role here. Whoever has none may sign in as somebody else. */
async function isStaff(queries: QueryClient): Promise<boolean> {
  try {
    if (!(await hasSession())) return false;
    await queries.query({ ...bootstrapQuery, staleTime: 0 });
    return true;
  } catch {
    return false;
  }
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { to?: string } => (typeof search['to'] === 'string' ? { to: search['to'] } : {}),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queries }, deps: { to } }) => {
    if (await isStaff(queries)) throw redirect({ href: destination(to), reloadDocument: false });
  },
  component: lazyRouteComponent(part(() => import('../screens/sign-in/SignIn')), 'SignIn'),
});

/** Everything behind sign-in. The shell waits for the bootstrap, and for nothing else. */
const staff = createRoute({
  getParentRoute: () => root,
  id: 'staff',
  loader: async ({ context, location }) => {
    try {
      await context.queries.query({ ...bootstrapQuery, staleTime: 'static' });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 401) throw error;
      throw redirect({ to: '/sign-in', search: { to: location.href } });
    }
  },
  component: Shell,
  pendingComponent: ShellSkeleton,
  errorComponent: TroubleOutside,
});

const home = createRoute({
  getParentRoute: () => staff,
  path: '/',
  validateSearch: ({ range }): { range?: Span } => (spans.some((each) => each === range) ? { range: range as Span } : {}),
  component: lazyRouteComponent(part(() => import('../screens/home/Home')), 'Home'),
});

const collection = createRoute({
  getParentRoute: () => staff,
  path: '/c/$collection',
  validateSearch: readSearch,
  component: lazyRouteComponent(part(() => import('../screens/collection/Collection')), 'Collection'),
});

const preferences = createRoute({
  getParentRoute: () => staff,
  path: '/preferences',
  component: lazyRouteComponent(part(() => import('../screens/preferences/Preferences')), 'Preferences'),
});

const entry = createRoute({
  getParentRoute: () => staff,
  path: '/c/$collection/$id',
  validateSearch: readEntrySearch,
  component: lazyRouteComponent(part(() => import('../screens/entry/Entry')), 'Entry'),
});

const versions = createRoute({
  getParentRoute: () => staff,
  path: '/c/$collection/$id/versions',
  validateSearch: readVersionsSearch,
  component: lazyRouteComponent(part(() => import('../screens/versions/Versions')), 'Versions'),
});

const view = createRoute({
  getParentRoute: () => staff,
  path: '/views/$name',
  validateSearch: readReportSearch,
  component: lazyRouteComponent(part(() => import('../screens/view/View')), 'View'),
});

const operations = createRoute({
  getParentRoute: () => staff,
  path: '/ops',
  validateSearch: readOperationSearch,
  component: lazyRouteComponent(part(() => import('../screens/operations/Operations')), 'Operations'),
});

const media = createRoute({
  getParentRoute: () => staff,
  path: '/media',
  validateSearch: readLibrarySearch,
  staticData: { minimumRole: 'editor' },
  component: lazyRouteComponent(part(() => import('../screens/media/Media')), 'Media'),
});

const bin = createRoute({
  getParentRoute: () => staff,
  path: '/bin',
  validateSearch: (search): { q?: string; collection?: string } => textsIn(search, ['q', 'collection']),
  staticData: { minimumRole: 'editor' },
  component: lazyRouteComponent(part(() => import('../screens/bin/Bin')), 'Bin'),
});

const calendar = createRoute({
  getParentRoute: () => staff,
  path: '/calendar',
  validateSearch: ({ month }): { month?: string } => (readMonth(month) === undefined ? {} : { month: month as string }),
  component: lazyRouteComponent(part(() => import('../screens/calendar/Calendar')), 'Calendar'),
});

const releases = createRoute({
  getParentRoute: () => staff,
  path: '/releases',
  component: lazyRouteComponent(part(() => import('../screens/releases/Releases')), 'Releases'),
});

const release = createRoute({
  getParentRoute: () => staff,
  path: '/releases/$id',
  component: lazyRouteComponent(part(() => import('../screens/releases/Release')), 'Release'),
});

const members = createRoute({
  getParentRoute: () => staff,
  path: '/members',
  validateSearch: readTerm,
  staticData: { minimumRole: 'editor' },
  component: lazyRouteComponent(part(() => import('../screens/members/Members')), 'Members'),
});

const team = createRoute({
  getParentRoute: () => staff,
  path: '/staff',
  validateSearch: ({ invite }): { invite?: boolean } => (invite === true ? { invite } : {}),
  staticData: { minimumRole: 'owner' },
  component: lazyRouteComponent(part(() => import('../screens/staff/Staff')), 'Staff'),
});

const settings = createRoute({
  getParentRoute: () => staff,
  path: '/settings',
  staticData: { minimumRole: 'owner' },
  component: lazyRouteComponent(part(() => import('../screens/settings/Settings')), 'Settings'),
});

const apps = createRoute({
  getParentRoute: () => staff,
  path: '/connected-apps',
  component: lazyRouteComponent(part(() => import('../screens/connected-apps/ConnectedApps')), 'ConnectedApps'),
});

const developer = createRoute({
  getParentRoute: () => staff,
  path: '/dev',
  validateSearch: readConsoleSearch,
  staticData: { minimumRole: 'owner' },
  component: lazyRouteComponent(part(() => import('../screens/developer/Console')), 'Console'),
});

const model = createRoute({
  getParentRoute: () => staff,
  path: '/dev/model',
  validateSearch: readModelSearch,
  staticData: { minimumRole: 'owner' },
  component: lazyRouteComponent(part(() => import('../screens/developer/Model')), 'Model'),
});

const logic = createRoute({
  getParentRoute: () => staff,
  path: '/dev/logic',
  validateSearch: readLogicSearch,
  staticData: { minimumRole: 'owner' },
  component: lazyRouteComponent(part(() => import('../screens/developer/Logic')), 'Logic'),
});

const docs = createRoute({
  getParentRoute: () => staff,
  path: '/dev/docs',
  validateSearch: readInterfaceSearch,
  staticData: { minimumRole: 'owner' },
  component: lazyRouteComponent(part(() => import('../screens/developer/Documentation')), 'Documentation'),
});

const elsewhere = createRoute({ getParentRoute: () => staff, path: '$', component: () => <NotFound /> });

const tree = root.addChildren([
  signIn,
  staff.addChildren([
    home, collection, entry, versions, view, operations, media, bin, calendar, releases, release, members, team, settings, preferences, apps, developer, model, logic, docs, elsewhere,
  ]),
]);

export function makeRouter(queries: QueryClient) {
  return createRouter({
    routeTree: tree,
    basepath: '/admin',
    context: { queries },
    search: { strict: true }, // a key that the page does not read is taken out of the address
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultErrorComponent: Trouble,
    defaultNotFoundComponent: () => <NotFound />,
    scrollRestoration: true,
  });
}
