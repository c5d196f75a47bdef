import type { Console, HookName, ProcedureAtom, TriggerAtom } from '../../api/types.gen';
import { every } from '../../api/words';
import type { AtomId } from './atoms';

/** A Procedure with all that leads to it: its Triggers, and what it guards. */
export interface Flow {
  procedure: ProcedureAtom;
  triggers: TriggerAtom[];
  guards: AtomId[];
}

export function flowsOf(console: Console): Flow[] {
  return console.procedures.map((procedure) => ({
    procedure,
    triggers: console.triggers.filter((each) => each.procedure === procedure.name),
    guards: console.relations
      .filter((each) => each.kind === 'guarded-by' && each.to === `Procedure/${procedure.name}`)
      .map((each) => each.from as AtomId),
  }));
}

/** The hooks in the order in which an entry meets them. */
const moments = every<HookName>({
  before_create: true, after_create: true, before_update: true, after_update: true,
  before_publish: true, after_publish: true, before_delete: true, after_delete: true,
});

export type Moment = HookName;

/** What runs at a moment of a Schema's entries, in the order in which it runs: that of the Triggers' names, as they come. */
export interface HookRun {
  moment: Moment;
  runs: Array<{ trigger: TriggerAtom; aborts: boolean }>;
}

export interface SchemaHooks {
  schema: string;
  hooks: HookRun[];
}

/** The Schemas that have hooks. */
export function hooksOf({ schemas, triggers }: Console): SchemaHooks[] {
  return schemas
    .map(({ name }) => ({ schema: name, hooks: moments.map((moment) => hookRun(triggers, name, moment)).filter(({ runs }) => runs.length > 0) }))
    .filter(({ hooks }) => hooks.length > 0);
}

function hookRun(triggers: TriggerAtom[], schema: string, moment: Moment): HookRun {
  const runs = triggers
    .filter((each) => each.schema === schema)
    .flatMap((trigger) => (trigger.hooks ?? []).filter(({ name }) => name === moment).map(({ aborts }) => ({ trigger, aborts })));
  return { moment, runs };
}
