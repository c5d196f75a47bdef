// An editor publishes many entries at once.
import assert from 'node:assert/strict'
import { close, look, lookAgain, openAdmin, settled } from '../chromium.mjs'
import { check, origin } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const eva = await hire(await owner(), 'eva', 'editor')
const page = await openAdmin(eva)

const states = async () => {
  const answer = await eva.fetch('/admin/api/entries?collection=posts&search=kettle-&limit=100')
  return Object.fromEntries((await answer.json()).items.map(({ title, status }) => [title, status]))
}

// draft makes a post that nobody has published.
async function draft(slug, more = { author: 'thomas-hale', publishedAt: 1_700_000_000_000 }) {
  const answer = await eva.post('/admin/api/entries?collection=posts', { data: { slug, ...more } })
  assert.equal(answer.status, 201, await answer.text())
}

const row = (name) => page.getByRole('checkbox', { name: `Select ${name}` })

await check('a range of rows is selected with Shift', async () => {
  for (let i = 1; i <= 6; i++) await draft(`kettle-${i}`)
  await draft('kettle-broken', {})
  await page.goto('/admin/c/posts?q=kettle-&sort=slug&direction=asc')
  await row('kettle-1').click()
  await row('kettle-4').click({ modifiers: ['Shift'] })
  await row('kettle-broken').click()
  await page.getByRole('region', { name: 'Selected entries' }).getByText('5 selected').waitFor()
  await look(page, 'bulk')
})

await check('what can be published is, and the reason is told for what cannot', async () => {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Publish 4 Posts?' })
  await question.getByText('1 other selected entry is not changed.').waitFor()
  await question.getByText('4 of these entries are then public in no language: readers do not find them.').waitFor()
  await settled(page)
  await look(page, 'bulk-publish')
  await question.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('4 entries published').waitFor()
  const left = page.getByRole('alert').filter({ hasText: '1 entry was not changed' })
  await left.waitFor()
  await look(page, 'bulk-done')
  await left.getByRole('button', { name: 'Close' }).click()
  assert.deepEqual(await states(), {
    'kettle-1': 'published', 'kettle-2': 'published', 'kettle-3': 'published', 'kettle-4': 'published', 'kettle-5': 'draft', 'kettle-6': 'draft', 'kettle-broken': 'draft',
  })
})

await check('the list shows it without being asked', async () => {
  await page.getByRole('row').filter({ hasText: 'kettle-4' }).getByText('Published').waitFor()
  await page.getByRole('row').filter({ hasText: 'kettle-broken' }).getByText('Draft').waitFor()
})

await check('deleting asks first', async () => {
  await row('kettle-5').click()
  await row('kettle-6').click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete 2 Posts?' }).getByRole('button', { name: 'Cancel' }).click()
  assert.equal((await states())['kettle-5'], 'draft')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('2 entries deleted').waitFor()
  assert.equal((await states())['kettle-5'], undefined)
})

await check('unpublishing asks, names what it will take down, and can be taken back', async () => {
  await row('kettle-1').click()
  await row('kettle-2').click()
  await page.getByRole('button', { name: 'Unpublish' }).click()
  const question = page.getByRole('dialog', { name: 'Unpublish 2 Posts?' })
  await question.getByText('kettle-2').waitFor()
  assert.equal((await states())['kettle-1'], 'published')
  await question.getByRole('button', { name: 'Unpublish' }).click()
  const told = page.getByRole('alert').filter({ hasText: '2 entries unpublished' })
  await told.waitFor()
  assert.equal((await states())['kettle-1'], 'draft')
  await told.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: 2 entries').waitFor()
  assert.equal((await states())['kettle-1'], 'published')
})

await check('what is published is not offered to be deleted', async () => {
  await row('kettle-1').click()
  await page.getByRole('button', { name: 'Unpublish' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0)
})

// article makes a post in languages, of which those without a body are not complete.
async function article(slug, languages) {
  await draft(slug)
  for (const [locale, title, body] of languages) {
    const data = { slug, locale, title, publishedAt: 1_700_000_000_000, summary: 'Of a kettle.', ...(body ? { body } : {}) }
    const answer = await eva.post('/admin/api/entries?collection=post-translations', { data })
    assert.equal(answer.status, 201, await answer.text())
  }
}

// reads is what a reader's browser is answered for a post in both languages.
const reads = async (slug) => Promise.all(['en', 'zh-TW'].map(async (locale) => (await fetch(new URL(`/${locale}/posts/${slug}`, origin))).status))
const bar = page.getByRole('region', { name: /^(Selected entries|已選取的內容)$/ })

await check('chosen articles are published in every language that is complete, and readers fetch those', async () => {
  await article('kettle-iron', [['en', 'An iron kettle', 'Heavy.'], ['zh-TW', '鐵壺', '很重。']])
  await article('kettle-copper', [['en', 'A copper kettle', 'Bright.'], ['zh-TW', '銅壺', '']])
  assert.deepEqual(await reads('kettle-iron'), [404, 404])
  await page.goto('/admin/c/posts?q=kettle-&sort=slug&direction=asc')
  await row('An iron kettle').click()
  await row('A copper kettle').click()
  await bar.getByRole('button', { name: 'Publish', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Publish 2 Posts?' })
  await question.getByText('And 3 translations.').waitFor()
  // As the list calls them, and not by their slugs.
  assert.deepEqual((await question.getByRole('list').first().getByRole('listitem').allInnerTexts()).sort(), ['A copper kettle', 'An iron kettle'])
  await question.getByText('1 translation is not changed.').waitFor()
  await question.getByText(/Body: This is missing/).waitFor()
  await settled(page)
  await look(page, 'bulk-articles')
  await question.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('2 entries published, with 3 translations').waitFor()
  assert.deepEqual(await reads('kettle-iron'), [200, 200])
  assert.equal((await reads('kettle-copper'))[0], 200)
})

await check('a language that is added to what is public is published alone, and taken back by Undo', async () => {
  await draft('kettle-tin')
  await page.goto('/admin/c/posts?q=kettle-tin')
  await row('kettle-tin').click()
  await bar.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog', { name: 'Publish “kettle-tin”?' }).getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alert').filter({ hasText: '1 entry published' }).waitFor()
  const data = { slug: 'kettle-tin', locale: 'en', title: 'A tin kettle', publishedAt: 1_700_000_000_000, summary: 'Light.', body: 'Light.' }
  assert.equal((await eva.post('/admin/api/entries?collection=post-translations', { data })).status, 201)
  await page.goto('/admin/c/posts?q=kettle-tin')
  await row('A tin kettle').click()
  await bar.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog', { name: 'Publish “A tin kettle”?' }).getByRole('button', { name: 'Publish' }).click()
  const told = page.getByRole('alert').filter({ hasText: '1 entry published, with 1 translation' })
  await told.waitFor()
  assert.equal((await reads('kettle-tin'))[0], 200)
  await told.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: 1 entry').waitFor()
  assert.equal((await reads('kettle-tin'))[0], 410) // it was there
})

await check('what is left out is told by its title, too', async () => {
  await article('kettle-clay', [['en', 'A clay kettle', '']])
  await page.goto('/admin/c/posts?q=kettle-clay')
  await row('A clay kettle').click()
  await bar.getByRole('button', { name: 'Publish', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Publish “A clay kettle”?' })
  await question.getByText('1 translation is not changed.').waitFor()
  const [{ id, version }] = (await (await eva.fetch('/admin/api/entries?collection=posts&search=kettle-clay')).json()).items
  assert.equal((await eva.fetch(`/admin/api/entries/${id}?collection=posts`, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data: { author: null }, expectedVersion: version }) })).status, 200)
  await question.getByRole('button', { name: 'Publish' }).click()
  const left = page.getByRole('alert').filter({ hasText: /^.*not changed/ })
  await left.getByText('“A clay kettle”: Somebody has changed it').waitFor()
  await left.getByRole('button', { name: 'Close' }).click()
})

await check('a question that the service does not answer says what was chosen, and does nothing', async () => {
  await page.route('**/admin/api/entries/bulk**', (route) => route.fulfill({ status: 429, contentType: 'application/json', body: '{"ok":false,"diagnostic":{"code":"RESOURCE_EXHAUSTED","message":"no"}}' }))
  await page.goto('/admin/c/posts?q=kettle-&sort=slug&direction=asc')
  await row('An iron kettle').click()
  await bar.getByRole('button', { name: 'Unpublish' }).click()
  const one = page.getByRole('dialog', { name: 'Unpublish “An iron kettle”?' })
  await one.getByRole('alert').waitFor()
  assert.ok(await one.getByRole('button', { name: 'Unpublish' }).isDisabled())
  assert.equal(await one.getByText(/They become drafts|It becomes a draft/).count(), 0) // nothing is known to happen
  await look(page, 'bulk-refused')
  await one.getByRole('button', { name: 'Cancel' }).click()
  await row('A copper kettle').click()
  await bar.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByRole('dialog', { name: 'Unpublish the 2 selected Posts?' }).getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/admin/api/entries/bulk**')
})

await check('in Chinese, too', async () => {
  await page.evaluate(() => localStorage.setItem('quartet.preferences', JSON.stringify({ language: 'zh-TW' })))
  await page.goto('/admin/c/posts?q=kettle-&sort=slug&direction=asc')
  await page.getByRole('checkbox', { name: '選取「鐵壺」' }).click()
  await page.getByRole('checkbox', { name: '選取「kettle-broken」' }).click()
  await bar.getByRole('button', { name: '取消發布' }).click()
  const question = page.getByRole('dialog', { name: '要取消發布「鐵壺」嗎？' })
  await question.getByText('另有 2 份譯文。').waitFor()
  await question.getByText('此內容未公開。').waitFor()
  await lookAgain(page, 'bulk-zh')
  await question.getByRole('button', { name: '取消發布' }).click()
  await page.getByText('已取消發布 1 筆，含 2 份譯文').waitFor()
  assert.deepEqual(await reads('kettle-iron'), [410, 410])
})

assert.deepEqual(page.complaints, [])
await close()
