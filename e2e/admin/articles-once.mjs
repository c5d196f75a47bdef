// What was done to an article at once is one line, by its title: on Home, in the palette, the calendar, the audit log and its history.
import assert from 'node:assert/strict'
import { close, look, lookAgain, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { call, hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const page = await openAdmin(eva)
const chinese = 'Chinese (Taiwan)'

async function article(slug, en, zh) {
  const post = (await call(eva, 'POST', '/entries?collection=posts', { data: { slug, author: 'thomas-hale', publishedAt: 1_790_000_000_000 } })).entry
  const words = async (locale, title) => (await call(eva, 'POST', '/entries?collection=post-translations', { data: { slug, locale, publishedAt: 1_790_000_000_000, title, summary: 'S', body: 'B' } })).entry
  return [post, await words('en', en), await words('zh-TW', zh)].map(({ id, collection }) => ({ id, collection }))
}

const leaves = await article('two-leaves', 'Small kettles', '兩把小壺')
const buds = await article('one-bud', 'One bud', '一枚芽')
await call(eva, 'POST', '/entries/publish', { entries: leaves })
const release = await call(eva, 'POST', '/releases', { name: 'Autumn teas' })
await call(eva, 'POST', `/releases/${release.id}/entries`, { entries: buds })
await call(eva, 'POST', `/releases/${release.id}/publish`, {})

await check('Home has it once among what changed last, and begins with an article', async () => {
  await page.goto('/admin/')
  const recent = page.getByRole('region', { name: 'Recently changed' })
  await recent.getByRole('link', { name: 'One bud' }).waitFor()
  const rows = recent.getByRole('listitem').filter({ hasText: 'Small kettles' })
  assert.equal(await rows.count(), 1)
  assert.match(await rows.innerText(), /in Posts · (English · Chinese \(Taiwan\)|Chinese \(Taiwan\) · English)/)
  assert.equal(await recent.getByText(/two-leaves|兩把小壺/).count(), 0)
  assert.equal(await page.getByRole('main').getByRole('link', { name: /^New in / }).first().innerText(), 'New in Posts')
  await look(page, 'articles-once-home')
})

await check('the palette finds it once, by the words of any language, and opens that', async () => {
  await page.keyboard.press('Control+k')
  const hits = page.locator('[data-action]').filter({ hasText: 'Small kettles' })
  await page.getByRole('textbox', { name: 'Command palette' }).fill('小壺')
  await hits.getByText(`Posts · ${chinese}: 兩把小壺`).waitFor()
  assert.equal(await hits.count(), 1)
  await look(page, 'articles-once-palette')
  await page.getByRole('textbox', { name: 'Command palette' }).fill('kettles small')
  await hits.getByText(`Posts · English and ${chinese}`).waitFor()
  await page.getByRole('textbox', { name: 'Command palette' }).fill('小壺')
  await hits.getByText('兩把小壺').click()
  await page.waitForURL(/\/c\/posts\/.*locale=zh-TW/)
})

// today opens all that is on this day.
async function today(where) {
  await where.goto('/admin/calendar')
  await where.locator('td[aria-current=date]').getByRole('button', { name: /: / }).click()
  await where.getByRole('dialog').getByRole('listitem').first().waitFor()
}

await check('the calendar has it once, and a release by its name', async () => {
  await today(page)
  const dialog = page.getByRole('dialog')
  const row = (title) => dialog.getByRole('listitem').filter({ hasText: title })
  await row('Small kettles').getByText(`Published · What all languages share, English, and ${chinese} ·`).waitFor()
  await row('Autumn teas').getByText('Published · 3 entries ·').waitFor()
  assert.equal(await row('Two leaves and a bud').count(), 1) // which the seed published, one language after the other
  assert.deepEqual([await row('Small kettles').count(), await row('Autumn teas').count(), await row('One bud').count()], [1, 1, 0])
  await row('Autumn teas').scrollIntoViewIfNeeded()
  await look(page, 'articles-once-calendar')
  await today(page) // a narrow page has a list instead
  await row('Autumn teas').getByRole('link').click()
  await page.getByRole('heading', { name: 'Autumn teas', level: 1 }).waitFor()
})

await check('its history has one line of a publish, with a way to each language', async () => {
  await page.goto(`/admin/c/posts/${leaves[0].id}`)
  await page.getByRole('tab', { name: 'History' }).click()
  const published = page.getByRole('navigation', { name: 'All versions' }).locator('> ol > li').filter({ hasText: 'You published it' })
  await published.waitFor()
  assert.deepEqual((await published.getByRole('link').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))).toSorted(), [`You published it: ${chinese}`, 'You published it: English', 'You published it: What all languages share'])
  await look(page, 'articles-once-history')
  await published.getByRole('link', { name: `You published it: ${chinese}` }).click()
  await page.waitForURL(/\/versions\?/)
  await published.locator('[aria-current]', { hasText: chinese }).waitFor()
})

await check('the audit log has one line, and what changed in each language behind it', async () => {
  const hers = await openAdmin(olga)
  await hers.goto('/admin/dev?tab=audit')
  const row = hers.getByRole('row').filter({ hasText: 'Small kettles' }).filter({ hasText: /Published/ })
  await row.waitFor()
  assert.match(await row.innerText(), /Small kettles · .*English/)
  await look(hers, 'articles-once-audit')
  await row.click()
  for (const name of ['English', chinese, 'What all languages share']) await hers.getByRole('dialog').getByRole('heading', { name, exact: true }).waitFor()
  await settled(hers)
  await look(hers, 'articles-once-audit-line')
  assert.deepEqual(hers.complaints, [])
})

await check('in Chinese it has its Chinese title', async () => {
  const his = await openAdmin(eva, { locale: 'zh-TW' })
  await today(his)
  const row = his.getByRole('dialog').getByRole('listitem').filter({ hasText: '兩把小壺' })
  await row.getByText(/英文和中文（台灣）/).waitFor()
  await row.scrollIntoViewIfNeeded()
  await lookAgain(his, 'articles-once-calendar')
  assert.deepEqual([...page.complaints, ...his.complaints], [])
})

await close()
