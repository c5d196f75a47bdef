import { equal, meets, refusal, type Place } from '../check.ts'
import { createService as olderService, plan as olderPlan } from './older/service.ts'
import { createService, plan, type Service, type ServiceContext, type ServiceFacade, type ServiceHandlers, type ServiceRuntime } from './service.ts'

export async function scenario({ baseUrl, headers }: Place): Promise<void> {
  const site = createService({ baseUrl })
  const workshops: string[] = []
  for await (const page of site.views.workshops.pages({ show: 1 })) workshops.push(...page.rows.map(({ slug }) => slug))
  equal(workshops.length > 1, true, 'more than one page')
  const application: Service.ProcInput_submit_application = {
    requestKey: crypto.randomUUID(), fullName: 'Ann Tran', email: 'ann@example.com', reachBy: 'email', workshop: 'glaze-lab',
    preferredDate: '2099-05-01', experience: 'some', participants: [{ name: 'Ann', age: 40 }], seats: 1, billing: { kind: 'person' }, consent: true,
  }
  const received = await site.procedures.submitApplication(application)
  equal(received.stage, 'received', 'an application')
  equal(await refusal(site.procedures.submitApplication({ ...application, requestKey: crypto.randomUUID(), seats: 2 })),
    ['INPUT_VALIDATION_FAILED', 400, 'input#/seats'], 'a rule of the handler')

  const desk = createService({ baseUrl, staff: true, headers })
  equal((await desk.views.applicationInbox()).rows.some(({ id }) => id === received.id), true, 'the inbox')
  equal((await desk.procedures.decideApplication({ id: received.id, expectedVersion: received.version, stage: 'invited' })).version, 2, 'invited')
  equal((await refusal(desk.procedures.withdrawApplication({ id: received.id, expectedVersion: 1, stage: 'withdrawn' }))).slice(0, 2), ['CONFLICT', 409], 'a stale version')
  equal((await refusal(desk.procedures.withdrawApplication({ id: '..', expectedVersion: 2, stage: 'withdrawn' }))), ['INPUT_VALIDATION_FAILED', 0, 'input#/id'], 'an id that no path can hold')
  equal((await desk.entries.applications.get(received.id)).data.stage, 'invited', 'an entry')

  await meets(plan, olderPlan,
    (onMismatch) => () => createService({ baseUrl, onMismatch }).views.workshops(),
    (onMismatch) => {
      const before = olderService({ baseUrl, onMismatch })
      return () => before.views.workshops()
    })
  await inProcess()
}

// A runtime in process is booted once, with typed handlers.
async function inProcess(): Promise<void> {
  const handlers: ServiceHandlers<{ open: boolean }> = {
    'applications.check': async (input, ctx) => {
      if (input.seats !== input.participants.length) throw ctx.fail('INPUT_VALIDATION_FAILED', '/seats', 'One seat each.')
      await ctx.procedures.intakeOpen({})
      return { id: 'a', stage: 'received', version: 1, receivedAt: 0 }
    },
    'intake.isOpen': (_, ctx) => (ctx.env.open ? {} : { closed: true }),
  }
  let boots = 0
  const service: ServiceFacade<ServiceContext<{ open: boolean }>> = await createService({
    env: { open: true },
    handlers,
    boot: ({ plan, handlers, env }) => {
      boots++
      const runtime: ServiceRuntime<ServiceContext<{ open: boolean }>> = {
        revision: plan.fingerprint,
        executeView: async (view, request) => ({ rows: [{ view: view.name, request }], page: request.page ?? 1, show: 1, hasMore: (request.page ?? 1) < 3 }),
        executeProcedure: async (procedure, input, ctx) => ({ procedure: procedure.name, input, user: ctx?.user?.id, handlers: Object.keys(handlers), env }),
        entries: {
          createDraft: async (collection, data) => ({ collection, data }),
          get: async (collection, id) => ({ collection, id }),
          list: async (collection) => ({ items: [{ collection }], nextCursor: null }),
          delete: async () => ({ removed: true }),
        },
      }
      return runtime
    },
  })
  const output: unknown = await service.procedures.withdrawApplication({ id: 'x', expectedVersion: 1, stage: 'withdrawn' }, { user: { id: 'ann' }, staff: null })
  equal(output, { procedure: 'withdraw-application', input: { id: 'x', expectedVersion: 1, stage: 'withdrawn' }, user: 'ann', handlers: ['applications.check', 'intake.isOpen'], env: { open: true } }, 'a call in process')
  const pages: unknown[] = []
  for await (const page of service.views.seatsByDay.pages()) pages.push(page.page)
  equal([boots, pages], [1, [1, 2, 3]], 'pages by number')
  equal((await service.entries.workshops.list()).items, [{ collection: 'workshops' }], 'entries in process')
}

export async function refused(): Promise<void> {
  // @ts-expect-error a handler is missing
  const missing: ServiceHandlers = { 'intake.isOpen': () => ({}) }
  const wrong: ServiceHandlers = {
    'intake.isOpen': () => ({}),
    // @ts-expect-error a handler that gives something else
    'applications.check': async () => ({ id: 1 }),
  }
  const service = createService({ baseUrl: '', staff: true })
  // @ts-expect-error Procedures alone write this collection
  await service.entries.applications.delete('x')
  // @ts-expect-error no route leads there
  await service.procedures.fileApplication({})
  // @ts-expect-error an organisation has a name
  const billing: Service.ProcInput_submit_application['billing'] = { kind: 'organisation' }
  return void [missing, wrong, billing]
}
