// An entry is published at a time, seen in the calendar, and a move that fails is told.
import assert from 'node:assert/strict'
import { close, holds, look, openAdmin } from '../chromium.mjs'
import { check } from '../site.mjs'
import { address, hire, owner } from '../staff.mjs'

const eva = await hire(await owner(), 'eva', 'editor')
const page = await openAdmin(eva)

async function draft(slug, more = { author: 'thomas-hale', publishedAt: 1_700_000_000_000 }) {
  const { entry } = await (await eva.post('/admin/api/entries?collection=posts', { data: { slug, ...more } })).json()
  return entry.id
}

// until asks until an answer is the wanted one, for ten seconds.
async function until(ask) {
  for (let i = 0; i < 100; i++) {
    if (await ask()) return
    await new Promise((go) => setTimeout(go, 100))
  }
  assert.fail('it did not come to be')
}

const good = await draft('timed-kettle')
await check('a time is set in the entry, and stands in the calendar', async () => {
  await page.goto(`/admin/c/posts/${good}`)
  const set = page.getByRole('group', { name: 'Schedule' })
  const soon = new Date(Date.now() + 86_400_000)
  const local = new Date(soon.getTime() - soon.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  await set.getByLabel(/^When/).fill('2020-01-01T09:00')
  await set.getByText('This time has passed.').waitFor()
  await set.getByRole('button', { name: 'Tomorrow morning' }).click()
  await holds(set.getByLabel(/^When/), `${local.slice(0, 10)}T09:00`)
  await look(page, 'schedule-presets')
  await set.getByLabel(/^When/).fill(local)
  await set.getByRole('button', { name: 'Schedule' }).click()
  await set.getByText('Will be published').waitFor()
  await page.getByText('What you write until then is published with it.').waitFor()
  await look(page, 'schedule-entry')
  await page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).click()
  if (soon.getMonth() !== new Date().getMonth()) await page.getByRole('button', { name: 'Later' }).click()
  const cell = page.getByRole('table').getByRole('cell').filter({ hasText: 'timed-kettle' })
  await cell.getByRole('button', { name: /^publish: .*timed-kettle$/ }).waitFor()
  assert.match(await cell.innerText(), new RegExp(`^${soon.getDate()}\\b`))
  await look(page, 'calendar')
  await cell.getByRole('button', { name: /: 1 thing/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).waitFor()
  await look(page, 'calendar-day')
  await page.keyboard.press('Escape')
})

const ahead = (days) => { const now = new Date(); return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9) }
async function showMonthOf(time) {
  await page.goto(`/admin/calendar?month=${time.getFullYear()}-${String(time.getMonth() + 1).padStart(2, '0')}`)
  await page.getByRole('table').waitFor()
}
const movesOf = async (id) => (await (await eva.fetch(`/admin/api/entries/${id}/moves?collection=posts`)).json()).items

await check('an entry is called by its title, and not by its slug', async () => {
  const [{ id, collection, translations }] = (await (await eva.fetch('/admin/api/entries?collection=posts&search=distilled&limit=1')).json()).items
  const { title } = translations.find(({ locale }) => locale === 'en')
  const answer = await eva.post(`/admin/api/entries/${id}/moves?collection=${collection}`, { direction: 'unpublish', at: ahead(3).getTime(), timeZone: 'Europe/Vienna' })
  assert.equal(answer.status, 201, await answer.text())
  await showMonthOf(ahead(3))
  await page.getByRole('button', { name: `unpublish: ${ahead(3).toLocaleTimeString('en', { timeStyle: 'short' })} ${title}` }).waitFor()
  await eva.fetch(`/admin/api/entries/${id}/moves/unpublish?collection=${collection}`, { method: 'DELETE' })
})

const planned = await draft('planned-kettle')
await check('from the plus of a day, with the keyboard alone, a draft is published on it', async () => {
  await showMonthOf(ahead(2))
  const name = ahead(2).toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long' })
  const plus = page.getByRole('button', { name: `Something for ${name}`, exact: true })
  assert.equal(await plus.evaluate((button) => getComputedStyle(button).opacity), '0')
  await plus.focus()
  await page.waitForFunction((button) => getComputedStyle(button).opacity === '1', await plus.elementHandle()) // it comes by and by
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name })
  assert.equal(await dialog.getByRole('link').count(), 0) // a new entry would not know the day
  await dialog.getByRole('textbox', { name: 'Collection' }).or(dialog.getByRole('combobox', { name: 'Collection' })).first().click()
  await page.getByRole('option', { name: 'Posts' }).click()
  await dialog.getByRole('textbox', { name: 'Entry' }).or(dialog.getByRole('combobox', { name: 'Entry' })).first().fill('planned')
  await page.getByRole('option', { name: 'planned-kettle' }).click()
  assert.match(await dialog.getByLabel(/^When/).inputValue(), /T09:00$/)
  await look(page, 'calendar-plus')
  await dialog.getByRole('button', { name: 'Schedule' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^publish: .*planned-kettle$/ }).waitFor()
  assert.deepEqual((await movesOf(planned)).map(({ at, direction }) => [at, direction]), [[ahead(2).getTime(), 'publish']])
})

await check('what is set gets another time from its day', async () => {
  await showMonthOf(ahead(2))
  await page.getByRole('button', { name: `${ahead(2).toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long' })}: 1 thing` }).click()
  await page.getByRole('button', { name: 'Change the time of “planned-kettle”' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the time of “planned-kettle”' })
  await dialog.getByLabel(/^When/).fill(new Date(ahead(4).getTime() - ahead(4).getTimezoneOffset() * 60_000).toISOString().slice(0, 16))
  await dialog.getByRole('button', { name: 'Change the time', exact: true }).click()
  await page.getByText('“planned-kettle” has another time').waitFor()
  assert.deepEqual((await movesOf(planned)).map(({ at }) => at), [ahead(4).getTime()])
})

const dayCell = (time) => page.getByRole('cell').filter({ has: page.getByText(String(time.getDate()), { exact: true }) }).and(page.locator('td:not([data-beside])'))
const beside = ahead(5).getMonth() === ahead(4).getMonth() ? ahead(5) : ahead(3) // a day of the same month
const chip = page.getByRole('button', { name: /^publish: .*planned-kettle$/ })

await check('a press on what is set opens a card, which leads to the entry, changes the time and takes back', async () => {
  await showMonthOf(ahead(4))
  await chip.focus()
  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog', { name: 'planned-kettle' })
  await card.getByText(/^Will be published .* in /).waitFor()
  assert.match(page.url(), /calendar/) // it leads nowhere yet
  await card.getByRole('link', { name: 'Open the entry' }).waitFor()
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'hidden' })
  await chip.and(page.locator(':focus')).waitFor()
  await chip.click()
  await card.waitFor()
  await look(page, 'calendar-card') // which leaves the grid, for a narrow window
  await chip.click()
  await card.getByRole('button', { name: 'Change the time of “planned-kettle”' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the time of “planned-kettle”' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

await check('what is set is dragged to another day, keeps its time of the day, and comes back by Undo', async () => {
  const [from, to] = [ahead(4), beside]
  await showMonthOf(from)
  await chip.dragTo(dayCell(to))
  const told = page.getByRole('alert').filter({ hasText: '“planned-kettle” is now set for' })
  await told.waitFor()
  assert.deepEqual((await movesOf(planned)).map(({ at }) => at), [to.getTime()])
  await told.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('“planned-kettle” has another time').waitFor()
  assert.deepEqual((await movesOf(planned)).map(({ at }) => at), [from.getTime()])
})

await check('a drag that the service refuses asks for a time, and says why', async () => {
  await page.route('**/admin/api/moves/*', (route) => route.fulfill({ status: 400, contentType: 'application/json', body: '{"ok":false,"diagnostic":{"code":"INPUT_VALIDATION_FAILED","path":"input#/at","message":"no"}}' }))
  await showMonthOf(ahead(4))
  await chip.dragTo(dayCell(beside))
  const dialog = page.getByRole('dialog', { name: 'Change the time of “planned-kettle”' })
  await dialog.getByRole('alert').getByText('Choose a time in the future, within ten years.').waitFor()
  assert.match(await dialog.getByLabel(/^When/).inputValue(), new RegExp(`-${String(beside.getDate()).padStart(2, '0')}T09:00$`)) // as it was wanted
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/admin/api/moves/*')
})

await check('a list says what is set, and for which day', async () => {
  await page.goto('/admin/c/posts?q=planned-kettle&layout=table')
  const day = ahead(4).toLocaleDateString('en', { day: 'numeric', month: 'short', ...(ahead(4).getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }) })
  await page.getByRole('row').filter({ hasText: 'planned-kettle' }).getByText(`Scheduled · ${day}`).waitFor()
  await look(page, 'schedule-list')
  await showMonthOf(ahead(4))
  await chip.click()
  await page.getByRole('dialog', { name: 'planned-kettle' }).getByRole('button', { name: 'Take back' }).click()
  await chip.waitFor({ state: 'detached' })
  assert.deepEqual(await movesOf(planned), [])
  await eva.fetch(`/admin/api/entries/${planned}/moves/publish?collection=posts`, { method: 'DELETE' })
})

await check('a narrow window has a list of days', async () => {
  await showMonthOf(ahead(1))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('listitem').filter({ hasText: 'timed-kettle' }).getByRole('link', { name: 'Open the entry' }).waitFor()
  assert.equal(await page.getByRole('table').count(), 0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('table').waitFor()
})

await check('with the keyboard alone: another month, and back', async () => {
  await page.goto('/admin/calendar') // tomorrow may be in another month
  await page.getByRole('table').waitFor()
  const heading = async () => page.getByRole('main').getByRole('heading', { level: 2 }).first().innerText()
  const before = await heading()
  await page.getByRole('button', { name: 'Earlier' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/month=\d{4}-\d\d/)
  assert.notEqual(await heading(), before)
  await page.reload()
  await page.getByRole('button', { name: 'This month' }).press('Enter')
  await page.waitForURL(/calendar$/)
})

await check('it is among what waits on Home', async () => {
  await page.goto('/admin/')
  await page.getByRole('region', { name: 'Scheduled' }).getByRole('link', { name: 'timed-kettle' }).waitFor()
})

await check('the clock runs it', async () => {
  const answer = await eva.post(`/admin/api/entries/${good}/moves?collection=posts`, { direction: 'publish', at: Date.now() + 1500, timeZone: 'Europe/Vienna' })
  assert.equal(answer.status, 201, await answer.text())
  await until(async () => (await (await eva.fetch(`/admin/api/entries/${good}?collection=posts`)).json()).entry.status === 'published')
  const { items } = await (await eva.fetch(`/admin/api/entries/${good}/versions?collection=posts`)).json()
  assert.deepEqual(items.map(({ surface }) => surface), ['schedule', 'admin'])
})

await check('one that fails says why, by mail too', async () => {
  const broken = await draft('broken-kettle', {})
  await eva.post(`/admin/api/entries/${broken}/moves?collection=posts`, { direction: 'publish', at: Date.now() + 1500, timeZone: 'UTC' })
  await until(async () => (await (await eva.fetch('/admin/api/moves/failed')).json()).items.some(({ told }) => told))
  assert.match(await eva.letter(address('eva')), new RegExp(`/admin/c/posts/${broken}$`))
  await page.goto('/admin/calendar')
  await page.getByRole('heading', { name: 'Failed' }).waitFor()
  await page.getByRole('region', { name: 'Failed' }).getByText('broken-kettle').waitFor()
  await look(page, 'calendar-failed')
  await page.goto('/admin/')
  const told = page.getByRole('region', { name: 'Did not happen at its time' })
  await told.getByText(/It was not published/).waitFor()
  await look(page, 'home-failed-move')
  const chinese = await openAdmin(eva, { locale: 'zh-TW' })
  for (const path of ['/admin/', '/admin/calendar', `/admin/c/posts/${broken}`]) {
    await chinese.goto(path)
    await chinese.getByText(/缺少此欄位，或其值不符合規定/).first().waitFor() // the reason, too
  }
  await chinese.close()
  await told.getByRole('link', { name: 'Open the calendar' }).click()
  await page.getByRole('region', { name: 'Failed' }).getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('region', { name: 'Failed' }).waitFor({ state: 'detached' })
})
await close()
