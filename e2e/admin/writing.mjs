// An article is written on its page, from nothing to what readers see.
import assert from 'node:assert/strict'
import { close, look, lookAgain, openAdmin, settled } from '../chromium.mjs'
import { check, origin } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const page = await openAdmin(eva, { viewport: { width: 1280, height: 900 } })
await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(origin).origin })

const collection = 'post-translations'
const title = page.getByRole('textbox', { name: 'Title', exact: true })
const body = page.getByRole('textbox', { name: 'Body' })
const rail = page.getByRole('button', { name: 'Side panel' })
const saved = () => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
const raw = page.getByRole('button', { name: 'Markdown', exact: true })
const stored = async (id) => (await (await eva.fetch(`/admin/api/entries/${id}?collection=${collection}`)).json()).entry
const idOf = () => new URL(page.url()).pathname.split('/').at(-1)
const save = async () => {
  await page.keyboard.press('Control+s')
  await saved()
}

// pick chooses from the menu that "/" opens.
async function pick(word, name) {
  await page.keyboard.type(`/${word}`)
  await page.getByRole('listbox', { name: 'Insert' }).getByRole('option', { name, exact: true }).waitFor()
  await page.keyboard.press('Enter')
}

await check('a new article is a title and a text, and everything else is in a rail', async () => {
  await page.goto(`/admin/c/${collection}/new`)
  await title.fill('A pot that pours')
  await page.getByRole('textbox', { name: 'Slug' }).fill('what-the-water-does-not')
  await page.getByRole('textbox', { name: 'Published at' }).fill('2026-10-01T08:30')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: /^(en$|English)/ }).click()
  await page.getByRole('textbox', { name: 'Summary' }).fill('How it was made.')
  const { width } = await body.boundingBox()
  assert.ok(width > 600 && width <= 680, `the column is ${width} wide`)
})

await check('it is written with Markdown’s own marks', async () => {
  await body.click()
  await page.keyboard.type('The first line.\n## A heading\nSome **bold** and *slanted* words.\n- one\ntwo\n\nAfter the list.\n')
  await body.getByRole('heading', { level: 2, name: 'A heading' }).waitFor()
  assert.equal(await body.locator('li').count(), 2)
  await save()
  assert.equal((await stored(idOf())).data.body, 'The first line.\n\n## A heading\n\nSome **bold** and *slanted* words.\n\n- one\n- two\n\nAfter the list.')
})

await check('what it looks like', () => look(page, 'admin-writing'))

assert.deepEqual(page.complaints, [])
await close()
