// Words of a text are commented on, by mouse and by keyboard, by editors and by contributors.
import assert from 'node:assert/strict'
import { close, look, lookAgain, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'
import { collection, writer } from '../writer.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const cora = await hire(olga, 'cora', 'contributor')
const { page, body, entry, press, save, put, make } = await writer(eva)
const source = '* Warm the pot.\n* Fill the pot.\n\nEmpty the pot, and leave it open.\n'
const marks = (on) => on.locator('.quartet-quoted')
const panel = (on) => on.getByRole('region', { name: 'Comments' })
const quote = (on) => on.getByRole('button', { name: 'pot', exact: true })
const gone = (on) => on.getByText('These words have changed.')

// marked are the words that are marked, and the paragraph that each is in.
const marked = (on) => marks(on).evaluateAll((all) => all.map((each) => [each.textContent, each.closest('p').textContent]))

await check('the words that are selected are commented on, by a button of their bar', async () => {
  await make({ locale: 'en', publishedAt: 1_790_000_000_000, title: 'Pots', summary: 'S', slug: 'pots', body: source })
  const second = body.getByText('Fill the pot.')
  const { x, y, width, height } = await second.evaluate((element) => {
    const range = document.createRange()
    range.setStart(element.firstChild, 9)
    range.setEnd(element.firstChild, 12)
    return range.getBoundingClientRect().toJSON()
  })
  await page.mouse.dblclick(x + width / 2, y + height / 2)
  await page.getByRole('toolbar', { name: 'Formatting of the selection' }).getByRole('button', { name: 'Comment on the selection' }).click()
  const composer = page.getByRole('textbox', { name: 'New comment on these words of Body' })
  await composer.and(page.locator(':focus')).waitFor()
  assert.equal(await panel(page).getByRole('blockquote').innerText(), 'pot')
  await page.keyboard.type('Which pot?')
  await press('Control+Enter')
  await panel(page).getByText('Which pot?').waitFor()
  await marks(page).waitFor()
  assert.deepEqual(await marked(page), [['pot', 'Fill the pot.']])
  await look(page, 'admin-quoted')
})

await check('the text is stored as it was, and nothing is unsaved', async () => {
  assert.equal((await entry()).data.body, source)
  assert.equal((await entry()).version, 1)
  await page.getByRole('status').getByText('Saved', { exact: true }).first().waitFor()
})

await check('everybody sees the mark, and the quote leads to it', async () => {
  const owners = await openAdmin(olga)
  await owners.goto(page.url())
  await marks(owners).waitFor()
  await owners.getByRole('tab', { name: 'Comments (1)' }).click()
  await quote(owners).click()
  await owners.getByRole('textbox', { name: 'Body', exact: true }).and(owners.locator(':focus')).waitFor()
  await owners.locator('.quartet-quoted-current').waitFor()
  assert.equal(await owners.evaluate(() => getSelection().toString()), '') // a key would replace it
  await owners.context().close()
})

await check('words that change say so beside the comment, which stays, until they are back', async () => {
  await put('Fill the pot.')
  await press('ArrowLeft', 'Backspace')
  await gone(page).waitFor()
  assert.equal(await marks(page).count(), 0)
  await panel(page).getByText('Which pot?').waitFor()
  await look(page, 'admin-quoted-gone')
  await press('Control+z')
  await gone(page).waitFor({ state: 'detached' })
  assert.deepEqual(await marked(page), [['pot', 'Fill the pot.']])
})

await check('from the keyboard alone: the words are selected, and Ctrl M begins', async () => {
  await put('Empty the pot, and leave it open.')
  const selected = () => page.evaluate(() => getSelection().toString())
  for (let i = 0; i < 40 && (await selected()) !== 'leave it open.'; i++) {
    await page.keyboard.press('Shift+ArrowLeft')
    await settled(page)
  }
  await press('Control+m')
  await page.getByRole('textbox', { name: 'New comment on these words of Body' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('For how long?')
  await press('Control+Enter')
  await panel(page).getByText('For how long?').waitFor()
  await page.waitForFunction(() => document.querySelectorAll('.quartet-quoted').length === 2)
  assert.deepEqual(await marked(page), [['pot', 'Fill the pot.'], ['leave it open.', 'Empty the pot, and leave it open.']])
})

await check('nothing selected is a comment on the field', async () => {
  await put('Warm the pot.')
  await press('Control+m')
  await page.getByRole('textbox', { name: 'New comment on Body' }).waitFor()
  await press('Escape')
})

await check('a thread that is resolved marks nothing', async () => {
  await panel(page).getByRole('listitem').filter({ hasText: 'For how long?' }).getByRole('button', { name: 'Resolve' }).first().click()
  await page.waitForFunction(() => document.querySelectorAll('.quartet-quoted').length === 1)
})

await check('what is typed around the words moves the mark along, and is all that changes', async () => {
  await put('Warm the pot.')
  await page.keyboard.type(' Twice.')
  assert.deepEqual(await marked(page), [['pot', 'Fill the pot.']])
  await save()
  assert.equal((await entry()).data.body, source.replace('Warm the pot.', 'Warm the pot. Twice.'))
})

await check('a contributor comments on words, too, and in an article of several parts', async () => {
  const made = await entry()
  const parent = await eva.post('/admin/api/entries?collection=posts', { data: { slug: 'pots', publishedAt: 1_790_000_000_000, author: 'lin-yu-ching' } })
  const { entry: post } = await parent.json()
  for (const [each, of] of [[post, 'posts'], [made, collection]]) {
    const answer = await eva.post(`/admin/api/entries/${each.id}/publish?collection=${of}`, { expectedVersion: each.version })
    assert.equal(answer.status, 200, await answer.text())
  }
  const reader = await openAdmin(cora, { viewport: { width: 1280, height: 900 } })
  await reader.goto(`/admin/c/${collection}/${made.id}`)
  const read = reader.getByRole('textbox', { name: 'Body', exact: true })
  await read.getByText('Empty the pot, and leave it open.').click({ clickCount: 3 })
  await reader.getByRole('button', { name: 'Comment on the selection' }).click()
  await reader.getByRole('textbox', { name: 'New comment on these words of Body' }).fill('I would close it.')
  await reader.keyboard.press('Control+Enter')
  await panel(reader).getByText('I would close it.').waitFor()
  await reader.waitForFunction(() => [...document.querySelectorAll('.quartet-quoted')].some((each) => each.textContent.startsWith('Empty')))
  await look(reader, 'admin-quoted-reader')
  await reader.context().close()
})

await check('so does who may only read the text', async () => {
  const made = await entry()
  const answer = await eva.post(`/admin/api/entries/${made.id}/archive?collection=${collection}`, { expectedVersion: made.version })
  assert.equal(answer.status, 200, await answer.text())
  const reader = await openAdmin(cora, { viewport: { width: 1280, height: 900 } })
  await reader.goto(`/admin/c/${collection}/${made.id}`)
  const read = reader.getByRole('textbox', { name: 'Body', exact: true })
  await read.and(reader.locator('[aria-readonly]')).waitFor()
  await read.getByText('Warm the pot. Twice.').click({ clickCount: 3 })
  await reader.getByRole('toolbar', { name: 'Formatting of the selection' }).getByRole('button').click()
  await reader.getByRole('textbox', { name: 'New comment on these words of Body' }).fill('Why?')
  await reader.keyboard.press('Control+Enter')
  await panel(reader).getByText('Why?').waitFor()
  await reader.waitForFunction(() => document.querySelectorAll('.quartet-quoted').length === 3)
  await reader.context().close()
})

await check('in Chinese, too', async () => {
  const chinese = await openAdmin(eva, { locale: 'zh-TW', viewport: { width: 1280, height: 900 } })
  await chinese.goto(page.url())
  await marks(chinese).first().waitFor()
  await chinese.getByRole('textbox', { name: 'Body', exact: true }).getByText('Fill the pot.').dblclick()
  await chinese.getByRole('button', { name: '針對選取的文字留言' }).click()
  await chinese.getByRole('textbox', { name: /這段文字留言/ }).waitFor()
  await settled(chinese)
  await lookAgain(chinese, 'admin-quoted-zh')
  await chinese.context().close()
})

assert.deepEqual(page.complaints, [])
await close()
