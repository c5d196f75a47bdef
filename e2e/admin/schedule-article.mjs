// An article is published and unpublished at a time as one, moved in the calendar, and one
// whose language is refused stays whole as it was.
import assert from 'node:assert/strict'
import { close, look, openAdmin } from '../chromium.mjs'
import { check, origin } from '../site.mjs'
import { address, hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const page = await openAdmin(eva)

async function made(collection, data) {
  const answer = await eva.post(`/admin/api/entries?collection=${collection}`, { data })
  assert.equal(answer.status, 201, await answer.clone().text())
  return (await answer.json()).entry.id
}

// article is a post in two languages, all of it drafts.
async function article(slug, name) {
  const id = await made('posts', { slug, author: 'thomas-hale', publishedAt: 1_700_000_000_000 })
  const words = (locale, title) => made('post-translations', { slug, locale, publishedAt: 1_700_000_000_000, title, summary: 'About it.', body: 'Tea.' })
  return { slug, id, en: await words('en', name), zh: await words('zh-TW', `茶 ${name}`) }
}

// read is what a reader of a language finds.
async function read({ slug }, locale) {
  const answer = await fetch(new URL(`/api/views/post-by-slug?locale=${locale}&slug=${slug}`, origin))
  return (await answer.json()).data.rows[0]?.title
}
const both = async (of) => [await read(of, 'en'), await read(of, 'zh-TW')]
const statusOf = async (id, collection = 'post-translations') => (await (await eva.fetch(`/admin/api/entries/${id}?collection=${collection}`)).json()).entry.status
const timesOf = async ({ id }) => (await (await eva.fetch(`/admin/api/entries/${id}/moves?collection=posts&translations=true`)).json()).items

async function until(ask) {
  for (let i = 0; i < 100; i++) {
    if (await ask()) return
    await new Promise((go) => setTimeout(go, 100))
  }
  assert.fail('it did not come to be')
}

// soon has what is set for an article happen in a moment.
async function soon(of) {
  const [{ id }] = await timesOf(of)
  const answer = await eva.post(`/admin/api/moves/${id}`, { at: Date.now() + 1500, timeZone: 'UTC' })
  assert.equal(answer.status, 200, await answer.text())
}

const ahead = (days) => { const now = new Date(); return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9) }
const field = (time) => new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
const dayName = (time) => time.toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long' })
const group = page.getByRole('group', { name: 'Schedule', exact: true })
async function show(time) {
  await page.goto(`/admin/calendar?month=${time.getFullYear()}-${String(time.getMonth() + 1).padStart(2, '0')}`)
  await page.getByRole('table').waitFor()
}

const cup = await article('timed-cup', 'The timed cup')
await check('the sheet sets one time for all of it', async () => {
  await page.goto(`/admin/c/posts/${cup.id}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click()
  const sheet = page.getByRole('dialog', { name: /^Publish/ })
  await sheet.getByRole('radio', { name: 'Schedule' }).check()
  await sheet.getByText('All of it is published in one step').waitFor()
  await sheet.getByLabel(/^Time/).fill(field(ahead(2)))
  await look(page, 'schedule-article-sheet')
  await sheet.getByRole('button', { name: 'Schedule' }).click()
  await sheet.waitFor({ state: 'detached' })
  const times = await timesOf(cup)
  assert.deepEqual(times.map(({ parts }) => parts.map(({ id }) => id)), [[cup.id, cup.en, cup.zh]])
})

await check('the article says so, and of which parts', async () => {
  await group.getByText(/^Will be published/).waitFor()
  await group.getByText('As one: What all languages share, English, and Chinese (Taiwan).').waitFor()
  await group.scrollIntoViewIfNeeded()
  await look(page, 'schedule-article')
})

const day = (time) => time.toLocaleDateString('en', { dateStyle: 'medium' }).replace(',', ',?')
const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
const publishes = (time) => new RegExp(`^Publishes on ${day(time)}`)
const times = page.getByRole('dialog', { name: /^Schedule of/ })
await check('the head of the page and its languages say when, and the button leads to the time', async () => {
  await head.getByRole('button', { name: publishes(ahead(2)) }).waitFor()
  assert.equal(await head.getByRole('button', { name: 'Publish', exact: true }).count(), 0)
  for (const name of ['English', 'Chinese (Taiwan)']) await page.getByRole('tab', { name }).and(page.getByRole('tab', { name: /Draft\. Publishes on/ })).waitFor()
  const size = page.viewportSize()
  await page.setViewportSize({ width: 1280, height: 800 })
  const cut = await head.getByRole('button', { name: publishes(ahead(2)) }).evaluate((it) => it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight + 1)
  assert.equal(cut, false, 'the time is cut')
  await page.setViewportSize(size)
  await page.keyboard.press('Control+Enter')
  await times.waitFor()
  await page.keyboard.press('Escape')
  await times.waitFor({ state: 'detached' })
  await head.getByRole('button', { name: 'Scheduled' }).click()
  await times.getByText('As one: What all languages share, English, and Chinese (Taiwan).').waitFor()
  await look(page, 'schedule-article-times')
  const later = new Date(ahead(2).getTime() + 3_600_000)
  assert.ok(await times.getByRole('button', { name: 'Change the time' }).isDisabled())
  await times.getByLabel(/^When/).fill(field(later))
  await times.getByRole('button', { name: 'Change the time' }).click()
  await times.getByRole('group', { name: publishes(ahead(2)) }).getByText(/10:00/).first().waitFor()
  assert.deepEqual((await timesOf(cup)).map(({ at, parts }) => [at, parts.length]), [[later.getTime(), 3]])
  await page.keyboard.press('Escape')
})

await check('who may not publish reads when, and changes nothing', async () => {
  const carl = await openAdmin(await hire(olga, 'carl', 'contributor'))
  await carl.goto(`/admin/c/posts/${cup.id}`)
  const top = carl.locator('header').filter({ has: carl.getByRole('heading', { level: 1 }) })
  await top.getByText(publishes(ahead(2))).waitFor()
  await carl.getByRole('group', { name: 'Times that are set' }).getByText(/^Will be published/).waitFor()
  for (const name of [publishes(ahead(2)), 'Scheduled', 'Take back']) assert.equal(await carl.getByRole('button', { name }).count(), 0)
  await look(carl, 'schedule-article-contributor')
  assert.deepEqual(carl.complaints, [])
  await carl.close()
})

await check('a new time for some of them says whose time stays', async () => {
  await group.getByRole('checkbox', { name: 'Chinese (Taiwan)' }).uncheck()
  await group.getByLabel(/^When/).fill(field(ahead(3)))
  await group.getByText(/^It replaces the time that is set now/).waitFor()
  await group.getByText(/^Chinese \(Taiwan\): the time stays/).waitFor()
  await group.getByRole('checkbox', { name: 'Chinese (Taiwan)' }).check()
})

await check('the calendar has it once, and moves it whole', async () => {
  await show(ahead(2))
  await page.getByRole('button', { name: `${dayName(ahead(2))}: 1 thing` }).click()
  const day = page.getByRole('dialog', { name: dayName(ahead(2)) })
  await day.getByText(/What all languages share, English, and Chinese/).waitFor()
  await look(page, 'schedule-article-calendar') // which is narrow meanwhile, and has no grid then
  await page.getByRole('button', { name: `${dayName(ahead(2))}: 1 thing` }).click()
  await page.getByRole('button', { name: 'Change the time of “The timed cup”' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the time of “The timed cup”' })
  await dialog.getByText('All of it moves as one: What all languages share, English, and Chinese (Taiwan).').waitFor()
  await dialog.getByLabel(/^When/).fill(field(ahead(4)))
  await dialog.getByRole('button', { name: 'Change the time', exact: true }).click()
  await page.getByText('“The timed cup” has another time').waitFor()
  assert.deepEqual((await timesOf(cup)).map(({ at, parts }) => [at, parts.length]), [[ahead(4).getTime(), 3]])
})

await check('a language that is refused keeps all of it back, and is named', async () => {
  const archived = await eva.post(`/admin/api/entries/${cup.zh}/archive?collection=post-translations`, {})
  assert.equal(archived.status, 200, await archived.text())
  await soon(cup)
  await until(async () => (await timesOf(cup)).some(({ told }) => told))
  assert.deepEqual([await statusOf(cup.id, 'posts'), await statusOf(cup.en), await statusOf(cup.zh)], ['draft', 'draft', 'archived'])
  assert.deepEqual(await both(cup), [undefined, undefined])
  assert.match(await eva.letter(address('eva')), new RegExp(`/admin/c/posts/${cup.id}$`))
  await page.goto(`/admin/c/posts/${cup.id}`)
  await group.getByText('Chinese (Taiwan): It is archived, or public already.').waitFor()
  await group.scrollIntoViewIfNeeded()
  await look(page, 'schedule-article-refused')
  const chinese = await openAdmin(eva, { locale: 'zh-TW' })
  for (const path of [`/admin/c/posts/${cup.id}`, '/admin/calendar', '/admin/']) {
    await chinese.goto(path)
    await chinese.getByText(/中文（台灣）：此內容已封存，或已經公開。/).first().waitFor()
  }
  await chinese.close()
})

await check('mended and moved, it goes out whole', async () => {
  await eva.post(`/admin/api/entries/${cup.zh}/unpublish?collection=post-translations`, {})
  await page.goto('/admin/calendar')
  const failed = page.getByRole('region', { name: 'Failed' })
  await failed.getByRole('button', { name: 'Change the time of “The timed cup”' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the time of “The timed cup”' })
  await dialog.getByLabel(/^When/).fill(field(ahead(1)))
  await dialog.getByRole('button', { name: 'Change the time', exact: true }).click()
  await failed.waitFor({ state: 'detached' })
  await soon(cup)
  await until(async () => (await timesOf(cup)).length === 0)
  assert.deepEqual(await both(cup), ['The timed cup', '茶 The timed cup'])
})

await check('it is unpublished at a time, and the article says what readers can still see', async () => {
  await page.goto(`/admin/c/posts/${cup.id}`)
  await group.getByRole('checkbox', { name: 'Chinese (Taiwan)' }).uncheck()
  await group.getByText('Readers can still see then: Chinese (Taiwan).').waitFor()
  await group.getByLabel(/^When/).fill(field(ahead(1)))
  await group.scrollIntoViewIfNeeded()
  await look(page, 'schedule-article-unpublish')
  await group.getByRole('button', { name: 'Schedule' }).click()
  await group.getByText(/^Will be unpublished/).waitFor()
  await group.getByText('As one: What all languages share and English.').waitFor()
  assert.deepEqual((await timesOf(cup)).map(({ direction, parts }) => [direction, parts.map(({ id }) => id)]), [['unpublish', [cup.id, cup.en]]])
  // All of it is taken back at once.
  await group.getByRole('button', { name: 'Take back' }).click()
  await group.getByText(/^Will be unpublished/).waitFor({ state: 'detached' })
  assert.deepEqual(await timesOf(cup), [])
})

await check('from the calendar, all of it is unpublished as one', async () => {
  await show(ahead(1))
  await page.getByRole('button', { name: `Something for ${dayName(ahead(1))}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: dayName(ahead(1)) })
  const chosen = (name) => dialog.getByRole('textbox', { name }).or(dialog.getByRole('combobox', { name })).first()
  await chosen('What').click()
  await page.getByRole('option', { name: 'Unpublish' }).click()
  await chosen('Collection').click()
  await page.getByRole('option', { name: 'Posts' }).click()
  await chosen('Entry').fill('timed')
  await page.getByRole('option', { name: 'The timed cup' }).click()
  await dialog.getByText('Unpublished as one: What all languages share, English, and Chinese (Taiwan).').waitFor()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await dialog.waitFor({ state: 'detached' })
  await soon(cup)
  await until(async () => (await timesOf(cup)).length === 0)
  assert.deepEqual(await both(cup), [undefined, undefined])
  assert.deepEqual([await statusOf(cup.id, 'posts'), await statusOf(cup.en), await statusOf(cup.zh)], ['draft', 'draft', 'draft'])
})

const jug = await article('timed-jug', 'The timed jug')
const setFor = async (of, time) => {
  const entries = [['posts', of.id], ['post-translations', of.en], ['post-translations', of.zh]].map(([collection, id]) => ({ collection, id }))
  const answer = await eva.post('/admin/api/moves', { entries, direction: 'publish', at: time.getTime(), timeZone: 'UTC' })
  assert.equal(answer.status, 201, await answer.text())
}
await check('a time is taken back where it is shown, and what has one can go out now', async () => {
  await setFor(jug, ahead(5))
  await page.goto(`/admin/c/posts/${jug.id}`)
  await head.getByRole('button', { name: publishes(ahead(5)) }).click()
  await times.getByRole('button', { name: 'Take back' }).click()
  await times.getByText('Nothing is scheduled.').waitFor()
  await page.keyboard.press('Escape')
  await head.getByRole('button', { name: 'Publish', exact: true }).waitFor()
  assert.deepEqual(await timesOf(jug), [])
  await setFor(jug, ahead(5))
  await page.reload()
  await head.getByRole('button', { name: 'Scheduled' }).click()
  await times.getByRole('button', { name: 'Publish now' }).click()
  const sheet = page.getByRole('dialog', { name: /^Publish/ })
  await sheet.getByText(/^Publishing it now takes back the time that is set/).waitFor()
  await look(page, 'schedule-article-now')
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click()
  await sheet.waitFor({ state: 'detached' })
  await head.getByText('Published').waitFor()
  assert.deepEqual(await both(jug), ['The timed jug', '茶 The timed jug'])
  await until(async () => (await timesOf(jug)).length === 0)
  assert.equal(await head.getByText(/^Publishes on/).count(), 0)
})

const bowl = await article('timed-bowl', 'The timed bowl')
await check('from the calendar, what changed of something public is published', async () => {
  const published = await eva.post('/admin/api/entries/publish', { entries: [['posts', bowl.id], ['post-translations', bowl.en], ['post-translations', bowl.zh]].map(([collection, id]) => ({ collection, id })) })
  assert.equal(published.status, 200, await published.text())
  const drafted = await eva.fetch(`/admin/api/entries/${bowl.en}/draft?collection=post-translations`, {
    method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ data: { title: 'The new bowl' }, expectedDraft: 0, expectedVersion: 2 }),
  })
  assert.equal(drafted.status, 200, await drafted.text())
  await show(ahead(1))
  await page.getByRole('button', { name: `Something for ${dayName(ahead(1))}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: dayName(ahead(1)) })
  const chosen = (name) => dialog.getByRole('textbox', { name }).or(dialog.getByRole('combobox', { name })).first()
  await chosen('Collection').click()
  await page.getByRole('option', { name: 'Posts' }).click()
  await chosen('Entry').fill('bowl')
  await page.getByRole('option', { name: /bowl/ }).click()
  await dialog.getByText('Published as one: English.').waitFor()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await dialog.waitFor({ state: 'detached' })
  await soon(bowl)
  await until(async () => (await read(bowl, 'en')) === 'The new bowl')
})

await check('who takes it down takes back the time that would publish it again', async () => {
  const { entry: { version } } = await (await eva.fetch(`/admin/api/entries/${bowl.en}?collection=post-translations`)).json()
  const drafted = await eva.fetch(`/admin/api/entries/${bowl.en}/draft?collection=post-translations`, {
    method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ data: { title: 'The embargoed bowl' }, expectedDraft: 0, expectedVersion: version }),
  })
  assert.equal(drafted.status, 200, await drafted.text())
  const set = await eva.post('/admin/api/moves', { entries: [{ collection: 'post-translations', id: bowl.en }], direction: 'publish', at: ahead(3).getTime(), timeZone: 'UTC' })
  assert.equal(set.status, 201, await set.text())
  // Its row asks what its page asks, and says that an archived entry would not come back.
  await page.goto('/admin/c/posts')
  await page.getByRole('button', { name: 'Actions for The new bowl' }).click()
  await page.getByRole('menuitem', { name: 'Archive…' }).click()
  const archive = page.getByRole('dialog', { name: /^Archive/ })
  await archive.getByRole('checkbox', { name: /^Take back what is set: Publishes on/ }).uncheck()
  await archive.getByText('It will fail then, because what is archived cannot be published.').waitFor()
  await archive.getByRole('button', { name: 'Cancel' }).click()
  assert.equal((await timesOf(bowl)).length, 1)
  await page.goto(`/admin/c/posts/${bowl.id}`)
  await head.getByRole('button', { name: 'More for this entry' }).click()
  await page.getByRole('menuitem', { name: 'Unpublish…' }).click()
  const sure = page.getByRole('dialog', { name: /^Unpublish/ })
  await sure.getByRole('checkbox', { name: /^Take back what is set: Publishes on/ }).and(page.locator(':checked')).waitFor()
  await look(page, 'schedule-article-down')
  await sure.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await sure.waitFor({ state: 'detached' })
  await until(async () => (await timesOf(bowl)).length === 0)
  assert.deepEqual(await both(bowl), [undefined, undefined])
})
assert.deepEqual(page.complaints, [])
await close()
