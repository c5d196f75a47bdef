// A reference holds an entry that was found: what was typed is never taken for one unseen.
import assert from 'node:assert/strict'
import { close, holds, look, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const eva = await hire(await owner(), 'eva', 'editor')
const page = await openAdmin(eva)
const author = page.getByRole('combobox', { name: 'Author' })
const saved = () => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()

// stored is the author that the service has.
async function stored() {
  await page.keyboard.press('Control+s')
  await saved()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  return (await (await eva.fetch(`/admin/api/entries/${id}?collection=posts`)).json()).entry.data.author
}

await check('Enter takes what is found, also when it comes before the answer', async () => {
  await page.goto('/admin/c/posts/new')
  await page.getByLabel('Slug').fill('whose')
  await page.getByRole('textbox', { name: 'Published at' }).fill('2026-10-01T08:30')
  await author.click()
  await author.fill('thomas')
  await page.keyboard.press('Enter')
  await holds(author, 'Thomas Hale')
  assert.equal(await stored(), 'thomas-hale')
})

await check('Tab takes what is marked', async () => {
  await author.click()
  await author.fill('lin')
  await page.getByRole('option', { name: /^Lin Yu-ching/ }).and(page.locator('[aria-selected="true"], [data-combobox-selected]')).waitFor()
  await page.keyboard.press('Tab')
  await holds(author, 'Lin Yu-ching')
  assert.equal(await stored(), 'lin-yu-ching')
})

await check('who leaves the field gets the entry of that name, and else nothing', async () => {
  await author.click()
  await author.fill('THOMAS HALE')
  await page.getByLabel('Slug').click()
  await holds(author, 'Thomas Hale')
  await author.click()
  await author.fill('Mei')
  await page.getByText('No match').or(page.getByRole('option', { name: /^Keep “Mei”/ })).first().waitFor()
  await page.getByLabel('Slug').click()
  await page.getByText('No entry is called “Mei”').waitFor()
  await look(page, 'admin-reference-dropped')
  assert.equal(await stored(), 'thomas-hale')
})

await check('what no entry has is kept by a choice that says so, and named before it is published', async () => {
  await author.click()
  await author.fill('Mei')
  await page.getByRole('option', { name: 'Keep “Mei”, which no entry has' }).click()
  assert.equal(await stored(), 'Mei')
  await page.getByRole('button', { name: /^Publish/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('This names what no entry has').waitFor()
  await sheet.getByRole('listitem').filter({ hasText: 'No entry has “Mei”' }).last().waitFor()
  await settled(page)
  await look(page, 'admin-reference-lost')
})

assert.deepEqual(page.complaints, [])
await close()
