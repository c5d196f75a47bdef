// A slow connection and a busy machine: what is asked for while something else is under way is done all the same.
import assert from 'node:assert/strict'
import { close, holds, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const eva = await hire(await owner(), 'eva', 'editor')
const page = await openAdmin(eva)
const saved = (place = page) => place.getByRole('status').getByText('Saved', { exact: true }).waitFor()
const save = () => page.keyboard.press('Control+s')

// held keeps back the answers to some requests until they are let go. asked resolves when the first of them was sent.
async function held(method, matches) {
  let release, told
  const free = new Promise((done) => (release = done))
  const asked = new Promise((done) => (told = done))
  await page.route(matches, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    told()
    await free
    await route.continue().catch(() => {}) // the page may have stopped waiting
  })
  return { asked, release: async () => { release(); await page.unroute(matches) } }
}

// stored is what the service has of a post.
async function stored(slug) {
  const { items: [{ id }] } = await (await eva.fetch(`/admin/api/entries?collection=posts&search=${slug}`)).json()
  return (await (await eva.fetch(`/admin/api/entries/${id}?collection=posts`)).json()).entry
}

await check('a reference that was chosen is saved by the very next key', async () => {
  await page.goto('/admin/c/posts/new')
  await page.getByLabel('Slug').fill('the-sieve')
  await page.getByRole('textbox', { name: 'Published at' }).fill('2026-10-01T08:30')
  await page.getByRole('combobox', { name: 'Author' }).fill('lin-yu')
  const option = page.getByRole('option', { name: /^Lin Yu-ching/ })
  await option.waitFor()
  const details = await held('GET', /\/admin\/api\/entries\/[0-9a-f-]{36}\?collection=authors/)
  await option.click()
  await save()
  await page.waitForURL(/\/admin\/c\/posts\/[0-9a-f-]{36}$/)
  await details.release()
  await saved()
  assert.equal((await stored('the-sieve')).data.author, 'lin-yu-ching')
})

await check('what is typed while a save is under way is saved when one asks for it', async () => {
  const patches = await held('PATCH', /\/admin\/api\/entries\//)
  await page.getByRole('textbox', { name: 'Cover', exact: true }).fill('a-sieve')
  await save()
  await patches.asked
  await page.getByRole('textbox', { name: 'Cover', exact: true }).fill('two-sieves')
  await save()
  await patches.release()
  await saved()
  assert.equal((await stored('the-sieve')).data.cover, 'two-sieves')
})

await check('a word that is still being typed into a list is saved by the key', async () => {
  await page.getByRole('combobox', { name: 'Tags' }).fill('bamboo')
  await save()
  await saved()
  await settled(page)
  assert.deepEqual((await stored('the-sieve')).data.tags, ['bamboo'])
})

await check('a text is saved by the key that follows its last letter, before anything was drawn', async () => {
  await page.getByLabel('Title').fill('Mind the sieve')
  await page.getByLabel('Summary').fill('Which holes are too large.')
  await page.getByRole('textbox', { name: 'Body' }).fill('Bamboo.')
  await save()
  await saved()
  await page.getByRole('textbox', { name: 'Body' }).focus()
  await page.evaluate(async () => {
    document.execCommand('insertText', false, 'Fine leaf')
    for (let i = 0; i < 10; i++) await null // what watches the text is told, and no task runs
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true }))
  })
  await saved()
  await settled(page)
  const { items } = await (await eva.fetch('/admin/api/entries?collection=post-translations&search=Mind the sieve')).json()
  const { entry } = await (await eva.fetch(`/admin/api/entries/${items[0].id}?collection=post-translations`)).json()
  assert.match(entry.data.body, /Fine leaf/)
})

await check('more rows come although the list changes while they are asked for', async () => {
  await page.goto('/admin/c/posts?q=leaf-&sort=slug&direction=asc')
  await page.getByText(/^50 of \d+ loaded$|^50 entries loaded$/).waitFor()
  const pages = await held('GET', /\/admin\/api\/entries\?.*cursor=/)
  await page.getByRole('checkbox', { name: 'Select leaf-0001' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Publish “leaf-0001”?' })
  await question.waitFor()
  const publishing = await held('POST', /\/entries\/bulk/)
  await question.getByRole('button', { name: 'Publish' }).click()
  await publishing.asked
  await question.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Load more' }).click()
  await pages.asked
  await publishing.release()
  await page.getByText('1 entry published').waitFor()
  await pages.release()
  await page.getByText(/^(150 (of [\d,]+|entries) loaded|1\d\d entries)$/).waitFor()
})

assert.deepEqual(page.complaints, [])
await close()
