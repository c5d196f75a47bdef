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

await check('the bar over what is selected is reached by Alt+F10, and left by Escape', async () => {
  await body.getByText('再放茶葉。').waitFor()
  await step('Control+Home', 'Shift+ArrowRight')
  await page.getByRole('toolbar', { name: '所選文字的格式' }).waitFor()
  await step('Alt+F10', 'Enter', 'Escape')
  await body.and(focused).waitFor()
  await body.locator('strong').getByText('茶', { exact: true }).waitFor()
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

assert.deepEqual(page.complaints, [])
await close()
