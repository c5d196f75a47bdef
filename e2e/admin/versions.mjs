// An editor reads the versions of a published page, compares any two, gives one a name, and brings back a field and then
// all of one: with the mouse, with the keyboard alone, from the palette, and in Chinese. Readers see nothing of it.
import assert from 'node:assert/strict'
import { close, look, lookAgain, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const call = async (who, method, path, body) => {
  const answer = await who.fetch(`/admin/api${path}`, { method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body) })
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`)
  return answer.json()
}
const filler = Array.from({ length: 60 }, (_, i) => `Paragraph ${i} about water, leaves and patience.`).join('\n\n')
const body = `Warm the pot.\n\n${filler}\n\nPour slowly.`
const { entry: { id } } = await call(olga, 'POST', '/entries?collection=pages', { data: { slug: 'brewing', locale: 'en', title: 'Brewing', body } })
const change = (who, version, data) => call(who, 'PATCH', `/entries/${id}?collection=pages`, { data, expectedVersion: version })
await change(eva, 1, { body: body.replace('Warm the pot', 'Warm the small pot') })
await change(olga, 2, { title: 'Brewing tea', body: body.replace('slowly', 'at once') })
await call(olga, 'POST', `/entries/${id}/publish?collection=pages`, { expectedVersion: 3 })
const detail = () => call(olga, 'GET', `/entries/${id}?collection=pages`)
const address = `/admin/c/pages/${id}`

const page = await openAdmin(eva)
const timeline = page.getByRole('navigation', { name: 'All versions' })
const field = (name) => page.getByRole('region', { name, exact: true })
const heading = (name) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
const withVersion = page.getByLabel('Compare with')

await check('the history beside the form leads to what a version changed', async () => {
  await page.goto(address)
  await page.getByRole('tab', { name: 'History' }).click()
  await timeline.getByRole('link', { name: /published it$/ }).waitFor()
  await look(page, 'versions-rail')
  await timeline.getByRole('link', { name: 'You changed it' }).click()
  await heading('Version 2')
  await page.getByRole('heading', { level: 1, name: 'Versions of “Brewing tea”' }).waitFor()
  assert.deepEqual(await field('Body').locator('ins').allInnerTexts().then((all) => all.map((each) => each.replace(/^Added:\s*/, '').trim())), ['small'])
  assert.equal(await field('Title').count(), 0)
  await look(page, 'versions')
})

await check('any two are compared, word by word', async () => {
  await withVersion.selectOption({ label: 'What readers see (version 4)' })
  await field('Title').waitFor()
  const words = async (name, mark) => (await field(name).locator(mark).allInnerTexts()).map((each) => each.replace(/^(Added|Removed):\s*/, '').trim())
  assert.deepEqual([await words('Title', 'ins'), await words('Title', 'del')], [['tea'], []])
  assert.deepEqual([await words('Body', 'ins'), await words('Body', 'del')], [['at once'], ['small', 'slowly']])
  await field('Status').getByText('Published').waitFor()
  assert.match(page.url(), /version=2&with=4/)
  await page.reload()
  await heading('Version 2')
  await field('Title').locator('ins').waitFor()
  await withVersion.selectOption({ label: 'Version 3' })
  await page.waitForURL(/with=3/)
  await page.getByText('Everything', { exact: true }).click()
  await field('Slug').getByText('brewing').waitFor()
  await page.getByText('Changes', { exact: true }).click()
  await look(page, 'versions-compared')
})

await check('a version gets a name, by which it is found', async () => {
  await page.getByRole('button', { name: 'Name this version' }).click()
  await look(page, 'versions-name')
  await page.getByRole('dialog').getByLabel('Name').fill('Before the rewrite')
  await page.keyboard.press('Enter')
  await page.getByText('Version 2 is called “Before the rewrite”').waitFor()
  await timeline.getByText('Before the rewrite').waitFor()
  await heading('Before the rewrite')
  const { items } = await call(olga, 'GET', `/entries/${id}/versions?collection=pages`)
  assert.equal(items.find(({ version }) => version === 2).name, 'Before the rewrite')
})

await check('one field comes back as a draft over what is published', async () => {
  await page.getByRole('button', { name: 'Restore this field: “Title” of version 2' }).click()
  await page.getByText('“Title” of version 2 is restored').waitFor()
  const { entry, draft } = await detail()
  assert.deepEqual([entry.version, entry.data.title, draft.data.title, draft.data.body], [4, 'Brewing tea', 'Brewing', entry.data.body])
  await timeline.getByRole('link', { name: 'Draft, not published' }).click()
  await heading('Draft, not published')
  await field('Title').locator('del').waitFor()
  await look(page, 'versions-draft')
})

await check('all of a version comes back, after a question, and readers see nothing of it', async () => {
  await timeline.getByRole('link', { name: 'You changed it' }).click()
  await heading('Before the rewrite')
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await page.getByRole('dialog').getByText('It replaces the current draft').waitFor()
  await look(page, 'versions-restore')
  await page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click()
  await page.getByText('Version 2 is restored', { exact: true }).waitFor()
  await page.waitForURL(new RegExp(`${id}$`))
  await page.getByText('Your draft is not published yet').waitFor()
  const { entry, draft } = await detail()
  assert.deepEqual([entry.version, entry.status, entry.data.title], [4, 'published', 'Brewing tea'])
  assert.equal(draft.data.body, body.replace('Warm the pot', 'Warm the small pot'))
})

await check('with the keyboard alone: through the versions, and a field back', async () => {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('v')
  await heading('Draft, not published')
  await page.keyboard.press('j')
  await heading('Version 4')
  await page.keyboard.press('j')
  await heading('Version 3')
  await page.keyboard.press('k')
  await heading('Version 4')
  await page.keyboard.press('j')
  await heading('Version 3')
  const restore = page.getByRole('button', { name: 'Restore this field: “Title” of version 3' })
  for (let presses = 0; !(await restore.evaluate((button) => button === document.activeElement)); presses++) {
    assert.ok(presses < 80, 'the focus does not reach it')
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.getByText('“Title” of version 3 is restored').waitFor()
  assert.equal((await detail()).draft.data.title, 'Brewing tea')
  await page.keyboard.press('u')
  await page.waitForURL(new RegExp(`${id}$`))
})

await check('from the palette', async () => {
  await settled(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Command palette' }).waitFor()
  await page.keyboard.type('revisions')
  await page.locator('[data-action][data-selected]').filter({ hasText: /^Versions: / }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/versions$/)
  await heading('Draft, not published')
})

await check('somebody else changes it meanwhile: a restoration says so and does nothing', async () => {
  await timeline.getByRole('link', { name: 'You changed it' }).click()
  await heading('Before the rewrite')
  const { draft } = await detail()
  await call(olga, 'POST', `/entries/${id}/publish?collection=pages`, { expectedVersion: 4, expectedDraft: draft.counter })
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  const { entry, hasDraft } = await detail()
  assert.deepEqual([entry.version, hasDraft], [5, false])
  await page.keyboard.press('Escape')
})

await check('a contributor restores a draft of hers, which is the draft then', async () => {
  const cora = await hire(olga, 'cora', 'contributor')
  const { entry } = await call(cora, 'POST', '/entries?collection=pages', { data: { slug: 'cups', locale: 'en', title: 'Cups', body: 'Small ones.' } })
  await call(cora, 'PATCH', `/entries/${entry.id}?collection=pages`, { data: { body: 'Large ones.' }, expectedVersion: 1 })
  const hers = await openAdmin(cora)
  await hers.goto(`/admin/c/pages/${entry.id}/versions?version=1`)
  await hers.getByRole('button', { name: 'Restore this version' }).click()
  await hers.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click()
  await hers.waitForURL(new RegExp(`${entry.id}$`))
  const now = (await call(olga, 'GET', `/entries/${entry.id}?collection=pages`)).entry
  assert.deepEqual([now.version, now.status, now.data.body], [3, 'draft', 'Small ones.'])
  assert.deepEqual(hers.complaints, [])
})

await check('in Chinese', async () => {
  const chinese = await openAdmin(eva, { locale: 'zh-TW' })
  await chinese.goto(`${address}/versions?version=2`)
  await chinese.getByRole('navigation', { name: '所有版本' }).waitFor()
  await chinese.getByLabel('比較對象').waitFor()
  await lookAgain(chinese, 'versions-zh')
  assert.deepEqual(chinese.complaints, [])
})

await check('an article has one history, of all its languages, and it can be narrowed to one', async () => {
  const words = (locale, title) => call(eva, 'POST', '/entries?collection=post-translations', { data: { slug: 'two-tongues', locale, publishedAt: 1_790_000_000_000, title, summary: 'S', body: 'B' } })
  const { entry: post } = await call(eva, 'POST', '/entries?collection=posts', { data: { slug: 'two-tongues', publishedAt: 1_790_000_000_000, author: 'lin-yu-ching' } })
  const [en, zh] = [(await words('en', 'Two tongues')).entry, (await words('zh-TW', '兩種語言')).entry]
  const again = (entry, data) => call(eva, 'PATCH', `/entries/${entry.id}?collection=${entry.collection}`, { data, expectedVersion: entry.version })
  await again(zh, { summary: '摘要' })
  await again(en, { summary: 'A summary' })
  await again(post, { tags: ['tongues'] })
  await page.goto(`/admin/c/posts/${post.id}`)
  await page.getByRole('tab', { name: 'History' }).click()
  const rows = () => timeline.getByRole('link').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  await timeline.getByRole('link').nth(5).waitFor()
  const [shared, english, chinese] = ['What all languages share', 'English', 'Chinese (Taiwan)']
  const order = [['You changed it', shared], ['You changed it', english], ['You changed it', chinese], ['You created it', chinese], ['You created it', english], ['You created it', shared]]
  assert.deepEqual(await rows(), order.map(([did, of]) => `${did}: ${of}`))
  await look(page, 'versions-article-rail')
  await timeline.getByRole('link', { name: `You changed it: ${chinese}` }).click()
  await field('Summary').getByText('摘要').waitFor()
  assert.deepEqual(await rows(), order.map(([did, of]) => `${did}: ${of}`))
  await look(page, 'versions-article')
  await page.getByLabel('Language of the versions').selectOption(chinese)
  await page.waitForFunction(() => document.querySelectorAll('nav li a').length >= 2 && new URL(location).searchParams.get('of') === 'zh-TW')
  await timeline.getByRole('link', { name: english }).first().waitFor({ state: 'detached' })
  assert.deepEqual(await rows(), [`You changed it: ${chinese}`, `You created it: ${chinese}`])
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  await page.waitForURL(/version=1&of=zh-TW|of=zh-TW&version=1/)
  await page.keyboard.press('u')
  await page.waitForURL(/\/c\/posts\/[^/]+\?locale=zh-TW$/)
})

assert.deepEqual(page.complaints, [])
await close()
