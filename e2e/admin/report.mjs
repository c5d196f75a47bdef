// A report is narrowed, and its rows are taken away as CSV.
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { close, look, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const page = await openAdmin(await hire(await owner(), 'cora', 'contributor'))
const rows = () => page.getByRole('row').filter({ hasNot: page.getByRole('columnheader') })

// exported is the file behind the button, as lines of cells.
async function exported() {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export CSV' }).click()])
  const text = (await buffer(await download.createReadStream())).toString('utf8')
  assert.equal(text[0], '\uFEFF', 'a spreadsheet would not know the encoding')
  return text.slice(1).trimEnd().split('\r\n').map((line) => line.split(','))
}

await check('the sidebar leads to a report', async () => {
  await page.goto('/admin')
  await page.getByRole('navigation').getByRole('link', { name: 'Order lines' }).click()
  await page.getByRole('heading', { level: 1, name: 'Order lines' }).waitFor()
})

await check('search and filter go into the address', async () => {
  await page.getByLabel('Search Order lines').fill('PEN-302')
  await page.waitForURL(/search=PEN-302/)
  await settled(page)
})

await check('the file has the rows that are shown, as the service keeps them', async () => {
  const [head, ...lines] = await exported()
  assert.deepEqual(head, ['number', 'stage', 'placedAt', 'sku', 'name', 'quantity', 'unitPrice', 'lineTotal', 'listPrice'])
  assert.equal(lines.length, await rows().count())
  for (const [i, [number, , , sku]] of lines.entries()) {
    assert.equal(sku, 'PEN-302')
    await rows().nth(i).getByText(number).waitFor()
  }
})

await check('what is money is written as everywhere else', async () => {
  await page.getByRole('cell', { name: '€68.00' }).first().waitFor()
})

await check('a report that needs a param asks for it', async () => {
  await page.goto('/admin/views/sales-by-sku')
  await page.getByText('Say what the report is about').waitFor()
  await look(page, 'admin-report-asks')
  await page.goto('/admin/views/sales-by-sku?stage=paid')
  await page.getByRole('columnheader', { name: /takings/i }).waitFor()
})

await check('its file is of the same param', async () => {
  const [, ...lines] = await exported()
  assert.equal(lines.length, await rows().count())
  assert.ok(lines.length > 0)
})

await check('a param that is none of its values is told at its field', async () => {
  await page.goto('/admin/views/sales-by-sku?stage=lost')
  await page.getByText('The report could not be read').or(page.locator('[aria-invalid="true"]')).first().waitFor()
  await look(page, 'admin-report-refused')
})

assert.deepEqual(page.complaints, [])
await close()
