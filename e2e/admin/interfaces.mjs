// A developer tries what the site offers to programs, and takes the calls away.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { close, look, openAdmin, settled } from '../chromium.mjs'
import { check, origin } from '../site.mjs'
import { owner } from '../staff.mjs'

const olga = await owner()
const page = await openAdmin(olga)
const run = promisify(execFile)

// opened is a way in, opened by its line.
async function opened(tab, name) {
  await page.goto(`/admin/dev/docs?tab=${tab}`)
  await page.getByRole('button', { name }).click()
  await settled(page)
  return page.getByRole('region', { name })
}

async function choose(way, field, option) {
  await way.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const answer = (way) => way.getByRole('region', { name: 'Answer' })
const status = (way) => answer(way).getByRole('status')
const body = async (way) => JSON.parse(await answer(way).getByLabel(/^Answer of/).innerText())
const code = (way) => way.getByLabel(/^Call of/)

// curl runs the command that the page shows, as the person who looks at it.
async function curl(way) {
  const cookie = olga.cookies().map(({ name, value }) => `${name}=${value}`).join('; ')
  const { stdout } = await run('bash', ['-c', `${await code(way).innerText()} -s`], { env: { ...process.env, QUARTET_COOKIE: cookie } })
  return JSON.parse(stdout)
}

await check('a View answers what its form asks for', async () => {
  const way = await opened('http', /GET \/api\/views\/catalogue/)
  await choose(way, 'Category', 'Paper')
  await way.getByLabel('Show').fill('2')
  await way.getByRole('button', { name: 'Send' }).click()
  await status(way).getByText(/^200/).waitFor()
  const { data } = await body(way)
  assert.equal(data.rows.length, 2)
  assert.equal(data.hasMore, true)
  assert.match(await code(way).innerText(), new RegExp(`${origin}/api/views/catalogue\\?.*show=2`))
  assert.deepEqual(await curl(way), await body(way))
  await look(page, 'admin-try-view')
})

await check('a value that the service refuses is told at its field, with the answer as it came', async () => {
  const way = await opened('http', /POST \/api\/orders Place/)
  await way.getByRole('button', { name: 'Send' }).click()
  await status(way).getByText(/^400/).waitFor()
  assert.equal((await body(way)).diagnostic.code, 'INPUT_VALIDATION_FAILED')
  await way.locator('[aria-invalid="true"]').first().waitFor()
  await look(page, 'admin-try-refused')
})

await check('a Trigger writes as the reader, and its command does the same', async () => {
  const way = await opened('http', /PUT \/api\/stock/)
  assert.ok(await way.getByRole('button', { name: 'Send' }).isDisabled(), 'the path has no sku yet')
  await way.getByRole('combobox', { name: 'Sku' }).click()
  await page.getByRole('option', { name: /PEN-302/ }).click()
  await way.getByRole('textbox', { name: 'Quantity' }).fill('41')
  await way.getByRole('textbox', { name: 'Expected version' }).fill('1')
  await way.getByRole('button', { name: 'Send' }).click()
  await status(way).getByText(/^200/).waitFor()
  assert.equal((await body(way)).data.data.quantity, 41)
  assert.equal((await curl(way)).diagnostic.code, 'CONFLICT', 'the version was 1 and is not any more')
})

await check('a tool runs as it would for an agent of the reader', async () => {
  const way = await opened('staff', /list_entries/)
  await choose(way, 'Collection', 'Products')
  await way.getByRole('button', { name: 'Send' }).click()
  await status(way).getByText(/^200/).waitFor()
  assert.ok((await body(way)).result.items.length > 0)
  assert.match(await code(way).innerText(), /"name":"list_entries","arguments":\{.*"collection":"products"/)
  await look(page, 'admin-try-tool')
})

await close()
