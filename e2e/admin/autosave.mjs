// A draft is written: what is typed goes to the service by itself, becomes the entry when its writer saves or leaves, and two
// people at one draft are put together by paragraph.
import assert from 'node:assert/strict'
import { close, holds, look, lookAgain, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { call, hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const cora = await hire(olga, 'cora', 'contributor')
const text = 'First paragraph.\n\nSecond paragraph.\n\nThird paragraph.'
const { entry: { id } } = await call(olga, 'POST', '/entries?collection=pages', { data: { slug: 'steeping', locale: 'en', title: 'Steeping', body: text } })
const detail = () => call(olga, 'GET', `/entries/${id}?collection=pages`)
const address = `/admin/c/pages/${id}`
const [hers, corasPage] = [await openAdmin(eva), await openAdmin(cora)]
const title = (page) => page.getByRole('textbox', { name: 'Title' })
const body = (page) => page.getByRole('textbox', { name: 'Body' })
const says = (page, words) => page.getByRole('status').getByText(words, { exact: true }).first().waitFor()
const autosaved = (page) => says(page, 'Saved automatically')
const toList = (page) => page.getByRole('link', { name: 'Pages' }).first().click()

// until waits until something is so of the entry.
async function until(what, is) {
  for (const start = Date.now(); ; await new Promise((done) => setTimeout(done, 100))) {
    const found = await detail()
    if (is(found)) return found
    assert.ok(Date.now() - start < 30_000, `${what}: ${JSON.stringify([found.entry.version, found.entry.data, found.draft?.data])}`)
  }
}
const drafted = (field, value) => until(`the draft has ${value}`, ({ draft }) => draft?.data[field] === value)

await check('what she types into a draft goes to the service by itself, and makes no version', async () => {
  await hers.goto(address)
  await says(hers, 'Saved')
  await title(hers).fill('Steeping longer')
  await autosaved(hers)
  await title(hers).fill('Steeping even longer')
  const { entry } = await drafted('title', 'Steeping even longer')
  await autosaved(hers)
  assert.deepEqual([entry.version, entry.data.title], [1, 'Steeping'])
  assert.equal(await hers.getByRole('button', { name: 'Discard changes' }).count(), 0) // nothing moves while she types
  await look(hers, 'admin-autosave')
})

await check('what she takes back while it is being saved is taken back', async () => {
  const { promise: late, resolve: come } = Promise.withResolvers()
  await hers.route('**/draft?*', async (route) => {
    await late
    await route.continue()
  }, { times: 1 })
  const sent = hers.waitForRequest((request) => request.url().includes('/draft?'))
  await title(hers).fill('Steeping too long')
  await sent
  await title(hers).fill('Steeping even longer')
  come()
  await hers.waitForResponse((answer) => answer.url().includes('/draft?') && answer.ok())
  await drafted('title', 'Steeping even longer')
  await autosaved(hers)
  assert.equal(await title(hers).inputValue(), 'Steeping even longer')
})

await check('a list calls it as she does, and marks nothing', async () => {
  await corasPage.goto('/admin/c/pages?status=draft')
  const row = corasPage.getByRole('row', { name: /Steeping even longer/ })
  await row.waitFor()
  assert.equal(await row.getByText('Draft pending').count(), 0)
})

await check('somebody else goes on with it, and is told what it is', async () => {
  await corasPage.getByRole('link', { name: 'Steeping even longer' }).click()
  await holds(title(corasPage), 'Steeping even longer')
  await corasPage.getByText('There are changes that are not part of the entry yet').waitFor()
  await corasPage.getByRole('button', { name: 'What changes' }).click()
  await corasPage.getByRole('dialog', { name: 'Changes that are not part of the entry yet' }).getByRole('heading', { name: 'Title' }).waitFor()
  await corasPage.keyboard.press('Escape')
  await corasPage.getByRole('button', { name: 'Discard changes' }).click()
  const question = corasPage.getByRole('dialog', { name: /^Discard the changes to/ })
  await question.getByText('The entry stays as it was saved last.').waitFor()
  assert.equal(await question.getByText(/published|Readers/).count(), 0)
  await look(corasPage, 'admin-autosave-discard')
  await question.getByRole('button', { name: 'Cancel' }).click()
})

await check('who leaves saves it, in one version and without a question', async () => {
  await toList(hers)
  await hers.waitForURL(/\/c\/pages$/)
  const { entry, hasDraft } = await until('it is the entry', ({ entry }) => entry.version === 2)
  assert.deepEqual([entry.data.title, hasDraft], ['Steeping even longer', false])
  const { items } = await call(olga, 'GET', `/entries/${id}/history?collection=pages&limit=20`)
  assert.equal(items.length, 2)
})

await check('what is typed at the last moment goes with it', async () => {
  await hers.goto(address)
  await holds(title(hers), 'Steeping even longer')
  await title(hers).fill('Steeping')
  await toList(hers)
  await hers.waitForURL(/\/c\/pages$/)
  assert.equal((await until('it is the entry', ({ entry }) => entry.version === 3)).entry.data.title, 'Steeping')
})

await check('two people write one draft, and both are kept by paragraph', async () => {
  for (const page of [hers, corasPage]) {
    await page.goto(address)
    await holds(title(page), 'Steeping')
  }
  await Promise.all([body(hers).click(), body(corasPage).click()])
  await hers.keyboard.press('Control+Home')
  await hers.keyboard.type('The very ')
  await corasPage.keyboard.press('Control+End')
  await corasPage.keyboard.type(' And a last word.')
  const { entry } = await drafted('body', 'The very First paragraph.\n\nSecond paragraph.\n\nThird paragraph. And a last word.')
  assert.equal(entry.version, 3)
  for (const page of [hers, corasPage]) {
    await autosaved(page)
    await body(page).getByText('The very First paragraph.').waitFor()
    await body(page).getByText('Third paragraph. And a last word.').waitFor()
    assert.equal(await page.getByRole('heading', { name: /changed this entry/ }).count(), 0)
  }
})

await check('two people write in one paragraph, and both are kept by sentence', async () => {
  await hers.keyboard.press('Control+End')
  await hers.keyboard.type(' Then none.')
  await corasPage.keyboard.press('Control+End')
  await corasPage.keyboard.press('Home')
  await corasPage.keyboard.type('The ')
  const third = 'The Third paragraph. And a last word. Then none.'
  await drafted('body', `The very First paragraph.\n\nSecond paragraph.\n\n${third}`)
  for (const page of [hers, corasPage]) {
    await autosaved(page)
    await body(page).getByText(third).waitFor()
  }
  await corasPage.keyboard.press('Control+End')
})

await check('one saves by hand while the other types: both are kept', async () => {
  await hers.keyboard.press('Control+s')
  await says(hers, 'Saved')
  await until('it is the entry', ({ entry, hasDraft }) => entry.version === 4 && !hasDraft)
  await corasPage.keyboard.type(' Really.')
  await hers.keyboard.press('Control+Home')
  await hers.keyboard.type('Well. ')
  await hers.keyboard.press('Control+s')
  await until('both are there', ({ entry, draft }) => ['Well. The very', 'none. Really.'].every((words) => (draft ?? entry).data.body.includes(words)))
  await toList(corasPage)
  await corasPage.waitForURL(/\/c\/pages$/)
  await says(hers, 'Saved')
  const { entry } = await until('nothing waits', ({ hasDraft }) => !hasDraft)
  assert.equal(entry.data.body, 'Well. The very First paragraph.\n\nSecond paragraph.\n\nThe Third paragraph. And a last word. Then none. Really.')
})

await check('only what clashes is asked, and what can be put together is', async () => {
  await settled(hers)
  const { entry: { version, data } } = await detail()
  await hers.context().setOffline(true)
  await title(hers).fill('Mine')
  await body(hers).click()
  await hers.keyboard.press('Control+Home')
  await hers.keyboard.type('Mine. ')
  await call(cora, 'PATCH', `/entries/${id}?collection=pages`, { data: { title: 'Theirs', body: `${data.body} Theirs.`, summary: 'Theirs, too.' }, expectedVersion: version })
  await hers.context().setOffline(false)
  await hers.getByRole('button', { name: 'Not saved: somebody else changed the same place' }).click()
  await hers.getByRole('heading', { name: /changed this entry/ }).waitFor()
  await hers.getByText('Fields to decide: 1').waitFor()
  assert.equal(await hers.getByRole('radio', { name: 'Body: Both' }).isChecked(), true)
  await look(hers, 'admin-autosave-conflict')
  await hers.getByRole('radio', { name: 'Title: Yours' }).click()
  await hers.getByRole('button', { name: 'Save with these choices' }).click()
  await says(hers, 'Saved')
  const { entry } = await until('it is saved', ({ entry, hasDraft }) => entry.data.title === 'Mine' && !hasDraft)
  assert.deepEqual([entry.data.body, entry.data.summary], [`Mine. ${data.body} Theirs.`, 'Theirs, too.'])
})

// palette finds a verb and runs it.
async function palette(page, words, name) {
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Command palette' }).fill(words)
  await page.locator('[data-action]').filter({ hasText: name }).first().click()
}

await check('what is typed is dropped from the palette, and comes back', async () => {
  await title(hers).fill('Never mind')
  await drafted('title', 'Never mind')
  await autosaved(hers)
  await palette(hers, 'discard', 'Discard unsaved changes')
  await hers.getByText('The unsaved changes to “Never mind” are discarded').waitFor()
  await holds(title(hers), 'Mine')
  await until('nothing waits', ({ hasDraft }) => !hasDraft)
  await hers.getByRole('button', { name: 'Undo' }).click()
  await holds(title(hers), 'Never mind')
  await drafted('title', 'Never mind')
})

await check('it is published as it was typed, in one version', async () => {
  const before = (await detail()).entry.version
  await autosaved(hers)
  await hers.getByRole('button', { name: /^Publish/ }).click()
  await hers.getByText('“Never mind” is published').waitFor()
  const { entry, hasDraft } = await detail()
  assert.deepEqual([entry.version, entry.status, entry.data.title, hasDraft], [before + 1, 'published', 'Never mind', false])
  await hers.getByRole('button', { name: 'Unpublish' }).first().click()
  await hers.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
  await until('it is a draft', ({ entry }) => entry.status === 'draft')
  await settled(hers)
})

await check('without a connection leaving is asked about, and goes on once it is saved', async () => {
  await hers.context().setOffline(true)
  await title(hers).fill('Written in a tunnel')
  await toList(hers)
  const question = hers.getByRole('dialog', { name: 'Leave without saving?' })
  await question.waitFor()
  await hers.screenshot({ path: 'pictures/admin-autosave-leave.png' })
  await hers.context().setOffline(false)
  await question.waitFor({ state: 'hidden' })
  await hers.waitForURL(/\/c\/pages$/)
  await until('it is on the service', ({ entry, draft }) => (draft ?? entry).data.title === 'Written in a tunnel')
})

await check('an article is left: its words and what its languages share are saved, and their copies follow', async () => {
  const { items: [post] } = await call(olga, 'GET', '/entries?collection=posts&search=charcoal-at-midnight')
  const parts = async () => {
    const { items } = await call(olga, 'GET', '/entries?collection=post-translations&filter.slug=charcoal-at-midnight&fields=publishedAt,title')
    const { entry, hasDraft } = await call(olga, 'GET', `/entries/${post.id}?collection=posts`)
    return { items, entry, waits: hasDraft || items.some((each) => each.hasDraft) }
  }
  await hers.goto(`/admin/c/posts/${post.id}?locale=en`)
  await says(hers, 'Saved')
  const before = await parts()
  await title(hers).fill('Charcoal, later')
  await autosaved(hers)
  await hers.getByRole('textbox', { name: 'Published at' }).fill('2026-12-02T10:00')
  await toList(hers)
  await hers.waitForURL(/\/c\/pages$/)
  const { items, entry, waits } = await parts()
  const date = Date.UTC(2026, 11, 2, 10)
  assert.deepEqual([entry.data.publishedAt, ...items.map(({ values }) => values.publishedAt), waits], [date, ...items.map(() => date), false])
  assert.ok(items.some(({ values }) => values.title === 'Charcoal, later'))
  assert.ok(items.length > 1 && items.every(({ id, version }) => version === before.items.find((each) => each.id === id).version + 1))
})

// found is what the service has under a name.
const found = async (collection, words) => (await call(olga, 'GET', `/entries?collection=${collection}&search=${encodeURIComponent(words)}`)).items
const isMade = (page, collection) => page.waitForURL(new RegExp(`/c/${collection}/[0-9a-f]{8}-`))

await check('a new entry without a title is nowhere but in this browser, and leaving it is asked about', async () => {
  await hers.goto('/admin/c/pages/new')
  await hers.getByLabel('Summary').fill('Of nothing yet')
  await says(hers, 'Not saved yet, kept in this browser')
  await toList(hers)
  const question = hers.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'hidden' })
  assert.deepEqual(await found('pages', 'Of nothing yet'), [])
})

await check('with a title it is a draft on the service, and its writer goes on where the caret is', async () => {
  await title(hers).pressSequentially('A lid')
  await title(hers).press('Home')
  await isMade(hers, 'pages')
  await says(hers, 'Saved')
  await title(hers).and(hers.locator(':focus')).waitFor()
  await hers.keyboard.type('There is ')
  await holds(title(hers), 'There is A lid')
  await holds(hers.getByRole('textbox', { name: 'Slug' }), 'there-is-a-lid')
  await autosaved(hers)
  await hers.keyboard.press('Control+z')
  assert.notEqual(await title(hers).inputValue(), 'There is A lid') // what was typed before is taken back, too
  await hers.keyboard.press('Control+Shift+z')
  await holds(title(hers), 'There is A lid')
  await hers.goto('/admin')
  await hers.getByRole('main').getByRole('link', { name: 'There is A lid' }).first().waitFor()
  assert.equal((await found('pages', 'lid')).length, 1)
})

await check('who leaves it at once leaves it saved, and is not asked', async () => {
  await hers.goto('/admin/c/pages/new')
  await title(hers).fill('Left at once')
  await toList(hers)
  await hers.waitForURL(/\/c\/pages$/)
  assert.equal((await found('pages', 'Left at once')).length, 1)
  assert.equal(await hers.getByRole('dialog').count(), 0)
})

await check('a creation that had no answer makes no second entry', async () => {
  await hers.goto('/admin/c/pages/new')
  await hers.route('**/api/entries?*', async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  }, { times: 1 })
  await title(hers).fill('Made unheard')
  await hers.getByText('The service could not be reached').waitFor()
  await title(hers).press('End')
  await hers.keyboard.type(', and typed on')
  await isMade(hers, 'pages')
  await autosaved(hers)
  await hers.keyboard.press('Control+s')
  await says(hers, 'Saved')
  assert.deepEqual((await found('pages', 'Made unheard')).map(({ title }) => title), ['Made unheard, and typed on'])
})

await check('a new article is one on the service with its words, and its slug follows its title', async () => {
  await hers.goto('/admin/c/posts/new')
  await title(hers).pressSequentially('A kettle')
  await isMade(hers, 'posts')
  await hers.keyboard.type(' that sings')
  await holds(hers.getByRole('textbox', { name: 'Slug' }), 'a-kettle-that-sings')
  await body(hers).click()
  await hers.keyboard.type('It sings.')
  await autosaved(hers)
  await toList(hers)
  await hers.waitForURL(/\/c\/pages$/)
  const { items: [words, ...more] } = await call(olga, 'GET', '/entries?collection=post-translations&filter.slug=a-kettle-that-sings&fields=title,body')
  assert.deepEqual([words?.values.title, words?.values.body, more], ['A kettle that sings', 'It sings.', []])
  assert.equal((await call(olga, 'GET', '/entries?collection=posts&filter.slug=a-kettle-that-sings')).items.length, 1)
  assert.equal((await call(olga, 'GET', '/entries?collection=posts&filter.slug=a-kettle')).items.length, 0)
})

await check('a new article that is left at once has its words', async () => {
  await hers.goto('/admin/c/posts/new')
  await title(hers).fill('A kettle at once')
  await toList(hers)
  await hers.waitForURL(/\/c\/pages$/)
  assert.equal((await call(olga, 'GET', '/entries?collection=post-translations&filter.slug=a-kettle-at-once')).items.length, 1)
  assert.equal((await call(olga, 'GET', '/entries?collection=posts&filter.slug=a-kettle-at-once')).items.length, 1)
})

await check('a title in Chinese makes a slug, so that its article is on the service, too', async () => {
  await hers.goto('/admin/c/posts/new')
  await title(hers).fill('小心壺身')
  await isMade(hers, 'posts')
  await holds(hers.getByRole('textbox', { name: 'Slug' }), 'xiao-xin-hu-shen')
  await toList(hers)
  await hers.waitForURL(/\/c\/pages$/)
  const { items } = await call(olga, 'GET', '/entries?collection=post-translations&filter.slug=xiao-xin-hu-shen&fields=title')
  assert.deepEqual(items.map(({ values }) => values.title), ['小心壺身'])
})

await check('in Chinese, too', async () => {
  const page = await openAdmin(cora, { locale: 'zh-TW' })
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Title' }).fill('Zhongwen')
  await says(page, '已自動儲存')
  await page.reload()
  await page.getByText('有些變更還不是這一筆的內容').waitFor()
  await lookAgain(page, 'admin-autosave-zh')
  await page.close()
})

for (const page of [hers, corasPage]) assert.deepEqual(page.complaints, [])
await close()
