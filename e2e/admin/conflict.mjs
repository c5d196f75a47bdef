// Two editors have the same entry open.
import assert from 'node:assert/strict'
import { close, holds, look, openAdmin } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const { items: [{ id }] } = await (await eva.fetch('/admin/api/entries?collection=suggestions&search=Yingge')).json()
const [hers, owners] = [await openAdmin(eva), await openAdmin(olga)]

const stored = async () => (await (await eva.fetch(`/admin/api/entries/${id}?collection=suggestions`)).json()).entry
const saved = (page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
const side = (field, whose) => hers.getByRole('radio', { name: `${field}: ${whose}` })

await check('both open it', async () => {
  for (const page of [hers, owners]) {
    await page.goto(`/admin/c/suggestions/${id}`)
    await saved(page)
  }
  await hers.getByLabel('Subject').fill('Kilns of Yingge') // what is not touched follows what others save
  await hers.getByLabel('Note').fill('Ask Mei.')
})

await check('the first one saves, while the second one types', async () => {
  await owners.getByLabel('Note').fill('Ask the museum.')
  await owners.getByLabel('Name').fill('Hannah O.')
  await owners.keyboard.press('Control+s')
  await saved(owners)
})

await check('the second one is shown both, field by field', async () => {
  await hers.keyboard.press('Control+s')
  await hers.getByRole('heading', { name: /^Somebody else changed this entry/ }).waitFor()
  assert.ok(await side('Subject', 'Yours').isChecked())
  assert.ok(await side('Name', 'Theirs').isChecked())
  assert.ok(!(await side('Note', 'Yours').isChecked()) && !(await side('Note', 'Theirs').isChecked()))
  await hers.getByText('Fields to decide: 1').waitFor()
  await look(hers, 'admin-conflict')
  assert.equal((await stored()).data.subject, 'Tea and ceramics of Yingge')
})

await check('what both changed is decided, and the rest is kept from both', async () => {
  await side('Note', 'Yours').click()
  await hers.getByRole('button', { name: 'Save with these choices' }).click()
  await saved(hers)
  const { data } = await stored()
  assert.deepEqual([data.subject, data.name, data.note], ['Kilns of Yingge', 'Hannah O.', 'Ask Mei.'])
})

await check('what is discarded for theirs comes back', async () => {
  await hers.getByLabel('Note').fill('Ask nobody.')
  await owners.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await holds(owners.getByLabel('Note'), 'Ask Mei.')
  await owners.getByLabel('Note').fill('Ask Hannah.')
  await owners.keyboard.press('Control+s')
  await saved(owners)
  await hers.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await hers.getByRole('button', { name: 'Discard mine' }).click()
  await holds(hers.getByLabel('Note'), 'Ask Hannah.')
  await hers.getByRole('button', { name: 'Undo' }).click()
  await holds(hers.getByLabel('Note'), 'Ask nobody.')
  await hers.getByRole('button', { name: 'Compare' }).click()
  await side('Note', 'Theirs').click()
  await hers.getByRole('button', { name: 'Save with these choices' }).click()
  await holds(hers.getByLabel('Note'), 'Ask Hannah.')
  await hers.getByRole('button', { name: 'Undo' }).last().click()
  await holds(hers.getByLabel('Note'), 'Ask nobody.')
  await hers.getByRole('button', { name: 'Discard mine' }).click()
  await holds(hers.getByLabel('Note'), 'Ask Hannah.')
  await hers.getByLabel('Note').fill('Ask Mei.')
  await hers.keyboard.press('Control+s')
  await saved(hers)
})

await check('whoever changed nothing is shown the new one without a question', async () => {
  await owners.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))) // as when one comes back to the tab
  await holds(owners.getByLabel('Subject'), 'Kilns of Yingge')
  await holds(owners.getByLabel('Note'), 'Ask Mei.')
})

await check('what somebody deleted can live on as a new entry', async () => {
  await hers.getByLabel('Note').fill('Ask Mei again.')
  const { version } = await stored()
  assert.equal((await olga.fetch(`/admin/api/entries/${id}?collection=suggestions&expectedVersion=${version}`, { method: 'DELETE' })).status, 200)
  await hers.keyboard.press('Control+s')
  await hers.getByText('Somebody deleted this entry').waitFor()
  await hers.getByRole('button', { name: 'Make a new entry of it' }).click()
  await holds(hers.getByLabel('Note'), 'Ask Mei again.')
  await hers.getByRole('button', { name: 'Save', exact: true }).click()
  await saved(hers)
})

for (const page of [hers, owners]) assert.deepEqual(page.complaints, [])
await close()
