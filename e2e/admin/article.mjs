// A post is made from nothing and published in two languages at once, on one page; what
// readers can fetch of it is said wherever it is shown, and it is taken down as a whole.
//
// The count: 12 actions from the list to both languages being public, an action being a
// click, a text that is typed, or a key.
import assert from 'node:assert/strict'
import { close, holds, look, openAdmin, saveDraft, settled } from '../chromium.mjs'
import { check, origin } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const eva = await hire(await owner(), 'eva', 'editor')
const page = await openAdmin(eva)
const language = (name) => page.getByRole('tab', { name })
const sheet = page.getByRole('dialog', { name: /^Publish/ })
const saved = (place = page) => place.getByRole('status').getByText('Saved', { exact: true }).waitFor()
const status = (text) => page.getByText(text).first().waitFor()

let actions = 0
const act = async (doing) => {
  actions++
  await doing
}

// read is what a reader of a language finds.
async function read(locale) {
  const answer = await fetch(new URL(`/api/views/post-by-slug?locale=${locale}&slug=the-pot`, origin))
  return (await answer.json()).data.rows[0]?.title
}

// layered counts the frames in which a toast and a sheet are both seen, and those in which they overlap, until there is no toast.
const layered = () => page.evaluate(() => {
  const box = (each) => each.getBoundingClientRect()
  const found = window.layered = { together: 0, over: 0, done: false, toasts: 0 }
  const look = () => {
    const toasts = [...document.querySelectorAll('.mantine-Notification-root')].filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true })).map(box)
    const layers = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].map(box)
    found.toasts = Math.max(found.toasts, toasts.length)
    if (toasts.length && layers.length) found.together++
    if (toasts.some((a) => layers.some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom))) found.over++
    found.done = found.toasts > 0 && toasts.length === 0
    if (!found.done) requestAnimationFrame(look)
  }
  look()
})
const overlaps = async () => {
  await page.waitForFunction(() => window.layered.done)
  return page.evaluate(() => window.layered)
}

// compose types a word as an input method does: as a draft of it, and then as it is.
async function compose(field, word) {
  await field.focus()
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'ㄏㄨˊ', selectionStart: 3, selectionEnd: 3 })
  await session.send('Input.insertText', { text: word })
  await session.detach()
}

await check('from nothing to two languages, with one publish', async () => {
  await page.goto('/admin/c/posts')
  await act(page.getByRole('link', { name: 'New entry' }).click())
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  await act(page.keyboard.type('The pot'))
  await holds(page.getByLabel('Slug'), 'the-pot')
  await act(page.getByRole('textbox', { name: 'Body' }).fill('A cold pot takes the heat.'))
  await act(page.getByLabel('Summary').fill('Why a pot is warmed.'))
  const [summary, byline] = await Promise.all(['Summary', 'Byline'].map((name) => page.getByLabel(name).boundingBox()))
  assert.ok(summary.y < byline.y, 'what is required is not first')
  await look(page, 'admin-article-new')
  await act(language('Chinese (Taiwan): add').click())
  await page.getByRole('tab', { name: /^Chinese/, selected: true }).waitFor()
  await holds(page.getByLabel('Title'), '')
  await act(compose(page.getByLabel('Title'), '小心壺身'))
  await act(page.getByRole('textbox', { name: 'Body' }).fill('冷壺會吸走熱。'))
  await act(page.getByLabel('Summary').fill('為什麼要溫壺。'))
  await act(page.keyboard.press('Control+Enter'))
  await sheet.getByRole('checkbox', { name: 'Chinese (Taiwan)' }).waitFor()
  const needed = sheet.getByRole('group', { name: 'Required before it is published' })
  assert.equal(await needed.evaluate((group) => group === document.activeElement), true)
  assert.equal(await sheet.getByRole('button', { name: 'Published at', exact: true }).count(), 0) // it is asked once
  await look(page, 'admin-article-publish')
  assert.equal(await read('en'), undefined)
  await needed.getByText('Leave “Published at” empty to set it to the moment of publication.').waitFor()
  assert.deepEqual((await needed.locator('label').allInnerTexts()).map((each) => each.trim()), ['Published at', 'Author *']) // what can be left is not marked
  await act(needed.getByRole('combobox', { name: 'Author' }).fill('lin-yu'))
  await act(page.getByRole('option', { name: /^Lin Yu-ching/ }).click())
  await act(sheet.getByRole('button', { name: 'Publish', exact: true }).click())
  await page.getByText('“The pot” is published: English and Chinese (Taiwan)').waitFor()
  assert.equal(await read('en'), 'The pot')
  assert.equal(await read('zh-TW'), '小心壺身')
  assert.equal(actions, 12)
})

await check('its languages say what readers can fetch, and the page is headed as the one that is open', async () => {
  await page.getByRole('heading', { level: 1, name: '小心壺身' }).waitFor()
  await language(/^English/).click()
  await page.getByRole('heading', { level: 1, name: 'The pot' }).waitFor()
  await language(/^Chinese/).click()
  await page.getByRole('heading', { level: 1, name: '小心壺身' }).waitFor()
  await language('English Published').waitFor()
  await language('Chinese (Taiwan) Published').waitFor()
})

await check('a language that is changed after the publish waits, and can be published where it is', async () => {
  await page.getByLabel('Summary').fill('為什麼要先溫壺。')
  await page.getByRole('status').getByText('Saved, not published').waitFor()
  await language(/^Chinese \(Taiwan\) ?Published, with a pending draft$/).waitFor()
  await status('Draft pending')
  await look(page, 'admin-article-edited')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await sheet.getByText('Public, with unpublished changes').waitFor()
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click()
  await sheet.waitFor({ state: 'hidden' })
  await language(/^Chinese \(Taiwan\) ?Published$/).waitFor()
  const answer = await fetch(new URL('/api/views/post-by-slug?locale=zh-TW&slug=the-pot', origin))
  assert.equal((await answer.json()).data.rows[0].summary, '為什麼要先溫壺。')
})

await check('the list says which language waits', async () => {
  await page.getByRole('textbox', { name: 'Summary' }).fill('為什麼要溫壺？')
  await page.getByRole('status').getByText('Saved, not published').waitFor()
  await page.getByRole('link', { name: 'Posts' }).first().click()
  const row = page.getByRole('row', { name: /The pot/ })
  await row.getByText('zh-TW').and(page.getByTitle('Published, with a pending draft')).waitFor()
  await row.getByText('Draft pending').waitFor()
  await row.getByRole('link', { name: 'The pot' }).click()
  await page.getByRole('tab', { name: /^Chinese/ }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click()
  await sheet.waitFor({ state: 'hidden' })
})

await check('the parent alone is taken down: it says which languages stay', async () => {
  await page.getByRole('button', { name: 'Unpublish' }).click()
  const question = page.getByRole('dialog', { name: 'Unpublish “The pot”?' })
  await question.getByRole('checkbox', { name: 'In all languages' }).uncheck()
  await question.getByText(/^Readers can still see: .*English/).waitFor()
  await look(page, 'admin-article-unpublish')
  await question.getByRole('button', { name: 'Unpublish' }).click()
  await question.waitFor({ state: 'hidden' })
  await page.getByText(/^Readers can see .*English.* are a draft\.$/).waitFor()
  assert.equal(await read('en'), 'The pot')
  await page.goto('/admin/c/posts?status=draft')
  await page.getByRole('row', { name: /The pot/ }).getByText('2 of 2 languages are public').waitFor()
})

await check('all of it is taken down at once', async () => {
  await page.getByRole('link', { name: 'The pot' }).click()
  await page.getByRole('button', { name: 'Unpublish' }).click()
  const question = page.getByRole('dialog', { name: 'Unpublish “The pot”?' })
  await question.getByText('The same happens to its 2 translations.').waitFor()
  await question.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByText('“The pot” is a draft again in all languages').waitFor()
  await page.getByText('Only staff see it.').waitFor()
  assert.equal(await read('en'), undefined)
  assert.equal(await read('zh-TW'), undefined)
})

// aside publishes and takes down, opens the sheet while that is said, and counts.
async function aside() {
  await page.waitForFunction(() => !document.querySelector('.mantine-Notification-root'))
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await sheet.getByRole('checkbox', { name: 'Chinese (Taiwan)' }).waitFor()
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click()
  await sheet.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Unpublish' }).click()
  const question = page.getByRole('dialog', { name: 'Unpublish “The pot”?' })
  await question.getByRole('button', { name: 'Unpublish' }).click()
  await said.waitFor()
  await question.waitFor({ state: 'hidden' }) // until then the keys are those of the question
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor() // and until then there is nothing to publish
  await page.keyboard.press('Control+Enter')
  await layered()
  await sheet.getByRole('checkbox', { name: 'Chinese (Taiwan)' }).waitFor()
}
const said = page.getByText('“The pot” is a draft again in all languages')

await check('what was done is said beside the sheet that is opened meanwhile', async () => {
  await aside()
  await page.screenshot({ path: 'pictures/admin-article-toast.png' })
  const seen = await overlaps()
  assert.ok(seen.together > 0 && seen.over === 0, JSON.stringify(seen))
  await page.keyboard.press('Escape')
})

await check('where the sheet takes all of the window, it is said when that has closed', async () => {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  await aside()
  await page.waitForFunction(() => !document.querySelector('.mantine-Notification-root'))
  await page.screenshot({ path: 'pictures/admin-article-toast-360.png' })
  await layered()
  await page.keyboard.press('Escape')
  await said.waitFor()
  const seen = await overlaps()
  assert.equal(seen.over, 0)
  await page.setViewportSize(size)
})

await check('what is missing is said for each language, and leads to its field', async () => {
  await language(/^Chinese/).click()
  await holds(page.getByLabel('Title'), '小心壺身')
  await page.getByLabel('Summary').fill('')
  await language(/^English/).click()
  await holds(page.getByLabel('Title'), 'The pot')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  assert.equal(await sheet.getByRole('checkbox', { name: 'Chinese (Taiwan)' }).isChecked(), false)
  await look(page, 'admin-article-missing')
  await sheet.getByRole('listitem').filter({ hasText: 'Chinese (Taiwan)' }).getByRole('button', { name: 'Summary' }).click()
  await sheet.waitFor({ state: 'hidden' })
  await holds(page.getByLabel('Title'), '小心壺身')
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA' && document.activeElement.id.includes('summary'))
  await page.getByLabel('Summary').fill('溫壺的理由。')
  await saveDraft(page)
})

await check('a date that both languages have a copy of is changed once', async () => {
  await page.getByRole('textbox', { name: 'Published at' }).fill('2026-11-02T10:00')
  await saveDraft(page)
  await settled(page)
  const { items } = await (await eva.fetch('/admin/api/entries?collection=post-translations&filter.slug=the-pot&fields=publishedAt')).json()
  assert.deepEqual(items.map(({ values }) => values.publishedAt), [Date.UTC(2026, 10, 2, 10), Date.UTC(2026, 10, 2, 10)])
})

await check('from the keyboard a language keeps the focus, and what was typed goes to the service first', async () => {
  await page.getByLabel('Summary').fill('溫壺的理由，再說一次。')
  await language(/^Chinese/).focus()
  await page.keyboard.press('ArrowLeft')
  await holds(page.getByLabel('Title'), 'The pot')
  assert.equal(await page.evaluate(() => document.activeElement?.textContent?.includes('English')), true)
  await page.keyboard.press('ArrowRight')
  await holds(page.getByLabel('Summary'), '溫壺的理由，再說一次。')
})

await check('and at a time', async () => {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await sheet.getByRole('radio', { name: 'Schedule' }).check()
  await sheet.getByLabel(/^Time \(/).fill('2030-01-02T09:00')
  await look(page, 'admin-article-later')
  await sheet.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText(/^“The pot” goes out on /).waitFor()
  await settled(page)
  assert.equal(await read('en'), undefined)
})

await check('a duplicate has the words of all languages', async () => {
  await page.getByRole('button', { name: 'More for this entry' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await holds(page.getByLabel('Title'), 'The pot')
  await page.getByLabel('Slug').fill('the-second-pot')
  await saveDraft(page)
  await settled(page)
  const { items } = await (await eva.fetch('/admin/api/entries?collection=post-translations&filter.slug=the-second-pot&fields=title')).json()
  assert.deepEqual(items.map(({ values }) => values.title).sort(), ['The pot', '小心壺身'])
})

await check('a new article that has nothing in it says what it lacks when it is published, and is not made', async () => {
  const count = async () => (await (await eva.fetch('/admin/api/collections/posts/statistics')).json()).total
  const before = await count()
  await page.goto('/admin/c/posts/new')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const words = page.getByRole('alert').filter({ hasText: 'Not published' })
  for (const field of ['Title', 'Body', 'Slug', 'Author']) await words.getByText(`${field}: Required.`).waitFor()
  assert.equal(await words.getByText('Published at').count(), 0, 'what publishing fills is not asked for')
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.equal(await count(), before)
})

await check('who writes beside the text of a new article goes on while it is made', async () => {
  await page.goto('/admin/c/posts/new')
  await page.getByLabel('Title').fill('Made meanwhile')
  const summary = page.getByLabel('Summary')
  await summary.click()
  await page.keyboard.type('One')
  await page.waitForURL((url) => /\/c\/posts\/(?!new)/.test(url.pathname))
  await page.getByRole('tab', { name: 'History' }).waitFor()
  await page.keyboard.type(', two')
  await holds(summary, 'One, two')
  assert.ok(await summary.evaluate((field) => field === document.activeElement))
})

await check('who closes the sheet goes on writing where they were', async () => {
  const body = page.getByRole('textbox', { name: 'Body' })
  await body.click()
  await page.keyboard.type('Before')
  await page.keyboard.press('Control+Enter')
  await sheet.waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await body.and(page.locator(':focus')).waitFor()
  await page.keyboard.type(', after')
  await body.getByText('Before, after').waitFor()
  await page.getByRole('status').getByText('Saved automatically').waitFor()
})

await check('a language without a word begins with those of another', async () => {
  await page.goto('/admin/c/posts/new')
  await page.getByLabel('Title').fill('An iron pot')
  await page.getByRole('textbox', { name: 'Body' }).fill('It keeps the heat.')
  await saveDraft(page)
  await language('Chinese (Taiwan): add').click()
  await page.getByText('Slug of an author.').waitFor({ state: 'detached' }) // people choose it by name
  await look(page, 'admin-article-begin')
  await page.getByRole('button', { name: 'Start from the English text' }).click()
  await holds(page.getByLabel('Title'), 'An iron pot')
  await page.getByRole('textbox', { name: 'Body' }).getByText('It keeps the heat.').waitFor()
  await page.getByRole('button', { name: 'Start from the English text' }).waitFor({ state: 'detached' })
  await saveDraft(page)
  await page.goto(`${new URL(page.url()).pathname}/versions`)
  await page.getByRole('heading', { level: 1, name: 'Versions of “An iron pot”' }).waitFor()
})

await check('a long article that is made stays where it is read', async () => {
  await page.goto('/admin/c/posts/new')
  await page.getByLabel('Title').fill('A long pot')
  await page.getByRole('textbox', { name: 'Body' }).fill(Array.from({ length: 40 }, (_, i) => `Line ${i}`).join('\n'))
  await page.getByRole('textbox', { name: 'Body' }).getByText('Line 39').scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  assert.ok(before > 200)
  await page.keyboard.press('Control+s')
  await saved()
  await settled(page)
  const after = await page.evaluate(() => scrollY)
  assert.ok(Math.abs(after - before) < 60, `${before} became ${after}`) // the head may be higher by a line
})

await check('a language that is begun beside a published one can go out as soon as it has a word', async () => {
  const made = async (collection, data) => (await (await eva.post(`/admin/api/entries?collection=${collection}`, { data })).json()).entry.id
  const id = await made('posts', { slug: 'the-lid', author: 'lin-yu', publishedAt: 1_700_000_000_000 })
  const lid = await made('post-translations', { slug: 'the-lid', locale: 'en', publishedAt: 1_700_000_000_000, title: 'The lid', summary: 'Of it.', body: 'A lid.' })
  const out = await eva.post('/admin/api/entries/publish', { entries: [{ collection: 'posts', id }, { collection: 'post-translations', id: lid }] })
  assert.equal(out.status, 200, await out.text())
  await page.goto(`/admin/c/posts/${id}`)
  await saved()
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  assert.equal(await publish.count(), 0)
  await language('Chinese (Taiwan): add').click()
  await page.getByRole('tab', { name: /^Chinese/, selected: true }).waitFor()
  await page.getByLabel('Title').fill('壺蓋')
  await publish.waitFor()
  await page.getByLabel('Summary').fill('關於壺蓋。')
  await page.getByRole('textbox', { name: 'Body' }).fill('一個蓋子。')
  await page.getByText('4 characters · 1 min to read').waitFor()
  await publish.click()
  assert.equal(await sheet.getByRole('checkbox', { name: 'Chinese (Taiwan)' }).isChecked(), true)
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('“The lid” is published: Chinese (Taiwan)').waitFor()
  const answer = await fetch(new URL('/api/views/post-by-slug?locale=zh-TW&slug=the-lid', origin))
  assert.equal((await answer.json()).data.rows[0].title, '壺蓋')
})

await check('what was typed into a new one, and not saved, comes back whole', async () => {
  await page.goto('/admin/c/posts/new')
  await page.route('**/api/entries?*', (route) => route.abort('internetdisconnected'))
  await page.getByLabel('Title').fill('A third pot')
  await page.getByRole('textbox', { name: 'Body' }).fill('Of iron.')
  await settled(page)
  await page.goto('about:blank')
  await page.unroute('**/api/entries?*')
  await page.goto('/admin/c/posts/new')
  await page.getByText(/^Your unsaved changes from/).waitFor() // more than one would be refused
  await holds(page.getByLabel('Title'), 'A third pot')
  await holds(page.getByLabel('Slug'), 'a-third-pot')
  await page.getByRole('textbox', { name: 'Body' }).getByText('Of iron.').waitFor()
})

await check('a translation leads to its article, in its language, from wherever it is named', async () => {
  const { items } = await (await eva.fetch('/admin/api/entries?collection=post-translations&filter.slug=an-iron-pot')).json()
  const chinese = items.find(({ locale }) => locale === 'zh-TW')
  const isThere = async () => {
    await page.waitForURL(/\/c\/posts\/[^/]+\?locale=zh-TW$/)
    await page.getByRole('tab', { name: /^Chinese/, selected: true }).waitFor()
    await holds(page.getByLabel('Title'), 'An iron pot')
  }
  await page.goto(`/admin/c/post-translations/${chinese.id}`)
  await isThere()
  await page.goto('/admin')
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Command palette' }).fill('iron pot')
  const hits = page.locator('[data-action]').filter({ hasText: 'An iron pot' })
  await hits.getByText(/Posts · English and Chinese/).waitFor()
  assert.equal(await hits.count(), 1) // the palette has the article, and not its translations
  await hits.click()
  await page.waitForURL(/\/c\/posts\/[^/?]+$/)
  await page.goto('/admin/c/post-translations')
  await page.getByRole('row').filter({ hasText: /zh-TW|Chinese/ }).getByRole('link', { name: 'An iron pot' }).click()
  await isThere()
  await page.goBack()
  await page.waitForURL(/\/c\/post-translations$/)
})

await check('a language says that the one it is made from has changed since, and leads to what has', async () => {
  const { items } = await (await eva.fetch('/admin/api/entries?collection=post-translations&filter.slug=an-iron-pot')).json()
  const [english, chinese] = ['en', 'zh-TW'].map((each) => items.find(({ locale }) => locale === each))
  const parent = (await (await eva.fetch('/admin/api/entries?collection=posts&filter.slug=an-iron-pot')).json()).items[0]
  await page.goto(`/admin/c/posts/${parent.id}?locale=zh-TW`)
  await language('Chinese').waitFor()
  const line = page.getByRole('status').filter({ hasText: /^English changed on/ })
  await page.getByLabel('Title').fill('A pot of iron')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await saved()
  await language('English').click()
  await holds(page.getByLabel('Title'), 'An iron pot')
  await page.getByLabel('Title').fill('An old iron pot')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await saved()
  await language('Chinese').click()
  await holds(page.getByLabel('Title'), 'A pot of iron')
  assert.equal(await line.count(), 0, 'two languages that were changed within minutes')
  // What came before the last change of the English did so an hour earlier.
  const earlier = (path, change) => page.route((url) => url.pathname.endsWith(path), async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    change(body)
    await route.fulfill({ response: answer, json: body })
  })
  await earlier(`/entries/${chinese.id}`, ({ entry }) => { entry.updatedAt -= 3_600_000 })
  await earlier(`/entries/${english.id}/versions`, ({ items: [, ...before] }) => before.forEach((each) => { each.time -= 3_600_000 }))
  await page.reload()
  await line.waitFor()
  await language('Chinese').and(page.getByRole('tab', { name: /English changed later/ })).waitFor()
  assert.equal(await page.getByRole('tab', { name: /^English.*changed later/ }).count(), 0, 'what it is made from is behind nothing')
  await look(page, 'article-language-behind')
  await page.getByLabel('Title').fill('An old pot of iron')
  await page.getByRole('status').getByText('Saved automatically').waitFor()
  assert.equal(await line.count(), 1, 'it has gone under the hands of who translates')
  await line.getByRole('link', { name: 'See what changed' }).click()
  await page.locator('ins').filter({ hasText: 'old' }).first().waitFor()
  await page.unrouteAll()
})

assert.deepEqual(page.complaints, [])
await close()
