// An article is written in Chinese with an input method and by keyboard alone.
import assert from 'node:assert/strict'
import { close, lookAgain, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'
import { collection, writer } from '../writer.mjs'

const eva = await hire(await owner(), 'eva', 'editor')
const { page, title, body, press, pick, compose } = await writer(eva, 'zh-TW')
const focused = page.locator(':focus')
const slug = 'a-pot-by-keyboard'
const step = async (...keys) => {
  for (const key of keys) {
    await press(key)
    await settled(page)
  }
}

await check('Enter in the title leads to the text, also to one that is still coming', async () => {
  const { promise: late, resolve: come } = Promise.withResolvers()
  await page.route('**/ProseField.*.js', async (route) => {
    await late
    await route.continue()
  })
  await page.goto(`/admin/c/${collection}/new`)
  await title.and(focused).waitFor()
  await press('Enter')
  come()
  await body.and(focused).waitFor()
  await page.unroute('**/ProseField.*.js')
})

await check('from the title Enter leads to the text, and not while a word is composed', async () => {
  const made = await eva.post('/admin/api/entries?collection=posts', { data: { slug, publishedAt: 1_790_000_000_000, author: 'lin-yu-ching' } })
  const parent = (await made.json()).entry
  const published = await eva.post(`/admin/api/entries/${parent.id}/publish?collection=posts`, { expectedVersion: parent.version })
  assert.equal(published.status, 200, await published.text())
  await page.goto(`/admin/c/${collection}/new`)
  await title.and(focused).waitFor()
  await compose(['ㄏㄨˊ', '壺'], '會倒水的壺')
  await title.and(focused).waitFor()
  await step('Enter')
  await body.and(focused).waitFor()
  await step('ArrowUp')
  await title.and(focused).waitFor()
  await step('ArrowDown')
  await body.and(focused).waitFor()
})

await check('what is composed is text once it is chosen, and is taken back as a whole', async () => {
  await compose(['ㄔㄚˊ', '茶'], '茶，先溫壺。')
  await step('Enter')
  await compose(['ㄗㄞˋ', '再'], '再放茶葉。')
  await body.getByText('再放茶葉。').waitFor()
  await step('Control+z')
  await body.getByText('再放茶葉。').waitFor({ state: 'detached' })
  await step('Control+Shift+z')
  await body.getByText('再放茶葉。').waitFor()
})

await check('headings, lists and tables come by keys', async () => {
  await step('Enter')
  await page.keyboard.type('## ')
  await compose(['ㄕ', '水'], '水溫')
  await step('Enter')
  await pick('引文', '引文')
  await compose(['ㄇㄢˋ'], '慢慢倒。')
  await step('Enter', 'Enter')
  await pick('表格', '表格')
  await compose(['ㄔㄚˊ'], '茶')
  await step('Tab')
  await compose(['ㄈㄣ'], '分鐘')
  await step('Tab', 'Tab')
  await compose(['ㄨ'], '烏龍')
  await step('Alt+F10', 'Enter')
  await page.getByRole('menuitem', { name: '在上方加列' }).and(focused).waitFor()
  await step('End', 'Enter') // the last of the menu: the table goes
  await body.locator('table').waitFor({ state: 'detached' })
  await step('Control+z')
  await body.locator('table').waitFor()
  await lookAgain(page, 'admin-writing-zh')
})

await check('the menu on "/" takes a name of two words, and opens again where it was left', async () => {
  await step('Control+End', 'Enter', 'Enter')
  const menu = page.getByRole('listbox', { name: '插入' })
  await page.keyboard.type('/')
  await menu.waitFor()
  await step('Escape')
  await menu.waitFor({ state: 'hidden' })
  await step('Backspace')
  await page.keyboard.type('/link card')
  await menu.getByRole('option', { name: '連結卡片' }).waitFor()
  await step('Escape', ...Array.from({ length: 10 }, () => 'Backspace'))
})

await check('the bar over what is selected is reached by Alt+F10, and left by Escape', async () => {
  await body.getByText('再放茶葉。').waitFor()
  await step('Control+Home', 'Shift+ArrowRight')
  await page.getByRole('toolbar', { name: '所選文字的格式' }).waitFor()
  await step('Alt+F10', 'ArrowRight', 'ArrowRight', 'Enter', 'Escape') // headings come first, as in the tools above the text
  await body.and(focused).waitFor()
  await body.locator('strong').getByText('茶', { exact: true }).waitFor()
})

await check('far down the text, Alt+F10 leads to its tools where they stand, and Escape to the caret', async () => {
  const tools = page.getByRole('toolbar', { name: '格式', exact: true })
  const scrolled = () => page.evaluate(() => scrollY)
  await step('Control+End')
  for (let i = 0; i < 40; i++) await press('Enter', 'x')
  await settled(page)
  const before = await scrolled()
  assert.ok(before > 400, `scrolled by ${before}`)
  await step('Alt+F10')
  await tools.locator(focused).waitFor()
  await step('ArrowRight', 'ArrowRight', 'Enter', 'Escape')
  await body.and(focused).waitFor()
  await page.keyboard.type('粗')
  await body.locator('p').last().locator('strong').getByText('粗', { exact: true }).waitFor()
  assert.equal(await scrolled(), before)
  await step('Control+z', 'Control+z')
  await body.locator('strong').getByText('粗', { exact: true }).waitFor({ state: 'detached' })
  await step('Control+Home')
})

await check('a block moves by keys, and its menu opens by Ctrl+/', async () => {
  const first = () => body.locator(':scope > *').first().innerText()
  await step('ArrowRight', 'Alt+Shift+ArrowDown')
  assert.equal(await first(), '再放茶葉。')
  await step('Alt+Shift+ArrowUp')
  assert.equal(await first(), '茶，先溫壺。')
  await step('Control+/')
  await page.getByRole('menuitem', { name: '在下方新增' }).waitFor()
  await step('Escape')
  await body.and(focused).waitFor()
})

await check('words are found, walked and replaced with an input method: nothing happens while one is composed', async () => {
  await step('Control+f')
  const bar = page.getByRole('search', { name: '尋找' })
  const hits = bar.getByRole('status')
  const what = bar.getByRole('textbox', { name: '尋找內容' })
  await what.and(focused).waitFor()
  await what.fill('')
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: '茶', selectionStart: 1, selectionEnd: 1 })
  assert.equal(await what.inputValue(), '茶')
  assert.equal(await hits.innerText(), '') // it may still become another word
  await step('Enter', 'Escape')
  await what.and(focused).waitFor()
  assert.equal(await hits.innerText(), '')
  await session.send('Input.insertText', { text: '茶' })
  await hits.getByText('第 2 個，共 3 個').waitFor() // the first is behind the caret
  await step('Enter')
  await hits.getByText('第 3 個，共 3 個').waitFor()
  await step('Shift+Enter')
  await hits.getByText('第 2 個，共 3 個').waitFor()
  const before = await body.innerText()
  await bar.getByRole('textbox', { name: '取代為' }).focus()
  await session.send('Input.imeSetComposition', { text: 'ㄇㄧㄥˊ', selectionStart: 4, selectionEnd: 4 })
  await step('Enter')
  assert.equal(await body.innerText(), before)
  await session.send('Input.insertText', { text: '茗' })
  await session.detach()
  await step('Enter')
  await hits.getByText('共 2 個').waitFor()
  await lookAgain(page, 'admin-writing-find-zh')
  await step('Escape')
  await bar.waitFor({ state: 'detached' })
  await body.and(focused).waitFor()
  await body.getByText('再放茗葉。').waitFor()
})

assert.deepEqual(page.complaints, [])
await close()
