// An entry is published at a time, seen in the calendar, and a move that fails is told.
import assert from 'node:assert/strict'
import { close, look, openAdmin } from '../chromium.mjs'
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
  const set = page.getByRole('group', { name: 'Publish or unpublish at a time' })
  const soon = new Date(Date.now() + 86_400_000)
  const local = new Date(soon.getTime() - soon.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  await set.getByLabel(/^When/).fill(local)
  await set.getByRole('button', { name: 'Set' }).click()
  await set.getByText('Is published').waitFor()
  await look(page, 'schedule-entry')
  await page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).click()
  if (soon.getMonth() !== new Date().getMonth()) await page.getByRole('button', { name: 'Later' }).click()
  const cell = page.getByRole('table').getByRole('cell').filter({ hasText: 'timed-kettle' })
  await cell.getByRole('link', { name: /^publish: .*timed-kettle$/ }).waitFor()
  assert.match(await cell.innerText(), new RegExp(`^${soon.getDate()}\\b`))
  await look(page, 'calendar')
  await cell.getByRole('button', { name: /: 1 thing$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).waitFor()
  await look(page, 'calendar-day')
  await page.keyboard.press('Escape')
})

await check('a narrow window has a list of days', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('listitem').filter({ hasText: 'timed-kettle' }).getByRole('link', { name: 'Open the entry' }).waitFor()
  assert.equal(await page.getByRole('table').count(), 0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('table').waitFor()
})

await check('with the keyboard alone: another month, and back', async () => {
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
  await told.getByRole('link', { name: 'Open the calendar' }).click()
  await page.getByRole('region', { name: 'Failed' }).getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('region', { name: 'Failed' }).waitFor({ state: 'detached' })
})
await close()
