// Two people have one entry open, and see each other.
import assert from 'node:assert/strict'
import { close, holds, look, openAdmin } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const { items: [{ id }] } = await (await eva.fetch('/admin/api/entries?collection=suggestions&search=Yingge')).json()
const [hers, owners] = [await openAdmin(eva), await openAdmin(olga)]
const here = (page) => page.getByRole('list', { name: 'Also here' })
const mark = (page, field) => page.locator(`[data-typing-here="/${field}"]`)

await check('both see that the other is here', async () => {
  for (const page of [hers, owners]) await page.goto(`/admin/c/suggestions/${id}`)
  await here(hers).getByRole('img', { name: 'olga@tea.example' }).waitFor()
  await here(owners).getByRole('img', { name: 'eva@tea.example' }).waitFor()
})

await check('a field that somebody types in says so, and is quiet soon after', async () => {
  await hers.getByLabel('Note').pressSequentially('Ask')
  await mark(owners, 'note').getByText('eva@tea.example is typing').waitFor()
  await owners.getByText('eva@tea.example is typing in Note.').waitFor({ state: 'attached' })
  assert.equal(await mark(hers, 'note').count(), 0)
  await look(owners, 'admin-together')
  await mark(owners, 'note').waitFor({ state: 'detached' })
})

await check('what one saves, the other reads without asking', async () => {
  await hers.getByLabel('Note').fill('Ask Mei.')
  await hers.keyboard.press('Control+s')
  await holds(owners.getByLabel('Note'), 'Ask Mei.')
})

await check('who leaves is gone', async () => {
  await hers.goto('/admin/c/suggestions')
  await here(owners).waitFor({ state: 'detached' })
  await owners.getByText('eva@tea.example has left.').waitFor({ state: 'attached' })
})

for (const page of [hers, owners]) assert.deepEqual(page.complaints, [])
await close()
