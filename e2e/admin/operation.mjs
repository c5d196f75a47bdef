// An operation is run on a row, and somebody else is quicker.
import assert from 'node:assert/strict'
import { close, holds, look, openAdmin } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const olga = await owner()
const cora = await hire(olga, 'cora', 'contributor')
const page = await openAdmin(cora)

// stock is what is stored of a product.
async function stock(sku) {
  const { items: [{ id }] } = await (await cora.fetch(`/admin/api/entries?collection=inventory&search=${sku}`)).json()
  return (await (await cora.fetch(`/admin/api/entries/${id}?collection=inventory`)).json()).entry
}

// count is a second person's.
async function count(sku, quantity) {
  const answer = await olga.post('/admin/api/operations/set-stock', { sku, quantity, expectedVersion: (await stock(sku)).version })
  assert.equal(answer.status, 200)
}

const run = page.getByRole('button', { name: 'Run', exact: true })

await check('without a row one is chosen first', async () => {
  await page.goto('/admin/ops')
  await page.getByRole('link', { name: 'Set the stock' }).click()
  await page.getByLabel('Search Inventory').fill('INK-203')
  await page.getByRole('row', { name: /INK-203/ }).click()
})

await check('what the row says is not asked for: the form names the row', async () => {
  await page.getByRole('region', { name: 'The entry' }).getByRole('link', { name: 'Ink, moss green, 30 ml INK-203' }).waitFor()
  assert.equal(await page.getByLabel('Sku').count(), 0)
  assert.equal(await page.getByLabel('Expected version').count(), 0)
})

await check('what the row has of what is changed stands there, too', async () => {
  await holds(page.getByLabel('Quantity'), String((await stock('INK-203')).data.quantity))
})

await check('what the service refuses is said at its field', async () => {
  await page.getByLabel('Quantity').fill('-1')
  await run.click()
  await page.locator(':focus').and(page.getByLabel('Quantity')).waitFor()
  assert.equal(await page.getByLabel('Quantity').getAttribute('aria-invalid'), 'true')
  await look(page, 'admin-operation-refused')
})

await check('until it is changed', async () => {
  await page.getByLabel('Quantity').pressSequentially('5')
  await page.getByLabel('Quantity').fill('24')
  await page.locator('[aria-invalid="true"]').waitFor({ state: 'detached' })
})

await check('when somebody else is quicker nothing is run, and the change is shown', async () => {
  await count('INK-203', 7)
  await page.getByLabel('Quantity').fill('24')
  await run.click()
  await page.getByText('Somebody else changed this entry').waitFor()
  await look(page, 'admin-operation-moved')
  assert.equal((await stock('INK-203')).data.quantity, 7)
  assert.ok(await run.isDisabled())
})

await check('with the new row it runs', async () => {
  await page.getByRole('button', { name: 'Continue with the new version' }).click()
  assert.equal(await page.getByLabel('Quantity').inputValue(), '24')
  await run.click()
  await page.getByRole('heading', { name: 'Done' }).waitFor()
  await look(page, 'admin-operation-done')
  assert.equal((await stock('INK-203')).data.quantity, 24)
})

await check('the list has it in the menu of each row', async () => {
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByRole('heading', { level: 1, name: 'Inventory' }).waitFor()
  await page.getByRole('row', { name: /INK-203.*24/ }).waitFor()
})

// order is the number of an order that waits, and where its entry is.
const { items: [order] } = await (await olga.fetch('/admin/api/entries?collection=orders&filter.stage=placed')).json()

await check('an operation of the menu of an entry runs on that entry', async () => {
  await page.goto(`/admin/c/orders/${order.id}`)
  await page.getByRole('button', { name: 'More for this entry' }).click()
  await page.getByRole('menuitem', { name: 'Advance an order' }).click()
  await page.getByRole('region', { name: 'The entry' }).getByRole('link', { name: order.title }).waitFor()
  assert.equal(await page.getByLabel('Id', { exact: true }).count(), 0)
})

await check('what is missing is said in one way, and no more once it is there', async () => {
  await run.click()
  await page.getByText('Required.').first().waitFor()
  await page.getByLabel('Stage').click()
  await page.getByRole('option', { name: 'Paid' }).click()
  await page.getByText('Required.').first().waitFor({ state: 'detached' })
  assert.equal(await page.getByText('This property is required.').count(), 0)
})

await check('from its result the way leads back to the entry', async () => {
  await run.click()
  await page.getByRole('heading', { name: 'Done' }).waitFor()
  await page.getByRole('link', { name: 'Go to the entry' }).click()
  await page.waitForURL(new RegExp(`/admin/c/orders/${order.id}`))
  await holds(page.getByLabel('Stage'), 'Paid')
})

assert.deepEqual(page.complaints, [])
await close()
