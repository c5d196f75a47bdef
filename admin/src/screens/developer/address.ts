import { deferredStates, type DeferredState } from '../../api/developer';
import { textsIn } from '../../app/address';
import { isAtomId, type AtomId } from './atoms';

export const consoleTabs = ['overview', 'health', 'backups', 'manifests', 'deferred', 'audit', 'access'] as const;
export type ConsoleTab = (typeof consoleTabs)[number];

/** The console as its address has it. */
export interface ConsoleSearch {
  tab?: ConsoleTab;
  atom?: AtomId;
  q?: string;
  state?: DeferredState;
  actor?: string;
  collection?: string;
  entry?: string;
}

/** An atom in the address is enough to show its manifest. */
export function readConsoleSearch(search: Record<string, unknown>): ConsoleSearch {
  const { atom } = search;
  const state = oneOf(deferredStates, search['state']);
  const tab = oneOf(consoleTabs, search['tab']) ?? (isAtomId(atom) ? 'manifests' : undefined);
  return {
    ...(tab ? { tab } : {}),
    ...(isAtomId(atom) ? { atom } : {}),
    ...(state ? { state } : {}),
    ...textsIn(search, ['q', 'actor', 'collection', 'entry']),
  };
}

/** The model: as a table where there is room for a picture, narrowed, and with a Schema in front. */
export interface ModelSearch {
  as?: 'table';
  schema?: string;
  q?: string;
}

export function readModelSearch(search: Record<string, unknown>): ModelSearch {
  return { ...(search['as'] === 'table' ? { as: 'table' } : {}), ...textsIn(search, ['schema', 'q']) };
}

export const logicTabs = ['procedures', 'hooks', 'views'] as const;
export type LogicTab = (typeof logicTabs)[number];

export interface LogicSearch {
  tab?: LogicTab;
  q?: string;
}

export function readLogicSearch(search: Record<string, unknown>): LogicSearch {
  const tab = oneOf(logicTabs, search['tab']);
  return { ...(tab ? { tab } : {}), ...textsIn(search, ['q']) };
}

export const interfaceTabs = ['http', 'public', 'staff', 'pages'] as const;

/** The handbook beside the ways in, which the contract has at one address. */
const docsTabs = [...interfaceTabs, 'handbook'] as const;
export type InterfaceTab = (typeof interfaceTabs)[number];

export interface InterfaceSearch {
  tab?: InterfaceTab | 'handbook';
  q?: string | undefined;
  open?: string;
  /** A page of the handbook. */
  page?: string;
}

export function readInterfaceSearch(search: Record<string, unknown>): InterfaceSearch {
  const tab = oneOf(docsTabs, search['tab']);
  return { ...(tab ? { tab } : {}), ...textsIn(search, ['q', 'open', 'page']) };
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T | undefined {
  return known.find((each) => each === value);
}
