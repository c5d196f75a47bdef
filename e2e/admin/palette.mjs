// The palette knows verbs: with the keyboard alone, with words of both languages, and on the entry that is open.
import assert from 'node:assert/strict'
import { close, look, lookAgain, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const page = await openAdmin(eva)
const named = /^(Command palette|指令面板|命令面板)$/
const box = page.getByRole('textbox', { name: named })
const action = (name) => page.locator('[data-action]').filter({ hasText: name })
const chosen = page.locator('[data-action][data-selected]')
const made = await (await eva.post('/admin/api/entries?collection=posts', { data: { slug: 'water-first', publishedAt: 1790000000000, author: 'lin-yu-ching' } })).json()
const stored = async () => (await (await eva.fetch(`/admin/api/entries/${made.entry.id}?collection=posts`)).json()).entry
const open = async () => {
  await page.goto(`/admin/c/posts/${made.entry.id}`)
  await page.getByLabel('Slug').waitFor()
  await settled(page)
}

// ask opens the palette and types into it.
async function ask(text) {
  await page.keyboard.press('Control+k')
  await box.waitFor()
  await page.keyboard.type(text)
  await settled(page)
}

// run takes what is chosen.
async function run(text, what) {
  await ask(text)
  assert.match(await chosen.innerText(), what)
  await page.keyboard.press('Enter')
  await box.waitFor({ state: 'detached' })
}

await check('before anything is typed it offers what can be done, what changed last, and places', async () => {
  await page.goto('/admin/c/pages')
  await page.getByRole('heading', { level: 1, name: 'Pages' }).waitFor()
  await page.keyboard.press('Control+k')
  await box.waitFor()
  await action('water-first').waitFor()
  assert.match(await chosen.innerText(), /^New entry in Pages/)
  const all = await page.locator('[data-action]').allInnerTexts()
  assert.ok(all.indexOf('Home') > all.findIndex((each) => each.startsWith('water-first')), all.join())
  assert.ok(!all.some((each) => /Public report|Translations/.test(each)), all.join())
  assert.equal(new Set(all).size, all.length, all.join())
  await look(page, 'admin-palette-first')
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await ask('since a moment')
  await action('Posts since a moment').filter({ hasText: 'Public report' }).waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
})

await check('“new post” makes one', async () => {
  await page.goto('/admin/')
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  await run('new post', /^New entry in Posts/)
  await page.waitForURL(/c\/posts\/new/)
})

await check('a release and a saved list are found by their names, mistyped too, and opened', async () => {
  const made = async (who, path, body) => {
    const answer = await who.post(`/admin/api/${path}`, body)
    assert.equal(answer.status, 201, await answer.clone().text())
    return answer.json()
  }
  const release = await made(eva, 'releases', { name: 'Autumn campaign' })
  await made(olga, 'lists?collection=posts', { name: 'Unread harvest', shared: true, search: { status: 'draft' } })
  await made(olga, 'lists?collection=posts', { name: 'Unread harvest of Olga', search: {} })
  await page.goto('/admin/')
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  await ask('autmn campaign')
  await action('Autumn campaign').filter({ hasText: 'Not scheduled' }).waitFor()
  await settled(page)
  assert.match(await chosen.innerText(), /^Autumn campaign/)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/releases/${release.id}`)
  await page.getByRole('heading', { level: 1, name: 'Autumn campaign' }).waitFor()
  await ask('unread havrest')
  await action('Unread harvest').filter({ hasText: 'Posts' }).waitFor()
  await settled(page)
  assert.equal(await action('Unread harvest').count(), 1) // what others keep to themselves is not offered
  assert.match(await chosen.innerText(), /^Unread harvest/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/c\/posts\?.*status=draft/)
  await page.getByRole('tab', { name: /^Draft/, selected: true }).waitFor()
})

await check('what is mistyped is found', async () => {
  await page.goto('/admin/')
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  await run('prefrences', /^Preferences/)
  await page.waitForURL(/preferences/)
})

await check('the theme is switched', async () => {
  await run('night', /^Switch to the dark theme/)
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' })
  await run('theme', /^Switch to the light theme/)
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor({ state: 'attached' })
  await page.evaluate(() => localStorage.removeItem('quartet.theme'))
})

await check('a verb that cannot be done says why, and does nothing', async () => {
  await ask('publish')
  await action('Publish').filter({ hasText: 'Open an entry first.' }).first().waitFor()
  await page.keyboard.press('Escape')
  await ask('invite')
  await action('Invite').filter({ hasText: 'An owner can do this.' }).waitFor()
  await page.keyboard.press('Enter')
  await settled(page)
  assert.match(page.url(), /preferences/)
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
})

await check('the versions of the open entry are shown', async () => {
  await open()
  await run('history', /^Versions: /)
  await page.getByRole('heading', { level: 1, name: /^Versions of/ }).waitFor()
  await page.goBack()
  await page.getByRole('tab', { name: 'History' }).waitFor()
  await ask('unpub')
  await action('Unpublish').filter({ hasText: 'It already is.' }).waitFor()
  await page.keyboard.press('Escape')
})

await check('what stands in the palette can be read by everybody', async () => {
  await ask('p')
  await look(page, 'admin-palette')
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
})

await check('the open entry is published', async () => {
  await open()
  await run('pubilsh', /^Publish: /)
  await page.getByRole('dialog', { name: /^Publish/ }).getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText(/is published/).first().waitFor()
  assert.equal((await stored()).status, 'published')
})

await check('and unpublished, after a question', async () => {
  await run('take down', /^Unpublish: /)
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Unpublish' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(/is a draft again/).waitFor()
  assert.equal((await stored()).status, 'draft')
})

await check('a copy is begun', async () => {
  await run('clone', /^Duplicate: /)
  await page.waitForURL(/copy=/)
})

await check('in Chinese too, by Chinese and by English words', async () => {
  await page.goto('/admin/')
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  await run('中文', /^Switch to 繁體中文/)
  await page.getByRole('heading', { name: /歡迎/ }).waitFor()
  await ask('上線')
  await action('請先開啟一筆內容。').first().waitFor()
  await lookAgain(page, 'admin-palette-zh')
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await ask('log out')
  assert.match(await chosen.innerText(), /^登出/)
})

await check('somebody signs out from there', async () => {
  await page.keyboard.press('Enter')
  await page.waitForURL(/sign-in/)
})

assert.deepEqual(page.complaints, [])
await close()
