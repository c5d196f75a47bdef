// A contributor writes, an editor publishes, and the contributor reads on.
import assert from 'node:assert/strict'
import { close, holds, look, openAdmin, person, settled, signIn } from '../chromium.mjs'
import { check, Visitor } from '../site.mjs'
import { address, hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const hers = await person()
const editors = await openAdmin(eva)

const saved = (page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
const publishes = (page) => page.getByRole('button', { name: /^Publish/ })
const locked = () => hers.getByText('You can read this entry, but not change it')

// back is what a page does when one comes back to its tab: it asks anew.
async function back(page) {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await settled(page)
}

// stored is what the service has of the post.
async function stored() {
  const { items: [{ id }] } = await (await eva.fetch('/admin/api/entries?collection=posts&search=the-strainer')).json()
  return (await (await eva.fetch(`/admin/api/entries/${id}?collection=posts`)).json()).entry
}

await check('she was invited, and signs in', async () => {
  await olga.post('/admin/api/staff/invitations', { email: address('cora'), role: 'contributor' })
  await hers.goto(await new Visitor().letter(address('cora')))
  await signIn(hers, address('cora'))
  await hers.getByRole('heading', { name: /^Welcome/ }).waitFor()
})

await check('what she may begin is offered, and nothing else', async () => {
  await hers.getByRole('main').getByRole('link', { name: 'New in Posts' }).first().waitFor()
  await hers.getByRole('button', { name: 'More to start' }).click()
  const rest = hers.getByRole('menu', { name: 'More to start' })
  await rest.getByRole('menuitem').first().waitFor()
  assert.deepEqual(await rest.getByRole('menuitem').allInnerTexts(), ['New in Pages', 'New in Authors', 'Connect an agent'])
  await hers.keyboard.press('Escape')
  await look(hers, 'admin-contributor-home')
})

await check('what is no draft is hers to read', async () => {
  await hers.goto('/admin/c/suggestions')
  await hers.getByRole('link', { name: 'Tea and ceramics of Yingge' }).click()
  await locked().waitFor()
  assert.ok(await hers.getByLabel('Subject').evaluate((input) => input.readOnly || input.disabled))
  assert.equal(await hers.getByRole('button', { name: /^Save/ }).count(), 0)
  await look(hers, 'admin-contributor-reads')
})

await check('in a list there is nothing to select', async () => {
  await hers.goto('/admin/c/posts')
  await hers.getByText('who-put-the-pearls-in').waitFor()
  assert.equal(await hers.getByRole('checkbox').count(), 0)
})

await check('she writes a draft, and is told who publishes it', async () => {
  await hers.getByRole('link', { name: 'New entry' }).click()
  await hers.getByLabel('Slug').fill('the-strainer')
  await hers.getByRole('textbox', { name: 'Published at' }).fill('2026-10-01T08:30')
  await hers.getByRole('combobox', { name: 'Author' }).fill('lin-yu')
  await hers.getByRole('option', { name: /^Lin Yu-ching/ }).click()
  assert.equal(await publishes(hers).count(), 0)
  await hers.keyboard.press('Control+s')
  await saved(hers)
  await hers.getByText('Only staff see it. An editor can publish it.').waitFor()
  assert.equal(await publishes(hers).count(), 0)
  await look(hers, 'admin-contributor-draft')
})

await check('no key publishes it either', async () => {
  await hers.keyboard.press('Control+Enter')
  await settled(hers)
  assert.equal((await stored()).status, 'draft')
  await hers.getByRole('button', { name: 'More for this entry' }).click()
  const items = await hers.getByRole('menuitem').allInnerTexts()
  assert.deepEqual(items.filter((item) => /publish|archive|delete/i.test(item)), [])
  await hers.keyboard.press('Escape')
})

await check('she translates it', async () => {
  await hers.getByLabel('Title').fill('Mind the strainer')
  await hers.getByRole('textbox', { name: 'Published at' }).fill('2026-10-01T08:30')
  await hers.getByLabel('Summary').fill('What is left in the cup, and why.')
  await hers.getByRole('textbox', { name: 'Body' }).fill('Leaves that are **large** need none.')
  await hers.keyboard.press('Control+s')
  await saved(hers)
  assert.equal(await publishes(hers).count(), 0)
})

await check('an editor finds it among the drafts, sees whose it is, and publishes it', async () => {
  await editors.goto('/admin/c/posts?status=draft')
  await editors.getByRole('link', { name: 'Mind the strainer' }).click()
  await editors.getByRole('tab', { name: 'History' }).click()
  await editors.getByText(`${address('cora')} created it`).first().waitFor()
  await publishes(editors).click()
  await editors.getByRole('dialog', { name: /^Publish/ }).getByRole('button', { name: 'Publish', exact: true }).click()
  await editors.getByText(/^“Mind the strainer” is published/).waitFor()
})

await check('what she typed meanwhile goes on as a draft beside it', async () => {
  await hers.getByRole('textbox', { name: 'Cover', exact: true }).fill('a-strainer')
  await hers.keyboard.press('Control+s')
  await hers.getByRole('status').getByText('Saved, not published').waitFor()
  assert.equal((await stored()).data.cover, undefined)
  await holds(hers.getByRole('textbox', { name: 'Cover', exact: true }), 'a-strainer')
  assert.equal(await publishes(hers).count(), 0)
  await look(hers, 'admin-contributor-late')
})

await check('she types on without loading the page again', async () => {
  await hers.getByRole('textbox', { name: 'Cover', exact: true }).fill('another-strainer')
  await hers.getByRole('status').getByText('Saved, not published').waitFor()
  await hers.reload()
  await holds(hers.getByRole('textbox', { name: 'Cover', exact: true }), 'another-strainer')
})

await check('unpublished, it is hers to change again', async () => {
  await editors.getByRole('tab', { name: 'Fields' }).click()
  await editors.getByRole('button', { name: 'Unpublish' }).click()
  await editors.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
  await editors.getByText('“Mind the strainer” is a draft again in all languages').waitFor()
  await back(hers)
  await hers.getByRole('textbox', { name: 'Cover', exact: true }).fill('strainers')
  await hers.keyboard.press('Control+s')
  await saved(hers)
})

for (const page of [hers, editors]) assert.deepEqual(page.complaints, [])
await close()
