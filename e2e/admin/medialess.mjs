// A site that keeps no files.
import assert from 'node:assert/strict'
import { close, look, openAdmin } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const eva = await hire(await owner(), 'eva', 'editor')
const page = await openAdmin(eva)

await check('the library says what its operator can do', async () => {
  await page.goto('/admin')
  await page.getByRole('navigation').getByRole('link', { name: 'Media' }).click()
  await page.getByRole('heading', { name: 'Media is not configured' }).waitFor()
  await look(page, 'admin-medialess')
})

await check('a field for a picture takes an id, and the entry is saved', async () => {
  const { items: [{ id }] } = await (await eva.fetch('/admin/api/entries?collection=posts&search=one-leaf-two-names')).json()
  await page.goto(`/admin/c/posts/${id}`)
  await page.getByText('Media is not configured on this site').waitFor()
  await page.getByRole('textbox', { name: 'Cover', exact: true }).fill('a-picture-from-elsewhere')
  await page.keyboard.press('Control+s')
  await page.getByRole('status').getByText('Saved, not published').waitFor()
  const { draft } = await (await eva.fetch(`/admin/api/entries/${id}?collection=posts`)).json()
  assert.equal(draft.data.cover, 'a-picture-from-elsewhere')
})

assert.deepEqual(page.complaints, [])
await close()
