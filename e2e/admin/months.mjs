// A list as a month: its entries on the days of one of their dates.
import assert from 'node:assert/strict'
import { close, look, lookAgain, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const cara = await hire(olga, 'cara', 'contributor')
const page = await openAdmin(eva)

// day is a time of a day of the month that the checks are about, as this machine has it.
const day = (number, month = 2) => new Date(2027, month, number, 9, 30).getTime()

async function draft(slug, publishedAt) {
  const answer = await eva.post('/admin/api/entries?collection=posts', { data: { slug, author: 'thomas-hale', publishedAt } })
  assert.equal(answer.status, 201, await answer.text())
}

const grid = page.getByRole('table', { name: 'March 2027' })
const cell = (name) => grid.getByRole('cell').filter({ has: page.getByRole('link', { name: new RegExp(name) }) })

await check('a month shows entries on the days of their date, by their titles and states', async () => {
  for (let i = 1; i <= 5; i++) await draft(`leaf-${i}`, day(10) + i * 60_000)
  await draft('leaf-last', day(31))
  await draft('leaf-after', day(20, 3))
  await draft('leaf-translated', day(12))
  const text = { slug: 'leaf-translated', locale: 'en', title: 'A leaf in March', publishedAt: day(12), summary: 'Of a leaf.', body: 'Green.' }
  assert.equal((await eva.post('/admin/api/entries?collection=post-translations', { data: text })).status, 201)
  await page.goto('/admin/c/posts?month=2027-03')
  await page.getByTitle('Calendar', { exact: true }).click()
  await page.waitForURL(/layout=calendar/)
  await grid.waitFor()
  assert.match(await cell('leaf-last').innerText(), /^31\b/)
  assert.match(await cell('A leaf in March').innerText(), /^12\b[\s\S]*9:30/)
  await cell('leaf-last').getByRole('link', { name: /^Draft: .*leaf-last$/ }).waitFor()
  assert.equal(await page.getByText('leaf-after').count(), 0)
  await settled(page)
  await look(page, 'months')
})

await check('a day has three in its cell, and all of them behind its number', async () => {
  const tenth = grid.getByRole('cell').filter({ hasText: 'leaf-1' })
  assert.equal(await tenth.getByRole('link').count(), 3)
  await tenth.getByRole('button', { name: 'and 2 more' }).click()
  const whole = page.getByRole('dialog', { name: 'Wednesday, March 10' })
  await whole.getByText('leaf-5').waitFor()
  assert.equal(await whole.getByRole('listitem').count(), 5)
  await look(page, 'months-day')
  await page.keyboard.press('Escape')
})

await check('the search, the tabs and the filters hold, and stay', async () => {
  await page.getByRole('searchbox').fill('leaf-last')
  await grid.getByRole('link').nth(0).waitFor()
  await page.waitForURL(/q=leaf-last/)
  await settled(page)
  assert.deepEqual(await grid.getByRole('link').allInnerTexts().then((all) => all.map((each) => each.split(' ').at(-1))), ['leaf-last'])
  await page.getByRole('tab', { name: /^Published/ }).click()
  await page.getByText('Nothing in this month').waitFor()
  await page.goto('/admin/c/posts?layout=calendar&month=2027-03')
})

await check('with the keyboard alone: another month, and from one entry to the next, which opens', async () => {
  await grid.waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('table', { name: 'April 2027' }).getByRole('link', { name: /leaf-after/ }).waitFor()
  assert.match(page.url(), /month=2027-04/)
  await page.keyboard.press('ArrowLeft')
  await grid.getByRole('link', { name: /leaf-last/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await grid.getByRole('link', { name: /leaf-2$/ }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('k')
  await grid.getByRole('link', { name: /leaf-1$/ }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/c\/posts\/[^?]+/)
  await page.goBack()
  await grid.waitFor()
})

await check('any date shows it, and one without an index says that it is slow', async () => {
  await page.getByRole('combobox', { name: 'Date shown' }).or(page.getByRole('textbox', { name: 'Date shown' })).first().click()
  await page.getByRole('option', { name: 'Created' }).click()
  await page.waitForURL(/by=createdAt/)
  await page.getByRole('button', { name: 'This month' }).click()
  const today = page.locator('td[data-today]')
  await today.getByRole('link').nth(2).waitFor()
  await settled(page)
  assert.equal(await page.getByText('is slow where there are many entries').count(), 0)
  await look(page, 'months-created')
  await page.goto('/admin/c/posts?layout=calendar&by=publishedAt&month=2027-03')
  await page.getByText('A calendar by “Published at” is slow where there are many entries.').waitFor()
})

await check('of a month with very many, a part is loaded, which is said, and the rest on request', async () => {
  await page.goto('/admin/c/posts?layout=calendar&by=publishedAt&month=2020-09')
  await page.getByText('Only the days before Sunday, September 13 are complete.').waitFor()
  await page.getByText(/^350 of 1,2\d\d loaded$/).waitFor()
  await page.getByRole('button', { name: 'and 347 more' }).waitFor()
  await page.getByRole('button', { name: /^Load 8\d\d$/ }).click()
  await page.getByText(/^1,2\d\d entries in this month$/).waitFor()
  assert.equal(await page.getByText('are complete').count(), 0)
})

await check('the layout, the date and the month are saved with a list, and found by a second person', async () => {
  await page.goto('/admin/c/posts?layout=calendar&by=publishedAt&month=2027-03&q=leaf')
  await grid.waitFor()
  await page.getByRole('button', { name: 'Saved lists' }).click()
  await page.getByRole('menuitem', { name: 'Save this list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this list' })
  await dialog.getByRole('textbox', { name: 'Name of the list' }).fill('March')
  await dialog.getByRole('checkbox', { name: 'Everybody on the staff sees it' }).check()
  await dialog.getByRole('button', { name: 'Save the list' }).click()
  await page.getByText('List “March” saved').waitFor()
  const second = await openAdmin(cara)
  await second.goto('/admin/c/posts')
  await second.locator('tr[data-row]').first().waitFor()
  await second.getByRole('button', { name: 'Saved lists' }).click()
  await second.getByRole('menuitem', { name: 'March' }).click()
  await second.getByRole('table', { name: 'March 2027' }).getByRole('link', { name: /leaf-last/ }).waitFor()
  assert.match(second.url(), /by=publishedAt/)
  assert.deepEqual(second.complaints, [])
})

await check('a narrow window has a list of days', async () => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('region', { name: 'Wednesday, March 31' }).getByText('leaf-last').waitFor()
  assert.equal(await page.getByRole('table').count(), 0)
  await settled(page)
  await look(page, 'months-narrow')
  await page.setViewportSize({ width: 1280, height: 720 })
})

await check('in Chinese, too', async () => {
  await page.evaluate(() => localStorage.setItem('quartet.preferences', JSON.stringify({ language: 'zh-TW' })))
  await page.goto('/admin/c/posts?layout=calendar&by=publishedAt&month=2027-03&q=leaf')
  await page.getByRole('table', { name: '2027年3月' }).getByRole('link', { name: /leaf-last/ }).waitFor()
  await lookAgain(page, 'months-zh')
})

assert.deepEqual(page.complaints, [])
await close()
