import { equal, meets, refusal, type Place } from '../check.ts'
import { createService as olderService, plan as olderPlan } from './older/service.ts'
import { createService, plan, type Service } from './service.ts'

export async function scenario({ name, baseUrl, headers }: Place): Promise<void> {
  const shop = createService({ baseUrl })
  const skus: string[] = []
  for await (const page of shop.views.catalogue.pages({ params: { category: 'paper' }, show: 2 })) skus.push(...page.rows.map(({ sku }) => sku))
  equal(skus.length > 2, true, 'more than one page')
  const { rows: [product] } = await shop.views.productBySku({ params: { sku: skus[0] ?? '' } })
  if (!product) throw new Error('no product')
  const order: Service.ProcInput_place_order = {
    number: `BQ-${name.toUpperCase().padEnd(8, '0').slice(0, 8)}`, email: 'ann@example.com', stage: 'placed', currency: product.currency,
    lines: [{ sku: product.sku, quantity: 2, unitPrice: product.price }],
  }
  const placed = await shop.procedures.placeOrder(order)
  equal(placed.data.number, order.number, 'an order')
  equal((await refusal(shop.procedures.placeOrder(order))).slice(0, 2), ['CONFLICT', 409], 'the same order')
  equal(await refusal(shop.procedures.placeOrder({ ...order, lines: [] })), ['INPUT_VALIDATION_FAILED', 400, 'input#/lines'], 'no lines')
  const stranger = createService({ baseUrl, credentials: 'omit' })
  equal((await refusal(stranger.procedures.cancelOrder({ id: placed.id, expectedVersion: 1, stage: 'cancelled', cancelReason: 'x' }))).slice(0, 2), ['UNAUTHENTICATED', 401], 'a stranger')

  const office = createService({ baseUrl, staff: true, headers })
  const lines = await office.views.orderLines({ show: 1 })
  const cents: number | undefined = lines.rows[0]?.unitPrice
  equal(cents, product.price, 'a row of a statement, as its View describes it')
  equal((await office.procedures.advanceOrder({ id: placed.id, expectedVersion: placed.version, stage: 'paid' })).version, 2, 'an operation')
  equal((await office.procedures.cancelOrder({ id: placed.id, expectedVersion: 2, stage: 'cancelled', cancelReason: 'Ann changed her mind.' })).version, 3, 'a Trigger with its id in the path')
  equal((await office.entries.orders.get(placed.id)).data.cancelReason, 'Ann changed her mind.', 'an entry')

  await meets(plan, olderPlan,
    (onMismatch) => () => createService({ baseUrl, onMismatch }).views.stockOf({ params: { sku: product.sku } }),
    (onMismatch) => {
      const before = olderService({ baseUrl, onMismatch })
      return () => before.views.stockOf({ params: { sku: product.sku } })
    })
}

export async function refused(): Promise<void> {
  const shop = createService({ baseUrl: '' })
  // @ts-expect-error a const
  await shop.procedures.placeOrder({ number: 'x', email: 'x', stage: 'paid', currency: 'EUR', lines: [] })
  // @ts-expect-error no other members
  await shop.procedures.placeOrder({ number: 'x', email: 'x', stage: 'placed', currency: 'EUR', lines: [], discount: 1 })
  const rows = (await createService({ baseUrl: '', staff: true }).views.orderLines()).rows
  // @ts-expect-error the View names no such column
  void rows[0].discount
}
