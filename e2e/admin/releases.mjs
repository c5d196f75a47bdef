// Several entries are published together, now or at a time, or none of them is.
import assert from 'node:assert/strict'
import { close, look, openAdmin } from '../chromium.mjs'
import { check } from '../site.mjs'
import { address, hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const carl = await hire(olga, 'carl', 'contributor')
const page = await openAdmin(eva)

const whole = { author: 'thomas-hale', publishedAt: 1_700_000_000_000 }
async function draft(slug, more = whole) {
  const { entry } = await (await eva.post('/admin/api/entries?collection=posts', { data: { slug, ...more } })).json()
  return entry.id
}
const status = async (id) => (await (await eva.fetch(`/admin/api/entries/${id}?collection=posts`)).json()).entry.status

// until asks until an answer is the wanted one, for ten seconds.
async function until(ask) {
  for (let i = 0; i < 100; i++) {
    if (await ask()) return
    await new Promise((go) => setTimeout(go, 100))
  }
  assert.fail('it did not come to be')
}

async function release(name, ...entries) {
  const { id } = await (await eva.post('/admin/api/releases', { name })).json()
  const added = await eva.post(`/admin/api/releases/${id}/entries`, { entries: entries.map((entry) => ({ collection: 'posts', id: entry })) })
  assert.equal(added.status, 200, await added.text())
  return id
}

const kettle = await draft('autumn-kettle')
const broken = await draft('autumn-cup', {})
const third = await draft('autumn-bowl')

await check('where there are none, the page says what a release is, and makes one', async () => {
  await page.goto('/admin/')
  await page.getByRole('navigation').getByRole('link', { name: 'Releases' }).click()
  await page.getByRole('heading', { name: 'Publish several entries together' }).waitFor()
  await look(page, 'releases-empty')
  await page.getByRole('button', { name: 'New release' }).click()
  await page.getByLabel('Name').fill('Autumn campaign')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Autumn campaign', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'No entries yet' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Publish now' }).isDisabled(), true)
  await look(page, 'release-empty')
})

await check('it is filled from its page, by search and from what waits, with the keyboard alone', async () => {
  const field = page.getByRole('combobox', { name: 'Add an entry' })
  const option = (name) => page.getByRole('option', { name })
  await field.focus()
  await option('autumn-cup').waitFor()
  await look(page, 'release-fill')
  await field.pressSequentially('autumn bowl')
  await option('autumn-bowl').waitFor()
  await page.waitForFunction(() => document.querySelector('[role=option][data-combobox-selected]')?.textContent.includes('autumn-bowl'))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Take out “autumn-bowl”' }).waitFor()
  await field.pressSequentially('autumn')
  await option('autumn-kettle').waitFor()
  await option(/autumn-bowl.*in this release/).waitFor()
  assert.equal(await field.evaluate((node) => node === document.activeElement), true)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Take out “autumn-bowl”' }).click()
  await page.getByRole('heading', { name: 'No entries yet' }).waitFor()
})

await check('an entry is added from its menu', async () => {
  await page.goto(`/admin/c/posts/${kettle}`)
  await page.getByRole('button', { name: 'More for this entry' }).first().click()
  await page.getByRole('menuitem', { name: 'Add to a release' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to a release' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).waitFor()
  await look(page, 'release-add')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Added to “Autumn campaign”').waitFor()
  await page.getByRole('complementary').getByRole('link', { name: 'Autumn campaign' }).waitFor() // its page says so
})

await check('the selected rows of a list are added', async () => {
  await page.goto('/admin/c/posts?q=autumn')
  for (const name of ['autumn-cup', 'autumn-bowl']) await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Selected entries' }).getByRole('button', { name: 'Add to a release' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Added to “Autumn campaign”').first().waitFor()
})

await check('the release says which entry is in the way, and why, and does not go out', async () => {
  await page.goto('/admin/releases')
  await page.getByRole('listitem').filter({ hasText: 'Autumn campaign' }).getByText('3 entries').waitFor()
  await page.getByRole('link', { name: /Autumn campaign/ }).click()
  await page.getByText('1 entry is in the way').waitFor()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'autumn-cup' })
  await row.getByText('Author: Required.').waitFor()
  await row.getByText('Published at: Required.').waitFor()
  await look(page, 'release-in-the-way')
  await page.getByRole('button', { name: 'Publish now' }).click()
  assert.equal(await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).isDisabled(), true)
  await page.keyboard.press('Escape')
  const { items } = await (await eva.fetch('/admin/api/releases')).json()
  const refused = await eva.post(`/admin/api/releases/${items[0].id}/publish`, {})
  assert.equal(refused.status, 409)
  assert.deepEqual((await refused.json()).diagnostic.value.map(({ title }) => title), ['autumn-cup'])
  assert.deepEqual([await status(kettle), await status(third)], ['draft', 'draft'])
})

await check('a contributor sees it, and changes nothing', async () => {
  const reader = await openAdmin(carl)
  await reader.goto('/admin/releases')
  await reader.getByRole('link', { name: /Autumn campaign/ }).click()
  await reader.getByText('1 entry is in the way').waitFor()
  assert.equal(await reader.getByRole('button', { name: /Publish now|Take out|Schedule/ }).count(), 0)
})

await check('without that entry all of it goes out at once, with the keyboard alone', async () => {
  await page.getByRole('button', { name: 'Take out “autumn-cup”' }).press('Enter')
  await page.getByText('1 entry is in the way').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Publish now' }).press('Enter')
  await page.getByText('2 entries will be published together').waitFor()
  await look(page, 'release-question')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).press('Enter')
  await page.getByText('“Autumn campaign” is published').waitFor()
  await page.getByText(/^Published .* by /).waitFor()
  await look(page, 'release-published')
  assert.deepEqual([await status(kettle), await status(third), await status(broken)], ['published', 'published', 'draft'])
})

await check('a large one says how many entries are going out, and that they are out', async () => {
  const all = await Promise.all(Array.from({ length: 55 }, (_, i) => draft(`many-${i}`)))
  const out = await draft('out-already')
  await eva.post(`/admin/api/entries/${out}/publish?collection=posts`, { expectedVersion: 1 })
  const id = await release('Many', ...all, out)
  await page.goto(`/admin/releases/${id}`)
  await page.getByRole('button', { name: 'Publish now' }).click()
  let go
  const looked = new Promise((done) => { go = done })
  await page.route('**/publish', async (route) => {
    await looked
    await route.continue()
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  await page.getByRole('status').getByText('55 entries are going out together.').waitFor() // one is public already
  await page.getByRole('status').getByText('Nothing stops it now.').waitFor()
  const going = page.getByRole('dialog', { name: 'Publish “Many”?' })
  assert.equal(await going.getByRole('button', { name: 'Cancel' }).count(), 0)
  await page.screenshot({ path: 'pictures/release-going-out.png' })
  go()
  await page.getByText('“Many” is published').waitFor()
  await page.unroute('**/publish')
  assert.deepEqual([await status(all[0]), await status(all[54])], ['published', 'published'])
})

const winter = await draft('winter-kettle')
await check('a release has a time, and stands in the calendar and on Home', async () => {
  const id = await release('Winter campaign', winter)
  await page.goto(`/admin/releases/${id}`)
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const soon = new Date(Date.now() + 86_400_000)
  const local = new Date(soon.getTime() - soon.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  await page.getByLabel(/^When/).fill(local)
  await look(page, 'release-time')
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  await page.getByText(/All of it is published/).waitFor()
  await look(page, 'release-scheduled')
  await page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).click()
  if (soon.getMonth() !== new Date().getMonth()) await page.getByRole('button', { name: 'Later' }).click()
  await page.getByRole('table').getByRole('button', { name: /^publish together: .*Winter campaign$/ }).waitFor()
  await look(page, 'calendar-release')
  await page.goto('/admin/')
  await page.getByRole('region', { name: 'Scheduled' }).getByRole('link', { name: 'Winter campaign' }).click()
  await page.getByRole('button', { name: 'Take the time back' }).click()
  await page.getByText(/All of it is published/).waitFor({ state: 'detached' })
})

await check('Home and the calendar say before its time that something is in the way of a release', async () => {
  const id = await release('Blocked', broken)
  const at = new Date(Date.now() + 86_400_000)
  await eva.post(`/admin/api/releases/${id}/schedule`, { at: at.getTime(), timeZone: 'UTC' })
  await page.goto('/admin/')
  await page.getByRole('region', { name: 'Scheduled' }).getByText('1 entry is in the way').waitFor()
  await page.goto('/admin/calendar')
  if (at.getMonth() !== new Date().getMonth()) await page.getByRole('button', { name: 'Later' }).click()
  await page.getByRole('table').getByRole('button', { name: /^publish together: .*Blocked$/ }).click()
  await page.getByText('1 entry is in the way').waitFor()
  await look(page, 'calendar-release-blocked')
  await eva.fetch(`/admin/api/releases/${id}`, { method: 'DELETE' })
})

await check('the clock publishes it', async () => {
  const id = await release('Soon', winter)
  const set = await eva.post(`/admin/api/releases/${id}/schedule`, { at: Date.now() + 1500, timeZone: 'Europe/Vienna' })
  assert.equal(set.status, 200, await set.text())
  await until(async () => (await (await eva.fetch(`/admin/api/releases/${id}`)).json()).state === 'published')
  assert.equal(await status(winter), 'published')
})

await check('the time of one that went out meanwhile is not taken back, and the page says so', async () => {
  const id = await release('Too late', await draft('late-kettle'))
  await eva.post(`/admin/api/releases/${id}/schedule`, { at: Date.now() + 86_400_000, timeZone: 'UTC' })
  await page.goto(`/admin/releases/${id}`)
  const back = page.getByRole('button', { name: 'Take the time back' })
  await back.waitFor()
  const published = await eva.post(`/admin/api/releases/${id}/publish`, {})
  assert.equal(published.status, 200, await published.text())
  await back.click()
  await page.getByText('It is published already. Nothing takes it back from here.').waitFor()
  await page.getByText(/^Published .* by /).waitFor()
  assert.equal(await back.count(), 0)
  const refused = await eva.fetch(`/admin/api/releases/${id}/schedule`, { method: 'DELETE' })
  assert.deepEqual([refused.status, (await refused.json()).diagnostic.code], [409, 'CONFLICT'])
})

await check('one that fails at its time says why, by mail too, and nothing of it is public', async () => {
  const fine = await draft('spring-kettle')
  const id = await release('Spring', fine, broken)
  await eva.post(`/admin/api/releases/${id}/schedule`, { at: Date.now() + 1500, timeZone: 'UTC' })
  await until(async () => (await (await eva.fetch('/admin/api/moves/failed')).json()).items.some(({ told }) => told))
  assert.match(await eva.letter(address('eva')), new RegExp(`/admin/releases/${id}$`))
  assert.equal(await status(fine), 'draft')
  await page.goto(`/admin/releases/${id}`)
  await page.getByText('Nothing of it was published at its time').waitFor()
  await look(page, 'release-failed')
  await page.goto('/admin/calendar')
  await page.getByRole('region', { name: 'Failed' }).getByRole('link', { name: 'Open the release' }).waitFor()
  await page.getByRole('region', { name: 'Failed' }).getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('region', { name: 'Failed' }).waitFor({ state: 'detached' })
})

await check('it is renamed, and deleted; its entries stay', async () => {
  await page.goto('/admin/releases')
  await look(page, 'releases')
  await page.getByRole('link', { name: /: Spring$/ }).click()
  await page.getByRole('button', { name: 'More actions for this release' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Spring teas')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Spring teas', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'More actions for this release' }).click()
  await page.getByRole('menuitem', { name: 'Delete the release' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the release' }).click()
  await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor()
  await page.getByRole('link', { name: /Spring/ }).first().waitFor({ state: 'detached' })
  assert.equal(await status(broken), 'draft')
})
await close()
