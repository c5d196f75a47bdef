// A published page is edited: what is typed goes to the service as a draft, and readers see the old until it is published.
import assert from 'node:assert/strict'
import { close, holds, look, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { call, hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const cora = await hire(olga, 'cora', 'contributor')
const text = 'First paragraph.\n\nSecond paragraph.\n\nThird paragraph.'
const { entry: { id } } = await call(olga, 'POST', '/entries?collection=pages', { data: { slug: 'steeping', locale: 'en', title: 'Steeping', body: text } })
await call(olga, 'POST', `/entries/${id}/publish?collection=pages`, {})
const detail = () => call(olga, 'GET', `/entries/${id}?collection=pages`)
const address = `/admin/c/pages/${id}`
const page = await openAdmin(eva)
const title = (who) => who.getByRole('textbox', { name: 'Title' })
const body = (who) => who.getByRole('textbox', { name: 'Body' })
// drafted waits until the service has a property so in the draft: what is saved already says so, too.
async function drafted(field, value) {
  for (const start = Date.now(); ; await new Promise((done) => setTimeout(done, 100))) {
    const { draft } = await detail()
    if (draft?.data[field] === value) return
    assert.ok(Date.now() - start < 30_000, `${field} of the draft is ${draft?.data[field]}`)
  }
}
const pending = (who) => who.getByRole('status').getByText('Saved, not published', { exact: true }).waitFor()

await check('what she types is saved by itself, and readers see the old', async () => {
  await page.goto(address)
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  const size = page.viewportSize()
  await page.setViewportSize({ ...size, height: 560 }) // a page that is shown whole cannot be scrolled
  await settled(page)
  const { y } = await title(page).boundingBox()
  await title(page).fill('Steeping longer')
  await pending(page)
  await page.getByText('This draft is not published yet').waitFor()
  await settled(page)
  assert.ok(Math.abs((await title(page).boundingBox()).y - y) < 2, 'the line that she writes has moved')
  await page.setViewportSize(size)
  const { entry, draft, hasDraft } = await detail()
  assert.deepEqual([entry.version, entry.data.title, hasDraft, draft.data.title], [2, 'Steeping', true, 'Steeping longer'])
  await look(page, 'admin-draft-pending')
})

await check('it is there when the page is loaded again, and on the list', async () => {
  await page.reload()
  await holds(title(page), 'Steeping longer')
  await pending(page)
  await page.goto('/admin/c/pages')
  await page.getByRole('row', { name: /Steeping/ }).getByText('Draft pending').waitFor()
  await page.goto(address)
})

await check('what she types and takes back leaves no draft', async () => {
  await title(page).fill('Steeping')
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  await page.locator('[data-page-head]').getByText('Published', { exact: true }).waitFor()
  await page.getByText('This draft is not published yet').waitFor({ state: 'detached' })
  assert.equal((await detail()).hasDraft, false)
  await page.goto('/admin/c/pages')
  await page.getByRole('row', { name: /Steeping/ }).getByText('Published', { exact: true }).waitFor()
  assert.equal(await page.getByText('Draft pending').count(), 0)
  await page.goto(address)
  await title(page).fill('Steeping longer')
  await pending(page)
})

await check('what she takes back and publishes at once is published as it is', async () => {
  await title(page).fill('Steeping')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await page.getByText('“Steeping” is published').waitFor()
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  assert.equal(await page.getByText('That did not work').count(), 0)
  const { entry, hasDraft } = await detail()
  assert.deepEqual([entry.version, hasDraft], [2, false])
  await title(page).fill('Steeping longer')
  await pending(page)
})

await check('she sees what a publication changes', async () => {
  await page.getByRole('button', { name: 'What changes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Title' }).waitFor()
  assert.equal(await dialog.locator('ins').innerText().then((words) => words.includes('longer')), true)
  await look(page, 'admin-draft-changes')
  await page.keyboard.press('Escape')
})

await check('published, it is what readers see, in one version', async () => {
  await page.getByRole('button', { name: /^Publish/ }).click()
  await page.getByText('“Steeping longer” is published').waitFor()
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  const { entry, hasDraft } = await detail()
  assert.deepEqual([entry.version, entry.data.title, hasDraft], [3, 'Steeping longer', false])
})

await check('a draft is dropped after a question', async () => {
  await title(page).fill('Steeping less')
  await pending(page)
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await look(page, 'admin-draft-discard')
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await page.getByText('is discarded').waitFor()
  await holds(title(page), 'Steeping longer')
  assert.equal((await detail()).hasDraft, false)
})

const hers = await openAdmin(cora)
await check('two people write one text, and both are kept by paragraph', async () => {
  await hers.goto(address)
  await holds(title(hers), 'Steeping longer')
  await call(eva, 'PATCH', `/entries/${id}/draft?collection=pages`, { data: { body: text.replace('First', 'The very first') }, expectedDraft: 0, expectedVersion: 3 })
  await body(hers).click()
  await hers.keyboard.press('Control+End')
  await hers.keyboard.type(' And a last word.')
  await drafted('body', `${text.replace('First', 'The very first')} And a last word.`)
  await pending(hers)
  assert.equal((await detail()).entry.data.body, text)
})

await check('what both made of one place is asked', async () => {
  const { draft } = await detail()
  await title(hers).fill('Mine')
  await call(eva, 'PATCH', `/entries/${id}/draft?collection=pages`, { data: { title: 'Hers' }, expectedDraft: draft.counter })
  const clash = hers.getByRole('button', { name: 'Not saved: somebody else changed the same place' })
  await clash.waitFor()
  await title(hers).press('End') // nobody takes the text away from who types on
  await hers.keyboard.type(', and more')
  await holds(title(hers), 'Mine, and more')
  await look(hers, 'admin-draft-clash')
  await clash.click()
  await hers.getByRole('heading', { name: /changed this entry/ }).waitFor()
  await look(hers, 'admin-draft-conflict')
  await hers.getByRole('radio', { name: 'Title: Yours' }).click()
  await hers.getByRole('button', { name: 'Save with these choices' }).click()
  await drafted('title', 'Mine, and more')
  await pending(hers)
})

await check('a contributor cannot publish it', async () => {
  assert.equal(await hers.getByRole('button', { name: /^Publish/ }).count(), 0)
})

await check('somebody publishes while she types: what she typed goes on as the next draft', async () => {
  const { draft } = await detail()
  await call(eva, 'POST', `/entries/${id}/publish?collection=pages`, { expectedDraft: draft.counter })
  await title(hers).fill('Mine, and much more')
  await drafted('title', 'Mine, and much more')
  await pending(hers)
  assert.equal((await detail()).entry.data.title, 'Mine, and more')
})

await check('somebody discards while she types: what she typed is kept', async () => {
  const { draft } = await detail()
  await call(eva, 'DELETE', `/entries/${id}/draft?collection=pages&expectedDraft=${draft.counter}`)
  await hers.getByRole('textbox', { name: 'Summary' }).fill('How long.') // which the draft had not touched
  await drafted('summary', 'How long.')
  await pending(hers)
})

await check('without a connection it stays on the device, and says so', async () => {
  await hers.context().setOffline(true)
  await title(hers).fill('Written in a tunnel')
  await hers.getByRole('status').getByText('Saved on this device only').waitFor()
  await look(hers, 'admin-draft-offline')
  await hers.context().setOffline(false)
  await drafted('title', 'Written in a tunnel')
  await pending(hers)
})

await check('with the keyboard alone: typed, saved, published', async () => {
  await page.reload()
  await holds(title(page), 'Written in a tunnel')
  await title(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Typed')
  await page.keyboard.press('Control+s')
  await pending(page)
  await page.keyboard.press('Control+Enter')
  await page.getByText('“Typed” is published').waitFor()
  await settled(page)
  assert.equal((await detail()).entry.data.title, 'Typed')
})

await check('whoever leaves what cannot be saved is led back to it', async () => {
  const slug = page.getByLabel('Slug')
  await slug.fill('Not A Slug')
  await page.getByRole('navigation').getByRole('link', { name: 'Posts', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByText('Some changes could not be saved.').waitFor()
  assert.equal(await question.getByRole('button', { name: 'Save and leave' }).count(), 0)
  await question.getByRole('button', { name: 'Stay' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await slug.and(page.locator(':focus')).waitFor()
  await slug.fill('steeping')
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
})

await check('what is archived is shown as it is: its draft is told of, and dropped apart from it', async () => {
  await title(page).fill('Left in the draft')
  await pending(page)
  await call(olga, 'POST', `/entries/${id}/archive?collection=pages`, {})
  await page.reload()
  await holds(title(page), 'Typed')
  await page.getByText('It was archived with a draft beside it').waitFor()
  await page.getByRole('button', { name: 'What it changes' }).click()
  await page.getByRole('dialog').getByText('Left in the draft').waitFor()
  await page.keyboard.press('Escape')
  await look(page, 'admin-draft-archived')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await page.getByText('It was archived with a draft beside it').waitFor({ state: 'detached' })
  const { entry, draft } = await detail()
  assert.deepEqual([entry.status, entry.data.title, draft], ['archived', 'Typed', undefined])
})

for (const each of [page, hers]) assert.deepEqual(each.complaints, [])
await close()
