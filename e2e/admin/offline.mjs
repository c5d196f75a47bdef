// The connection is lost while somebody writes, and then the browser.
import assert from 'node:assert/strict'
import { close, holds, look, openAdmin } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const eva = await hire(await owner(), 'eva', 'editor')
let page = await openAdmin(eva)
const { items: [{ id }] } = await (await eva.fetch('/admin/api/entries?collection=suggestions&search=Yingge')).json()
const address = `/admin/c/suggestions/${id}`
const note = async () => (await (await eva.fetch(`/admin/api/entries/${id}?collection=suggestions`)).json()).entry.data.note
const saved = () => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()

await check('without a connection typing goes on, and the page says so', async () => {
  await page.goto(address)
  await saved()
  await page.context().setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await page.getByLabel('Note').fill('Written in a tunnel.')
  await page.keyboard.press('Control+s')
  await page.getByText('The service could not be reached').waitFor()
  assert.equal(await page.getByLabel('Note').inputValue(), 'Written in a tunnel.')
  await look(page, 'admin-offline')
})

await check('with the connection it is saved, without being asked', async () => {
  await page.context().setOffline(false)
  await saved()
  assert.equal(await note(), 'Written in a tunnel.')
})

await check('what was typed and not saved outlives the page', async () => {
  await page.context().setOffline(true)
  await page.getByLabel('Note').fill('Written before the crash.')
  await page.waitForFunction(() => Object.values(localStorage).some((value) => value.includes('before the crash')))
  const next = await page.context().newPage()
  await page.close()
  await next.context().setOffline(false)
  page = next
  page.setDefaultTimeout(30_000)
  await page.goto(address)
  await page.getByText(/^Your unsaved changes from/).waitFor()
  await holds(page.getByLabel('Note'), 'Written before the crash.')
  assert.equal(await note(), 'Written in a tunnel.')
})

await check('it is taken back, brought back, and saved after', async () => {
  await page.getByRole('button', { name: 'Remove them' }).click()
  await holds(page.getByLabel('Note'), 'Written in a tunnel.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await holds(page.getByLabel('Note'), 'Written before the crash.')
  await page.keyboard.press('Control+s')
  await saved()
  assert.equal(await note(), 'Written before the crash.')
})

await check('nothing is left in the browser afterwards', async () => {
  await page.waitForFunction(() => !Object.values(localStorage).some((value) => value.includes('before the crash')))
})

await check('what arrived and was not answered is not taken for the change of somebody else', async () => {
  const { items: [{ id: words }] } = await (await eva.fetch('/admin/api/entries?collection=post-translations&filter.slug=what-the-water-does&filter.locale=en')).json()
  const draft = async () => (await (await eva.fetch(`/admin/api/entries/${words}?collection=post-translations`)).json()).draft?.data
  const title = page.getByRole('textbox', { name: 'Title' })
  await page.goto(`/admin/c/post-translations/${words}`)
  await title.fill('What the water')
  await page.route('**/draft?*', async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  }, { times: 1 })
  await page.getByText('The service could not be reached').waitFor()
  assert.equal((await draft()).title, 'What the water')
  await title.pressSequentially(' does to tea')
  await page.keyboard.press('Control+s')
  await page.getByRole('status').getByText('Saved, not published').waitFor()
  assert.equal((await draft()).title, 'What the water does to tea')
})

await close()
