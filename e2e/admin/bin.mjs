// An article is deleted and comes back as a whole, a language alone as one of its article, and for good all of it goes.
import assert from 'node:assert/strict'
import { close, look, lookAgain, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { call, hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const page = await openAdmin(eva)
const chinese = 'Chinese (Taiwan)'
const row = (place, title) => place.getByRole('listitem').filter({ hasText: title })

// article is a post in two languages.
async function article(slug, en, zh) {
  const post = (await call(eva, 'POST', '/entries?collection=posts', { data: { slug, author: 'thomas-hale', publishedAt: 1_790_000_000_000 } })).entry
  const words = async (locale, title) => (await call(eva, 'POST', '/entries?collection=post-translations', { data: { slug, locale, publishedAt: 1_790_000_000_000, title, summary: 'S', body: 'B' } })).entry
  return { post, en: await words('en', en), zh: await words('zh-TW', zh) }
}

const binned = async () => (await call(eva, 'GET', '/bin')).items.map(({ title }) => title)
const isThere = async ({ id, collection }) => (await eva.fetch(`/admin/api/entries/${id}?collection=${collection}`)).status === 200

// goToBin opens the bin anew, by its link.
async function goToBin() {
  await page.goto('/admin')
  await page.getByRole('navigation').getByRole('link', { name: 'Bin' }).click()
  await page.getByRole('heading', { name: 'Bin', level: 1 }).waitFor()
  await settled(page)
}

const kettle = await article('lost-kettle', 'The lost kettle', '遺失的水壺')
const cup = await article('small-cup', 'The small cup', '小杯子')

await check('an article that is deleted is one row of the bin, by its title', async () => {
  await page.goto(`/admin/c/posts/${kettle.post.id}`)
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await goToBin()
  const deleted = row(page, 'The lost kettle')
  await deleted.getByText(/Posts · English and Chinese \(Taiwan\) · deleted by eva/).waitFor()
  assert.equal(await page.getByText('lost-kettle').count(), 0)
  await look(page, 'bin')
})

await check('a row of the list is deleted from its menu, with its languages, and Undo brings all of it back', async () => {
  const lamp = await article('small-lamp', 'The small lamp', '小燈')
  await page.goto('/admin/c/posts')
  await page.getByRole('button', { name: 'Actions for The small lamp' }).click()
  for (const name of ['Open the entry', 'Duplicate', 'Publish…', 'Archive…']) await page.getByRole('menuitem', { name }).waitFor()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const question = page.getByRole('dialog', { name: 'Delete “The small lamp”?' })
  await question.getByText('You can restore it from there for 30 days.').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  const told = page.getByRole('alert').filter({ hasText: '1 entry deleted, with 2 translations' })
  await told.waitFor()
  for (const each of Object.values(lamp)) assert.ok(!(await isThere(each)), each.collection)
  await told.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: 1 entry').waitFor()
  for (const each of Object.values(lamp)) assert.ok(await isThere(each), each.collection)
})

await check('it comes back whole, as drafts, in one step', async () => {
  await page.goto('/admin/bin')
  await page.getByRole('button', { name: 'Restore “The lost kettle”' }).click()
  await page.getByText(`“The lost kettle” is back: English and ${chinese}.`).waitFor()
  await page.getByRole('heading', { name: 'The bin is empty' }).waitFor()
  for (const each of Object.values(kettle)) assert.ok(await isThere(each), each.collection)
  const { items } = await call(eva, 'GET', `/entries/${kettle.post.id}/versions?collection=posts`)
  assert.deepEqual(items.map(({ action }) => action), ['restore', 'create'])
  const { items: lines } = await call(olga, 'GET', '/audit?limit=3')
  assert.deepEqual([new Set(lines.map(({ time }) => time)).size, ...lines.map(({ action }) => action)], [1, 'restore', 'restore', 'restore'])
})

await check('a language that is deleted alone is one of its article, and comes back to it', async () => {
  await call(eva, 'DELETE', `/entries/${cup.zh.id}?collection=post-translations`)
  await goToBin()
  await page.getByRole('button', { name: `Restore “${chinese} version of “The small cup””` }).click()
  await page.getByText('is back.').waitFor()
  assert.ok(await isThere(cup.zh))
})

await check('a language that was deleted earlier comes with the article where that is asked for', async () => {
  await call(eva, 'DELETE', `/entries/${cup.zh.id}?collection=post-translations`)
  const version = (await call(eva, 'GET', `/entries/${cup.post.id}?collection=posts`)).entry.version
  await call(eva, 'POST', '/entries/bulk?collection=posts', { action: 'delete', ids: [{ id: cup.post.id, version }], translations: true })
  await goToBin()
  await row(page, 'The small cup').getByText(`deleted earlier: ${chinese}`).waitFor()
  await look(page, 'bin-earlier')
  await page.getByRole('button', { name: 'More for “The small cup”' }).click()
  await page.getByRole('menuitem', { name: `Restore with ${chinese}` }).click()
  await page.getByText(`“The small cup” is back: English and ${chinese}.`).waitFor()
  for (const each of Object.values(cup)) assert.ok(await isThere(each), each.collection)
})

await check('what is in the way is named, and nothing comes back', async () => {
  const deleted = async ({ post }) => {
    const { entry } = await call(eva, 'GET', `/entries/${post.id}?collection=posts`)
    await call(eva, 'POST', '/entries/bulk?collection=posts', { action: 'delete', ids: [{ id: post.id, version: entry.version }], translations: true })
  }
  await deleted(kettle)
  await deleted(cup)
  await call(eva, 'POST', '/entries?collection=posts', { data: { slug: 'lost-kettle' } })
  await goToBin()
  await page.getByRole('button', { name: 'Restore “The lost kettle”' }).click()
  await page.getByText('“The lost kettle” could not be restored').waitFor()
  await page.getByText(/^Slug: Another entry/).waitFor()
  assert.deepEqual((await binned()).length, 2)
  await page.getByRole('button', { name: 'Close' }).first().click()
})

await check('the bin is searched by the title in any language, and by collection', async () => {
  await page.getByRole('searchbox', { name: 'Search the bin' }).fill('水壺')
  await row(page, 'The small cup').waitFor({ state: 'detached' })
  await row(page, 'The lost kettle').waitFor()
  await page.getByRole('searchbox', { name: 'Search the bin' }).fill('teapot')
  await page.getByRole('heading', { name: 'Nothing in the bin matches' }).waitFor()
  await page.goto('/admin/bin?collection=authors')
  await page.getByRole('heading', { name: 'Nothing in the bin matches' }).waitFor()
})

await check('in Chinese it is called by its Chinese title', async () => {
  const his = await openAdmin(eva, { locale: 'zh-TW' })
  await his.goto('/admin/bin')
  await row(his, '小杯子').getByText(/英文和中文（台灣）/).waitFor()
  await lookAgain(his, 'bin')
  assert.deepEqual(his.complaints, [])
})

await check('an owner deletes all of an article for good', async () => {
  const hers = await openAdmin(olga)
  await hers.goto('/admin/bin')
  await hers.getByRole('button', { name: 'More for “The lost kettle”' }).click()
  await hers.getByRole('menuitem', { name: 'Delete for good' }).click()
  await hers.getByRole('dialog').getByText(`All of it in the bin is deleted: English and ${chinese}.`).waitFor()
  await hers.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
  await row(hers, 'The lost kettle').waitFor({ state: 'detached' })
  await row(hers, 'The small cup').waitFor()
  assert.equal((await binned()).length, 1)
  assert.deepEqual([...page.complaints, ...hers.complaints], [])
})

await close()
