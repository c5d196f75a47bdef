// Lists by keys alone, and what they say before something is slow or many.
import assert from 'node:assert/strict'
import { close, look, openAdmin, settled, tabTo } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const cara = await hire(olga, 'cara', 'contributor')
const page = await openAdmin(eva)
const count = async (query) => (await (await eva.fetch(`/admin/api/entries/count?collection=posts&${query}`)).json()).count

// author is who the service says wrote a post, with its pending draft.
async function author(slug) {
  const { items: [{ id }] } = await (await eva.fetch(`/admin/api/entries?collection=posts&search=${slug}`)).json()
  const { entry, draft } = await (await eva.fetch(`/admin/api/entries/${id}?collection=posts`)).json()
  return (draft ?? entry).data.author
}

await check('a contributor changes a value in its cell by keys alone', async () => {
  const second = await openAdmin(cara)
  await second.goto('/admin/c/posts?q=leaf-0120&columns=data.author')
  await second.getByRole('row', { name: /leaf-0120/ }).waitFor()
  await settled(second)
  await second.keyboard.press('j')
  await tabTo(second, second.getByRole('button', { name: 'Edit Author of leaf-0120' }))
  await second.keyboard.press('Enter')
  const panel = second.getByRole('dialog', { name: 'Edit Author of leaf-0120' })
  await panel.getByRole('combobox', { name: 'Author' }).and(second.locator(':focus')).waitFor()
  await second.keyboard.press('Control+a')
  await second.keyboard.type('lin-yu')
  await second.getByRole('option', { name: /^Lin Yu-ching/ }).waitFor()
  await second.keyboard.press('Enter')
  await tabTo(second, panel.getByRole('button', { name: /^Save/ }))
  await second.keyboard.press('Enter')
  await panel.waitFor({ state: 'hidden' })
  await second.locator('tr[data-row="0"]').and(second.locator(':focus')).waitFor()
  assert.match(await author('leaf-0120'), /^lin-yu/)
  await tabTo(second, second.getByRole('button', { name: 'Actions for leaf-0120' }))
  await second.keyboard.press('Enter')
  await second.getByRole('menuitem', { name: 'Set a field…' }).waitFor()
  assert.deepEqual(second.complaints, [])
})

await check('a field of several rows is set by keys alone', async () => {
  await page.goto('/admin/c/posts?q=leaf-013&sort=slug&direction=asc')
  await page.getByRole('row', { name: /leaf-0139/ }).waitFor()
  await settled(page)
  for (const key of ['j', 'x', ...Array(9).fill('j'), 'x']) await page.keyboard.press(key)
  await page.getByRole('region', { name: 'Selected entries' }).getByText('2 selected').waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Set a field', exact: true }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set a field' })
  const field = dialog.getByRole('combobox', { name: 'Field' }).or(dialog.getByRole('textbox', { name: 'Field' })).first()
  await field.waitFor()
  await tabTo(page, field)
  await page.keyboard.press('ArrowDown')
  const wanted = page.getByRole('option', { name: 'Author' })
  await wanted.waitFor()
  for (let i = 0; i < 20 && await field.getAttribute('aria-activedescendant') !== await wanted.getAttribute('id'); i++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('combobox', { name: 'Author' }))
  await page.keyboard.type('lin-yu')
  await page.getByRole('option', { name: /^Lin Yu-ching/ }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText(/^The value is set in 2 Posts,/).waitFor()
  await tabTo(page, dialog.getByRole('button', { name: 'Set the field' }))
  await page.keyboard.press('Enter')
  await page.getByText('2 entries changed').waitFor()
  assert.deepEqual([await author('leaf-0130'), await author('leaf-0131'), await author('leaf-0139')], ['lin-yu-ching', 'thomas-hale', 'lin-yu-ching'])
})

await check('an order that no index has is said to be slow, where it is chosen and where it holds', async () => {
  await page.goto('/admin/c/posts?q=leaf&columns=data.cover,data.author')
  await page.getByTitle('Sort by Author', { exact: true }).waitFor()
  assert.equal(await page.getByText(/is slow where there are many entries/).count(), 0)
  await page.getByTitle('Sort by Cover (slow in a large collection)').click()
  await page.getByText('Sorting by “Cover” is slow where there are many entries. A developer can speed it up with an index.').waitFor()
  await settled(page)
  await look(page, 'lists-slow')
  await page.goto('/admin/c/posts?sort=createdAt&direction=desc')
  await page.getByRole('row', { name: /leaf-/ }).first().waitFor()
  await settled(page) // a page that is left while it loads complains of its parts
})

await check('more than two hundred loaded rows are asked about as so many', async () => {
  await page.goto('/admin/c/posts?q=leaf-0&sort=slug&direction=asc')
  await page.getByRole('button', { name: /^Load 9\d\d|Load 1,000$/ }).first().click()
  const loaded = await count('search=leaf-0')
  await page.getByText(`${loaded.toLocaleString('en')} entries`).first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows that are loaded' }).click()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  const question = page.getByRole('dialog', { name: `Archive ${loaded.toLocaleString('en')} Posts?` })
  await question.waitFor()
  await settled(page)
  await look(page, 'lists-archive')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Clear selection' }).click()
})

assert.deepEqual(page.complaints, [])
await close()
