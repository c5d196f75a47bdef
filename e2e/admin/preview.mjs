// A draft is seen as readers will see it, by staff alone, before it is published.
import assert from 'node:assert/strict'
import { close, look, openAdmin, person } from '../chromium.mjs'
import { check, Visitor } from '../site.mjs'
import { address, hire, owner } from '../staff.mjs'

const olga = await owner()
const cora = await hire(olga, 'cora', 'contributor')
const eva = await hire(olga, 'eva', 'editor')
const ulla = new Visitor()
await ulla.signIn(address('ulla'))
const page = await openAdmin(cora)

// opened is the page that a link opens in a tab of its own.
async function opened(page, name) {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name }).click()])
  await tab.waitForLoadState()
  return tab
}

let preview
await check('a contributor sees a draft as readers will', async () => {
  await page.goto('/admin/c/workshops?q=forty')
  await page.getByRole('link', { name: 'Glaze lab' }).click()
  await page.getByRole('heading', { level: 1, name: 'Glaze lab' }).waitFor()
  await look(page, 'admin-preview')
  const tab = await opened(page, /^Preview/)
  await tab.getByRole('heading', { name: 'Glaze lab' }).waitFor()
  await tab.getByText('It may show changes that are not published').waitFor()
  preview = tab.url()
  assert.match(preview, /\/workshops\/glaze-lab\?preview=1$/)
  await tab.close()
})

await check('what is not saved is not in it, and what is saved is', async () => {
  await page.getByLabel('Summary').fill('Forty-two test tiles.')
  assert.equal(await page.getByRole('link', { name: /^Preview/ }).getAttribute('title'), 'See what was saved last as readers do')
  await page.keyboard.press('Control+s')
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  const tab = await opened(page, /^Preview/)
  await tab.getByText('Forty-two test tiles.').waitFor()
  await tab.close()
})

await check('nobody else sees it', async () => {
  const readers = await person()
  assert.equal((await readers.goto('/workshops/glaze-lab')).status(), 404)
  assert.equal((await readers.goto(preview)).status(), 401)
  assert.equal((await ulla.fetch(preview)).status, 403)
})

await check('once it is published the link leads to the page itself', async () => {
  const desktop = await openAdmin(eva)
  await desktop.goto(page.url())
  await desktop.getByRole('button', { name: 'Publish', exact: true }).click()
  const tab = await opened(desktop, /^View page/)
  await tab.getByText('Forty-two test tiles.').waitFor()
  assert.match(tab.url(), /\/workshops\/glaze-lab$/)
  assert.deepEqual(desktop.complaints, [])
})

await check('a new entry has no page, and one without an address has none', async () => {
  await page.goto('/admin/c/workshops/new')
  await page.getByLabel('Title').fill('Raku')
  await page.keyboard.press('Control+s')
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  assert.equal(await page.getByRole('link', { name: /^Preview/ }).count(), 0)
})

assert.deepEqual(page.complaints, [])
await close()
