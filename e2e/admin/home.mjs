// The home page is the work that waits: with the mouse, with the keyboard alone, and in Chinese.
import assert from 'node:assert/strict'
import { close, look, lookAgain, openAdmin, settled, tabTo } from '../chromium.mjs'
import { check, Visitor } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const page = await openAdmin(eva)
const part = (name) => page.getByRole('region', { name, exact: true })
const draft = (slug) => ({ data: { slug, publishedAt: 1790000000000, author: 'lin-yu-ching' } })

// comeHome opens the page anew, and waits for what is asked for it.
async function comeHome() {
  await page.goto('/admin/')
  await part('Your work').waitFor()
  await settled(page)
}

await check('what readers have sent waits until somebody has put it further', async () => {
  const sent = await new Visitor().post('/api/suggestions', { subject: 'A kettle that sings', message: 'Please write about kettles.', email: 'rita@tea.example' })
  assert.ok(sent.ok, await sent.text())
  await comeHome()
  const unread = part('New in Suggestions')
  await unread.getByText('Latest: A kettle that sings').waitFor()
  await unread.getByText(/^\d+ waits?$/).waitFor()
  await unread.getByRole('link', { name: 'Suggestions' }).click()
  await page.getByRole('heading', { name: 'Suggestions', level: 1 }).waitFor()
  await page.getByRole('tab', { name: /^Without Stage/, selected: true }).waitFor()
  await page.getByRole('link', { name: 'A kettle that sings', exact: true }).waitFor()
  await comeHome()
  await part('New in Suggestions').getByText('Latest: A kettle that sings').waitFor() // whoever has looked: nobody has touched it
})

await check('and what came since is the latest of them', async () => {
  const sent = await new Visitor().post('/api/suggestions', { subject: 'And a pot', message: 'Please write about pots.', email: 'rita@tea.example' })
  assert.ok(sent.ok, await sent.text())
  await comeHome()
  await part('New in Suggestions').getByText('Latest: And a pot').waitFor()
})

await check('a draft is among the work of who began it', async () => {
  const made = await eva.post('/admin/api/entries?collection=posts', draft('water-first'))
  assert.equal(made.status, 201, await made.text())
  const others = await olga.post('/admin/api/entries?collection=posts', draft('leaves-last'))
  assert.equal(others.status, 201, await others.text())
  await comeHome()
  assert.deepEqual(await part('Your drafts').getByRole('listitem').getByRole('link').allInnerTexts(), ['water-first'])
  await part('Your drafts').getByRole('link', { name: 'All drafts in Posts' }).click()
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'leaves-last', exact: true }).waitFor()
})

await check('with the keyboard alone a missing language is where it is written', async () => {
  await comeHome()
  const missing = part('Without a translation').getByRole('link', { name: 'Translate “water-first” to English' })
  await tabTo(page, missing)
  await page.keyboard.press('Enter')
  await page.waitForURL(/locale=en/)
  await page.getByRole('textbox', { name: 'Title' }).first().waitFor()
})

await check('what one was doing is apart from what waits', async () => {
  await comeHome()
  await part('What you were doing').getByRole('region', { name: 'Your drafts' }).waitFor()
  const waits = part('What waits for you')
  await waits.getByRole('region', { name: 'Without a translation' }).waitFor()
  assert.equal(await waits.getByRole('region', { name: 'Your drafts' }).count(), 0)
})

await check('the one thing to begin is in the collection that one uses most', async () => {
  const first = page.getByRole('main').getByRole('link', { name: /^New in / })
  for (let i = 0; i < 3; i++) {
    await page.goto('/admin/c/pages')
    await page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor()
    await page.goto('/admin/c/posts')
    await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
  }
  for (let i = 0; i < 3; i++) {
    await page.goto('/admin/c/pages')
    await page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor()
  }
  await comeHome()
  assert.equal(await first.first().innerText(), 'New in Pages')
  await page.getByRole('button', { name: 'More to start' }).click()
  await page.getByRole('menuitem', { name: 'New in Posts' }).click()
  await page.waitForURL(/c\/posts\/new/)
})

await check('what is not there is not told of', async () => {
  const idle = await openAdmin(await hire(olga, 'ida', 'contributor'))
  await idle.goto('/admin/')
  await idle.getByRole('region', { name: 'What waits for you' }).waitFor()
  await settled(idle)
  assert.equal(await idle.getByRole('region', { name: 'What you were doing' }).count(), 0)
  assert.equal(await idle.getByRole('region', { name: 'First steps' }).count(), 0) // a site with ten entries is in use
  assert.deepEqual(idle.complaints, [])
})

await check('the counts of a collection by a value leave out no entry', async () => {
  await comeHome()
  const card = page.getByRole('region', { name: 'The site in numbers' }).getByRole('region', { name: 'Suggestions' })
  await card.scrollIntoViewIfNeeded() // it asks for its numbers once it is seen
  const total = Number((await card.getByText(/^\d+ entries$/).innerText()).split(' ')[0])
  await card.getByRole('link', { name: /^Without Stage/ }).waitFor()
  const counts = (await card.getByRole('link').allInnerTexts()).map((each) => Number(/\d+$/.exec(each)?.[0] ?? 0))
  assert.equal(counts.reduce((a, b) => a + b, 0), total)
})

await check('it can be read by everybody', async () => {
  await comeHome()
  await look(page, 'admin-home')
})

await check('in Chinese too', async () => {
  await page.evaluate(() => localStorage.setItem('quartet.preferences', JSON.stringify({ language: 'zh-TW' })))
  await page.goto('/admin/')
  await part('你的草稿').waitFor()
  await part('還缺譯文').getByRole('link', { name: '將「water-first」譯成英文' }).waitFor()
  await lookAgain(page, 'admin-home-zh')
})

assert.deepEqual(page.complaints, [])
await close()
