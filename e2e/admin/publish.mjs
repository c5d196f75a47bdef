// A post is written, translated and published, and readers find it.
import assert from 'node:assert/strict'
import { close, holds, look, openAdmin, saveDraft, settled } from '../chromium.mjs'
import { check, origin } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const eva = await hire(await owner(), 'eva', 'editor')
const page = await openAdmin(eva)
const pane = (language) => page.getByRole('group', { name: language, exact: true })
const saved = (place = page) => place.getByRole('status').getByText('Saved', { exact: true }).waitFor()

// read is what a reader of a language finds.
async function read(locale) {
  const answer = await fetch(new URL(`/api/views/post-by-slug?locale=${locale}&slug=the-lid`, origin))
  return (await answer.json()).data.rows[0]?.title
}

await check('a new post is saved as a draft, and the address becomes its own', async () => {
  await page.goto('/admin/c/posts')
  await page.getByRole('link', { name: 'New entry' }).click()
  await page.getByLabel('Slug').fill('the-lid')
  await page.getByRole('textbox', { name: 'Published at' }).fill('2026-10-01T08:30')
  await page.getByRole('combobox', { name: 'Author' }).fill('lin-yu')
  await page.getByRole('option', { name: /^Lin Yu-ching/ }).click()
  await saveDraft(page)
  assert.match(page.url(), /\/admin\/c\/posts\/[0-9a-f-]{36}$/)
  await page.getByRole('heading', { level: 1, name: 'the-lid' }).waitFor()
})

await check('its first language is written', async () => {
  await page.getByLabel('Title').fill('Mind the lid')
  await page.getByLabel('Summary').fill('Why a lid is lifted with two fingers.')
  await page.getByRole('textbox', { name: 'Body' }).fill('The third finger is for **luck**.')
  await saveDraft(page)
  await holds(page.getByLabel('Slug'), 'the-lid') // what joins them stays
})

await check('the second stands beside it, and begins with its words', async () => {
  await page.getByRole('tab', { name: 'Chinese (Taiwan): add' }).click()
  await page.getByRole('button', { name: 'Side by side' }).click()
  const chinese = pane('Chinese (Taiwan)')
  await pane('English').getByLabel('Summary').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Published at' }).count(), 0) // as the post has it
  await pane('English').getByLabel('Summary').fill('Why a lid is lifted with two fingers, not three.')
  await page.keyboard.press('Control+s')
  await saved(pane('English'))
  await chinese.getByText('Missing', { exact: true }).waitFor() // saving one makes no empty other
  await chinese.getByRole('button', { name: 'Fill from source' }).click()
  await holds(chinese.getByLabel('Title'), 'Mind the lid')
  await chinese.getByLabel('Title').fill('壺蓋')
  await chinese.getByLabel('Summary').fill('為什麼只用兩根手指。')
  await look(page, 'admin-translate')
  await saveDraft(chinese)
})

await check('drafts are seen by nobody outside', async () => {
  assert.equal(await read('en'), undefined)
  assert.equal(await read('zh-TW'), undefined)
})

const sheet = page.getByRole('dialog', { name: /^Publish/ })
const language = (name) => sheet.getByRole('checkbox', { name })
const publish = async () => {
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click()
  await sheet.waitFor({ state: 'hidden' })
}

await check('a language is chosen, and goes out with what all of them share', async () => {
  await pane('English').getByRole('button', { name: 'Publish', exact: true }).click()
  await sheet.getByRole('heading', { name: 'Publish “Mind the lid”' }).waitFor()
  await language('English').waitFor()
  assert.ok(await language('English').isChecked())
  await language('Chinese (Taiwan)').uncheck()
  await publish()
  await page.getByText('“Mind the lid” is published: English', { exact: true }).waitFor()
  await pane('English').getByText('Published', { exact: true }).first().waitFor()
  assert.equal(await read('en'), 'Mind the lid')
  assert.equal(await read('zh-TW'), undefined)
})

await check('what was typed last is published with it', async () => {
  const chinese = pane('Chinese (Taiwan)')
  await chinese.getByLabel('Title').fill('小心壺蓋')
  await chinese.getByRole('button', { name: 'Publish', exact: true }).click()
  await language('Chinese (Taiwan)').waitFor()
  assert.equal(await language('English').count(), 0) // there is nothing to publish in it
  await publish()
  await chinese.getByText('Published', { exact: true }).first().waitFor()
  assert.equal(await read('zh-TW'), '小心壺蓋')
})

await check('the post went out with the first of them, and its history tells by whom', async () => {
  await page.getByRole('link', { name: 'Back to the entry' }).click()
  await page.getByRole('heading', { level: 1, name: '壺蓋' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Publish', exact: true }).count(), 0)
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText(/published it$/).first().waitFor()
  await page.getByText(/created it$/).first().waitFor()
  await settled(page)
  await look(page, 'admin-history')
})

assert.deepEqual(page.complaints, [])
await close()
