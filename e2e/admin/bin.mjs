// What was deleted comes back out of the bin, with its versions.
import assert from 'node:assert/strict'
import { close, look, openAdmin } from '../chromium.mjs'
import { check } from '../site.mjs'
import { owner } from '../staff.mjs'

const olga = await owner()
const page = await openAdmin(olga)

const made = await (await olga.post('/admin/api/entries?collection=posts', { data: { slug: 'lost-kettle', author: 'thomas-hale' } })).json()
const { id } = made.entry

await check('a deleted entry is in the bin', async () => {
  const gone = await olga.fetch(`/admin/api/entries/${id}?collection=posts`, { method: 'DELETE' })
  assert.equal(gone.status, 200, await gone.text())
  await page.goto('/admin')
  await page.getByRole('navigation').getByRole('link', { name: 'Bin' }).click()
  await page.getByText('lost-kettle').waitFor()
  await look(page, 'bin')
})

await check('it comes back as a draft', async () => {
  await page.getByRole('button', { name: 'Bring back “lost-kettle”' }).click()
  await page.getByText('“lost-kettle” is back').waitFor()
  await page.getByRole('heading', { name: 'The bin is empty' }).waitFor()
  const { entry } = await (await olga.fetch(`/admin/api/entries/${id}?collection=posts`)).json()
  assert.deepEqual([entry.status, entry.version, entry.data.slug], ['draft', 2, 'lost-kettle'])
  const { items } = await (await olga.fetch(`/admin/api/entries/${id}/versions?collection=posts`)).json()
  assert.deepEqual(items.map(({ action }) => action), ['restore', 'create'])
})

await close()
