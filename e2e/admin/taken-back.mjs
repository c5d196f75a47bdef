// What is known by another property than its id is changed and deleted by operations that want its id.
import assert from 'node:assert/strict'
import { close, holds, look, openAdmin } from '../chromium.mjs'
import { check } from '../site.mjs'
import { owner } from '../staff.mjs'

const olga = await owner()
const page = await openAdmin(olga)

async function made(collection, data) {
  const answer = await olga.post(`/admin/api/entries?collection=${collection}`, { data })
  assert.equal(answer.status, 201)
  return (await answer.json()).entry
}
const read = (collection, id) => olga.fetch(`/admin/api/entries/${id}?collection=${collection}`)

const loan = await made('loans', { book: 'dune', reader: 'Ann' })
const byId = await made('reviews', { loan: loan.id })
const byBook = await made('reviews', { loan: 'dune' })
const run = page.getByRole('button', { name: 'Run', exact: true })

await check('a reference leads to its entry by either value that names it', async () => {
  for (const review of [byBook, byId]) {
    await page.goto(`/admin/c/reviews/${review.id}`)
    await page.getByRole('combobox', { name: 'Loan' }).waitFor()
    await page.waitForFunction(() => document.querySelector('[role=combobox][aria-label=Loan], input[role=combobox]')?.value === 'dune')
    assert.equal(await page.getByText('it was deleted').count(), 0)
  }
})

await check('an operation changes the entry that it was opened on', async () => {
  await page.goto(`/admin/ops?run=extend&collection=loans&entry=${loan.id}`)
  await holds(page.getByLabel('New reader'), 'Ann') // what the entry has comes with it
  await page.getByLabel('New reader').fill('Ben')
  await look(page, 'admin-operation-by-id')
  await run.click()
  await page.getByRole('heading', { name: 'Done' }).waitFor()
  assert.equal((await (await read('loans', loan.id)).json()).entry.data.reader, 'Ben')
})

await check('a book is taken back', async () => {
  await page.goto('/admin/ops?run=take-back')
  await page.getByRole('row', { name: /dune/ }).click()
  await page.getByRole('region', { name: 'The entry' }).getByRole('link', { name: 'dune' }).waitFor()
  assert.equal(await page.getByText('it was deleted').count(), 0)
  await run.click()
  await page.getByRole('dialog').getByRole('button', { name: /Delete/ }).click()
  await page.getByRole('heading', { name: 'Done' }).waitFor()
  await look(page, 'admin-operation-taken-back')
  assert.equal((await read('loans', loan.id)).status, 404)
})

assert.deepEqual(page.complaints, [])
await close()
