import type { Console, PageRoute, ProcedureAtom, Requires, Route, Text, Tool } from '../../api/types.gen';
import type { InterfaceTab } from './address';
import { holds, type AtomId } from './atoms';
import { credentialFor, type Credential } from './curl';
import type { JsonSchema } from './jsonSchema';
import type { Audience } from './requires';

/** A way in from outside, with all that somebody who calls it has to know. */
export interface Interface {
  /** Without a space, since it becomes a part of ids in the page. */
  key: string;
  method: string;
  name: string;
  title: Text;
  description: Text;
  runs: AtomId | undefined;
  declaredBy: AtomId | undefined;
  requires: Requires;
  audience: Audience;
  /** The least staff role, where it is not `requires` that says who may call. */
  role: Tool['role'];
  input: JsonSchema | null;
  output: JsonSchema | null;
  /** What a call has to show. */
  credential: Credential | 'token';
  call: Call;
  /** It deletes an entry for good. */
  deletes: boolean;
  /** What it shows, and from which template; null for what is no page. */
  page: PageRoute | null;
}

/** How it is called: a route by its path, which may have names in braces, or a tool by its name. */
export type Call =
  | { by: 'http'; method: string; origin: string; path: string; client: Client | null }
  | { by: 'mcp'; url: string; tool: string; surface: Tool['surface'] };

/** What generated clients call a View, or the Procedure of a Trigger. */
export interface Client {
  of: 'views' | 'procedures';
  name: string;
  /** A View takes params. */
  params: boolean;
}

const everybody: Requires = { all: [], guard: null };

/** Every way in, by the tab that it is under. */
export function interfacesOf(console: Console, publicUrl: string, mcpUrl: string): Record<InterfaceTab, Interface[]> {
  const { http, mcp, pages } = console.interfaces;
  const tools = (surface: Tool['surface']) =>
    mcp.filter((each) => each.surface === surface).map((each) => toolInterface(console, each, surface === 'staff' ? `${mcpUrl}/staff` : mcpUrl));
  return {
    http: http.map((each) => routeInterface(console, each, publicUrl)),
    public: tools('public'),
    staff: tools('staff'),
    pages: pages.map((each) => pageInterface(each, publicUrl)),
  };
}

function routeInterface(console: Console, route: Route, publicUrl: string): Interface {
  const trigger = route.kind === 'Trigger' ? console.triggers.find((each) => each.name === route.name) : undefined;
  const view = route.kind === 'View' ? console.views.find((each) => each.name === route.name) : undefined;
  const procedure = console.procedures.find((each) => each.name === trigger?.procedure);
  const atom = procedure ?? view;
  const requires = atom?.requires ?? everybody;
  const staff = view?.surface === 'staff';
  const credential = credentialFor(requires, staff);
  const input = procedure?.input ?? view?.params ?? null;
  return {
    key: `${route.method}:${route.path}`, method: route.method, name: route.path,
    title: atom?.title ?? route.name, description: atom?.description ?? '',
    runs: procedure ? `Procedure/${procedure.name}` : view && `View/${view.name}`,
    declaredBy: trigger && `Trigger/${trigger.name}`,
    requires, audience: staff ? 'staff' : 'anybody', role: null,
    input: view ? withPaging(input, view.maxRows) : input, output: (procedure?.output ?? null),
    credential, deletes: deletes(procedure), page: null,
    call: { by: 'http', method: route.method, origin: publicUrl, path: route.path, client: { of: view ? 'views' : 'procedures', name: route.client, params: input !== null } },
  };
}

/** A page is for everybody, and takes nothing. Its example is in the first language that it has. */
function pageInterface(page: PageRoute, publicUrl: string): Interface {
  const { method, path, collection, locales } = page;
  return {
    key: `${method}:${path}`, method, name: path, title: '', description: '',
    runs: collection === null ? undefined : `Schema/${collection}`, declaredBy: undefined,
    requires: everybody, audience: 'anybody', role: null, input: null, output: null,
    credential: 'none', deletes: false, page,
    call: { by: 'http', method, origin: publicUrl, path: path.replace(':locale', locales[0] ?? ':locale'), client: null },
  };
}

/** What every View takes beside its own params. */
function withPaging(params: JsonSchema | null, most: number): JsonSchema {
  const paging: Record<string, JsonSchema> = {
    page: { type: 'integer', minimum: 1, default: 1 },
    show: { type: 'integer', minimum: 1, maximum: most },
    cursor: { type: 'string' },
  };
  return { ...params, properties: { ...params?.properties, ...paging } };
}

function toolInterface(console: Console, tool: Tool, url: string): Interface {
  const atom = { View: console.views, Procedure: console.procedures, Schema: [], '': [] }[tool.kind].find((each) => each.name === tool.name);
  const trigger = console.triggers.find((each) => each.tool === tool.tool && each.surface === tool.surface);
  const input = tool.input as JsonSchema;
  return {
    key: `${tool.surface}:${tool.tool}`, method: 'tool', name: tool.tool, title: tool.title, description: tool.description,
    runs: tool.kind === '' ? undefined : `${tool.kind}/${tool.name}`,
    declaredBy: trigger && `Trigger/${trigger.name}`,
    requires: atom?.requires ?? everybody, audience: tool.surface === 'staff' ? 'staff' : 'signed-in', role: tool.role,
    input, output: null, credential: 'token', call: { by: 'mcp', url, tool: tool.tool, surface: tool.surface }, page: null,
    deletes: tool.tool === 'delete_entry' || deletes(console.procedures.find((each) => tool.kind === 'Procedure' && each.name === tool.name)),
  };
}

const deletes = (procedure: ProcedureAtom | undefined) => procedure?.handler.op === 'delete';

/** Whether a way in has the term in what it is called by. */
export function isFound({ key, name, runs, declaredBy, page }: Interface, term: string): boolean {
  return [key, name, runs ?? '', declaredBy ?? '', page?.template ?? ''].some((each) => holds(each, term));
}
