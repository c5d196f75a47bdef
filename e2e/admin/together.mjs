// Two people have one entry open, and see each other.
import assert from 'node:assert/strict'
import { close, holds, look, lookAgain, openAdmin } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const { items: [{ id }] } = await (await eva.fetch('/admin/api/entries?collection=suggestions&search=Yingge')).json()
const [hers, owners] = [await openAdmin(eva), await openAdmin(olga)]
const here = (page) => page.getByRole('list', { name: 'Also here' })
const mark = (page, field) => page.locator(`[data-typing-here="/${field}"]`)

await check('both see that the other is here', async () => {
  for (const page of [hers, owners]) await page.goto(`/admin/c/suggestions/${id}`)
  await here(hers).getByRole('img', { name: 'olga@tea.example' }).waitFor()
  await here(owners).getByRole('img', { name: 'eva@tea.example' }).waitFor()
})

await check('a field that somebody types in says so, and is quiet soon after', async () => {
  let shown = false
  const seen = mark(owners, 'note').getByText('eva@tea.example is typing').waitFor().then(() => { shown = true })
  for (let i = 0; i < 30 && !shown; i++) await hers.getByLabel('Note').pressSequentially('Ask ', { delay: 200 }) // people type on
  await seen
  await owners.getByText('eva@tea.example is typing in Note.').waitFor({ state: 'attached' })
  assert.equal(await mark(hers, 'note').count(), 0)
  await look(owners, 'admin-together')
  await mark(owners, 'note').waitFor({ state: 'detached' })
})

await check('what one saves, the other reads without asking', async () => {
  await hers.getByLabel('Note').fill('Ask Mei.')
  await hers.keyboard.press('Control+s')
  await holds(owners.getByLabel('Note'), 'Ask Mei.')
})

await check('from the keyboard alone, a comment on a field mentions somebody', async () => {
  await hers.getByLabel('Note').focus()
  await hers.keyboard.press('Control+m')
  const composer = hers.getByRole('textbox', { name: 'New comment on Note' })
  await composer.waitFor()
  await hers.keyboard.type('Is Mei right? Ask @ol')
  await hers.getByRole('option', { name: 'olga@tea.example', selected: true }).waitFor()
  await hers.keyboard.press('Enter')
  await holds(composer, 'Is Mei right? Ask @olga@tea.example ')
  await look(hers, 'admin-comment')
  await hers.keyboard.press('Control+Enter')
  await hers.getByText('Is Mei right? Ask @olga@tea.example').waitFor()
  await owners.getByRole('button', { name: 'Comments on Note: 1' }).waitFor()
})

await check('a mail leads to the comment', async () => {
  const link = await olga.letter('olga@tea.example')
  assert.match(link, new RegExp(`/admin/c/suggestions/${id}\\?comment=`))
  await owners.goto(link)
  const named = owners.locator('[data-named]')
  await named.getByText('Is Mei right?').waitFor()
  assert.ok(await named.evaluate((element) => element === document.activeElement))
  await look(owners, 'admin-comments')
})

await check('an answer is there at once, and editors resolve', async () => {
  await owners.getByRole('button', { name: 'Reply' }).click()
  await owners.getByRole('textbox', { name: 'Your reply' }).fill('She is.')
  await owners.keyboard.press('Control+Enter')
  await hers.getByText('She is.').waitFor()
  await hers.getByRole('button', { name: 'Resolve' }).click()
  await hers.getByRole('button', { name: 'Show resolved (1)' }).click()
  await hers.getByRole('button', { name: 'Open again' }).waitFor()
  await owners.getByRole('button', { name: 'Show resolved (1)' }).waitFor()
})

await check('one changes and deletes what one has said', async () => {
  await hers.getByRole('button', { name: 'Edit comment' }).click()
  await hers.getByRole('textbox', { name: 'Change your comment' }).fill('Is Mei wrong?')
  await hers.getByRole('button', { name: 'Save comment' }).click()
  await hers.getByText('Is Mei wrong?').waitFor()
  await hers.getByRole('button', { name: 'Delete comment' }).click()
  const question = hers.getByRole('dialog', { name: 'Delete this comment?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await hers.getByText('Is Mei wrong?').waitFor()
  await hers.getByRole('button', { name: 'Delete comment' }).click()
  await question.getByRole('button', { name: 'Delete comment' }).click()
  await hers.getByText('This comment was deleted.').waitFor()
  const { items } = await (await eva.fetch(`/admin/api/entries/${id}/comments?collection=suggestions`)).json()
  assert.deepEqual(items.map(({ text, removed }) => [text, removed]), [['', true], ['She is.', false]])
  const answer = await eva.fetch(`/admin/api/entries/${id}/comments/${items[1].id}?collection=suggestions`, { method: 'DELETE' })
  assert.equal(answer.status, 403)
})

await check('in Chinese, too', async () => {
  const page = await openAdmin(eva, { locale: 'zh-TW' })
  await page.goto(`/admin/c/suggestions/${id}`)
  await page.getByRole('tab', { name: '留言' }).click()
  await page.getByRole('button', { name: '顯示已解決的（1）' }).click()
  await page.getByText('這則留言已刪除。').waitFor()
  await page.getByRole('list', { name: '也在這裡' }).waitFor()
  await lookAgain(page, 'admin-comments-zh')
  await page.close()
})

await check('who leaves is gone', async () => {
  await hers.goto('/admin/c/suggestions')
  await here(owners).waitFor({ state: 'detached' })
  await owners.getByText('eva@tea.example has left.').waitFor({ state: 'attached' })
})

const { items: [post] } = await (await eva.fetch('/admin/api/entries?collection=posts&search=one-leaf-two-names&limit=1')).json()

await check('people in two languages of an article see who types in what both share', async () => {
  await hers.goto(`/admin/c/posts/${post.id}?locale=zh-TW`)
  await owners.goto(`/admin/c/posts/${post.id}?locale=en`)
  await here(hers).getByRole('img', { name: 'olga@tea.example' }).waitFor()
  await here(owners).getByRole('img', { name: 'eva@tea.example' }).waitFor()
  const slug = hers.getByLabel('Slug')
  let shown = false
  const seen = mark(owners, 'slug').getByText('eva@tea.example is typing').waitFor().then(() => { shown = true })
  for (let i = 0; i < 30 && !shown; i++) await slug.pressSequentially('-tea', { delay: 200 })
  await seen
  await owners.getByText('eva@tea.example is typing in Slug.').waitFor({ state: 'attached' })
  await look(owners, 'admin-together-shared')
  // The words of her language are not those that he has open.
  await hers.getByLabel('Summary').first().pressSequentially('tea', { delay: 100 })
  await mark(owners, 'slug').waitFor({ state: 'detached' })
  assert.equal(await mark(owners, 'summary').count(), 0)
})

const text = (page) => page.getByRole('textbox', { name: 'Body' })
const paragraph = (page, words) => text(page).locator('p', { hasText: words })
// A mark stands beside the first line of its block, which says the same to who cannot see it.
const marked = (page, label) => page.getByRole('img', { name: label })
async function isBeside(mark, words) {
  const block = mark.page().locator(`p[aria-description="${await mark.getAttribute('aria-label')}"]`, { hasText: words })
  await block.waitFor()
  let [at, line] = []
  for (let tries = 0; tries < 20; tries++) {
    ;[at, line] = await Promise.all([mark, block].map((each) => each.boundingBox()))
    if (Math.abs(at.y - line.y) < 20 && at.x > line.x + line.width - 5) return
    await mark.page().waitForTimeout(100)
  }
  assert.fail(`a mark at ${JSON.stringify(at)}, and its block at ${JSON.stringify(line)}`)
}

await check('a paragraph has the mark of who is in it, which follows it and what they do', async () => {
  for (const page of [hers, owners]) {
    await page.goto(`/admin/c/posts/${post.id}?locale=en`)
    await text(page).waitFor()
  }
  const mark = marked(owners, 'eva@tea.example is in this paragraph')
  await paragraph(hers, 'Order a').click()
  await mark.waitFor()
  await isBeside(mark, 'Order a')
  await look(owners, 'admin-together-paragraph')
  await paragraph(hers, 'went overland').click()
  await isBeside(mark, 'went overland')
  // The arrows pass it by, and what is written above moves it along.
  await paragraph(owners, 'went overland').click({ position: { x: 2, y: 10 } })
  await owners.keyboard.press('Home')
  await owners.keyboard.press('ArrowLeft')
  await owners.keyboard.type('1')
  await owners.keyboard.press('ArrowRight')
  await owners.keyboard.type('2')
  await owners.keyboard.press('ArrowUp')
  await owners.keyboard.press('ArrowDown')
  await owners.keyboard.type('3')
  assert.match(await text(owners).innerText(), /are cousins\.1\n+23Chá went/)
  await owners.keyboard.press('Control+Home')
  await owners.keyboard.type('Before.')
  await owners.keyboard.press('Enter')
  await isBeside(mark, 'went overland')
  await owners.keyboard.press('Control+s')
  await paragraph(hers, 'Before.').waitFor()
})

await check('who changed what somebody cannot save yet is told, until it is solved', async () => {
  const held = []
  const isSave = (request) => request.method() === 'PATCH'
  await hers.route('**/admin/api/entries/**', (route) => (isSave(route.request()) ? held.push(route) : route.continue()))
  const saves = hers.waitForRequest(isSave)
  await paragraph(hers, 'Order a').click()
  await hers.keyboard.press('Control+End')
  await hers.keyboard.type(' Or chai chai.')
  await saves
  await paragraph(owners, 'Order a').click()
  await owners.keyboard.press('Control+End')
  await owners.keyboard.type(' Or tea tea.')
  await owners.keyboard.press('Control+s')
  await owners.locator('[data-phase=pending]').first().waitFor()
  for (const route of held.splice(0)) await route.continue()
  await hers.unroute('**/admin/api/entries/**')
  await hers.getByText('Not saved: somebody else changed the same place').waitFor()
  const mark = marked(owners, 'eva@tea.example has changes in this paragraph that are not saved yet.')
  await mark.waitFor()
  await isBeside(mark, 'Order a')
  const told = owners.getByText('eva@tea.example has changes in Body that are not saved yet.')
  await told.waitFor()
  await look(owners, 'admin-together-unsaved')
  await hers.getByText('Not saved: somebody else changed the same place').click()
  await hers.getByRole('radio', { name: 'Body: Both, theirs first' }).click()
  await look(hers, 'admin-conflict-paragraph')
  await hers.getByRole('button', { name: 'Save with these choices' }).click()
  await mark.waitFor({ state: 'detached' })
  await told.waitFor({ state: 'detached' })
  await text(owners).getByText('Order a "chai tea", and you have said it twice. Or tea tea. Or chai chai.', { exact: true }).waitFor()
})

for (const page of [hers, owners]) assert.deepEqual(page.complaints, [])
await close()
