// A post is written and published in two languages by keys alone, in the Chinese
// interface, with an input method: from the list to what readers can fetch.
import assert from 'node:assert/strict'
import { close, holds, lookAgain, settled, tabTo } from '../chromium.mjs'
import { check, origin } from '../site.mjs'
import { hire, owner } from '../staff.mjs'
import { writer } from '../writer.mjs'

const eva = await hire(await owner(), 'eva', 'editor')
const { page, title, body, press, compose } = await writer(eva, 'zh-TW')
const focused = page.locator(':focus')
const sheet = page.getByRole('dialog', { name: /^發布/ })

// read is what a reader of a language finds.
async function read(locale) {
  const answer = await fetch(new URL(`/api/views/post-by-slug?locale=${locale}&slug=rain-water`, origin))
  return (await answer.json()).data.rows[0]
}

await check('a new post is begun from the list', async () => {
  await page.goto('/admin/c/posts')
  await page.getByRole('table').waitFor()
  await settled(page)
  await press('n')
  await title.and(focused).waitFor()
  await settled(page)
})

await check('its words in English, and its slug by itself', async () => {
  await page.keyboard.type('Rain water')
  await holds(page.getByLabel('Slug'), 'rain-water')
  await press('Enter')
  await body.and(focused).waitFor()
  await page.keyboard.type('Rain is soft.')
  await tabTo(page, page.getByLabel('Summary'))
  await page.keyboard.type('Why rain is soft.')
})

await check('the other language is a tab away', async () => {
  await tabTo(page, page.getByRole('tablist').first().getByRole('tab', { selected: true }), 'Shift+Tab')
  await press('ArrowRight')
  const chinese = page.getByRole('tab', { name: /^中文/ })
  await chinese.and(focused).waitFor()
  if (await chinese.getAttribute('aria-selected') !== 'true') await press('Enter')
  await page.getByRole('tab', { name: /^中文/, selected: true }).waitFor()
  await holds(title, '')
  await settled(page)
  await tabTo(page, title)
  await compose(['ㄩˇ', '雨'], '雨水')
  await press('Enter')
  await body.and(focused).waitFor()
  await compose(['ㄩˇ', '雨'], '雨水是軟的。')
  await tabTo(page, page.getByLabel('Summary'))
  await compose(['ㄨㄟˋ'], '雨水為什麼軟。')
})

await check('one sheet publishes both, and asks for what is missing', async () => {
  await press('Control+Enter')
  await sheet.getByRole('group', { name: '發布前必填' }).and(focused).waitFor()
  await lookAgain(page, 'admin-article-publish-zh')
  await tabTo(page, sheet.getByRole('combobox', { name: 'Author' }))
  await page.keyboard.type('lin-yu')
  await page.getByRole('option', { name: /lin-yu-ching/ }).waitFor()
  await press('Enter')
  await tabTo(page, sheet.getByRole('button', { name: '發布', exact: true }))
  await press('Enter')
  await page.getByText(/^「.*」已發布：/).waitFor()
  const [english, chinese] = [await read('en'), await read('zh-TW')]
  assert.deepEqual([english.title, english.summary, chinese.title, chinese.summary], ['Rain water', 'Why rain is soft.', '雨水', '雨水為什麼軟。'])
})

assert.deepEqual(page.complaints, [])
await close()
