// Holds what handlers have against what the generated module says that they have.
// The lists are held against the types by tsc, and against the realm when the
// handler runs.
import { plan } from '../.service/generated/service.ts'
import type {
  ServiceAuth, ServiceCalls, ServiceCollection, ServiceEvent, ServiceFormat, ServiceHandlerContext, ServiceHandlers, ServiceStaff, ServiceUser, ServiceView,
} from '../.service/generated/service.ts'

type Members<T> = Record<keyof T, true>

const ofContext = {
  user: true, staff: true, auth: true, event: true, env: true, views: true, procedures: true, entries: true, asService: true, fail: true, log: true,
  mail: true, format: true, signal: true,
} satisfies Members<ServiceHandlerContext>
const optional = ['auth', 'event']
const ofCalls = { views: true, procedures: true, entries: true } satisfies Members<ServiceCalls>
const ofViews = {
  catalogue: true, openOrders: true, orderLines: true, productBySku: true, salesBySku: true, stockByCategory: true, stockOf: true,
} satisfies Members<ServiceCalls['views']>
const ofView = { pages: true } satisfies Members<ServiceView<{}, {}, {}>>
const ofProcedures = {
  advanceOrder: true, cancelOrder: true, everyMember: true, members: true, placeOrder: true, retireProduct: true, setStock: true,
} satisfies Members<ServiceCalls['procedures']>
const ofEntries = { inventory: true, orders: true, products: true } satisfies Members<ServiceCalls['entries']>
const ofCollection = { createDraft: true, get: true, list: true, delete: true } satisfies Members<ServiceCollection<{}, {}, never>>
const ofLog = { debug: true, info: true, warn: true, error: true } satisfies Members<ServiceHandlerContext['log']>
const ofMail = { send: true } satisfies Members<ServiceHandlerContext['mail']>
const ofFormat = { number: true, money: true, date: true } satisfies Members<ServiceFormat>

const namesOf = (object: object): string[] => {
  const names: string[] = []
  for (const name in object) names.push(name)
  return names
}

export const members: ServiceHandlers['context.members'] = (_, ctx) => {
  const problems: string[] = []
  const hold = (what: string, object: object, expected: object, absent: string[] = []) => {
    const names = namesOf(object)
    for (const name of namesOf(expected)) if (!names.includes(name) && !absent.includes(name)) problems.push(`${what} has no ${name}`)
    for (const name of names) if (!(name in expected)) problems.push(`${what} has ${name}, which the module does not say`)
  }
  hold('ctx', ctx, ofContext, optional)
  hold('asService', ctx.asService(), ofCalls)
  for (const calls of [ctx, ctx.asService()]) {
    hold('views', calls.views, ofViews)
    hold('views', calls.views, plan.views)
    hold('procedures', calls.procedures, ofProcedures)
    hold('procedures', calls.procedures, plan.procedures)
    hold('entries', calls.entries, ofEntries)
    hold('entries', calls.entries, plan.collections)
    for (const [name, view] of Object.entries(calls.views)) hold(name, view, ofView)
    for (const [name, collection] of Object.entries(calls.entries)) hold(name, collection, ofCollection)
  }
  hold('log', ctx.log, ofLog)
  hold('mail', ctx.mail, ofMail)
  hold('format', ctx.format, ofFormat)
  return { problems, names: namesOf(ofContext) }
}

export const everyMember: ServiceHandlers['context.everyMember'] = async (_, ctx) => {
  const user: ServiceUser | null = ctx.user
  const staff: ServiceStaff | null = ctx.staff
  const auth: ServiceAuth | undefined = ctx.auth
  const event: ServiceEvent | undefined = ctx.event
  const key: string | undefined = ctx.env['SHOP_KEY']
  const params = { category: 'paper' } as const
  const first = await ctx.views.catalogue({ params, page: 1, show: 1 })
  const next = await ctx.views.catalogue({ params, show: 1, cursor: first.nextCursor })
  const lines = await ctx.asService().views.orderLines({ page: 1 })
  // @ts-expect-error: a View whose pages have no cursors takes none
  const refused = ctx.asService().views.orderLines({ cursor: 'x' }).then(() => '', (error: { code: string }) => error.code)
  // @ts-expect-error: nobody calls in the name of somebody else
  const foreign = ctx.views.catalogue({ params, ctx: { staff: { id: 'u1', role: 'owner' } } }).then(() => '', (error: Error) => error.name)
  // @ts-expect-error: nor a Procedure
  const posing = ctx.procedures.retireProduct({ id: 'nothing' }, { user: { id: 'u1' } }).then(() => '', (error: Error) => error.name)
  const numbers: number[] = []
  for await (const page of ctx.views.catalogue.pages({ params, show: 1 })) numbers.push(page.rows.length)
  const none = await ctx.procedures.retireProduct({ id: 'nothing' }).then(() => '', (error: { code: string }) => error.code)
  const retired = await ctx.asService().procedures.retireProduct({ id: 'nothing' }).then(() => '', (error: { code: string }) => error.code)
  const draft = await ctx.asService().entries.products.createDraft({ name: 'Blotter' })
  const read = await ctx.asService().entries.products.get(draft.id)
  const list = await ctx.asService().entries.products.list({ status: 'draft', limit: 1 })
  const { removed } = await ctx.asService().entries.products.delete(draft.id)
  const mail = await ctx.mail.send({ to: 'ann@tea.example', subject: 'Tea', text: 'Is ready.' }).then(() => '', (error: { code: string }) => error.code)
  ctx.log.info('made', { id: draft.id })
  const texts = [ctx.format.number(1234.5, { locale: 'de' }), ctx.format.money(1999, 'EUR'), ctx.format.date('2026-01-02', { style: 'short' })]
  const failure: Error = ctx.fail('CONFLICT', '/x', 'No.')
  return {
    user, staff, auth: auth?.credential ?? null, event: event ?? null, key: key ?? null, aborted: ctx.signal.aborted,
    pages: [first.page, next.page, lines.page], refused: await refused, foreign: await foreign, posing: await posing, numbers: numbers.length > 1, none, retired,
    same: read.id === draft.id && list.items.length === 1, removed, mail, texts: texts.length, failure: failure.message,
  }
}
