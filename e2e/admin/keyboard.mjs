// Five thousand posts, and no mouse.
import assert from 'node:assert/strict'
import { close, openAdmin, tabTo } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const page = await openAdmin(await hire(await owner(), 'eva', 'editor'))
const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key) }
const focus = page.locator(':focus')
const row = (name) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

// isAt waits until the focus is at a row, where it must be seen.
async function isAt(name) {
  await row(name).and(focus).waitFor()
  const { outlineStyle, outlineWidth } = await focus.evaluate((at) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(at)
    return { outlineStyle, outlineWidth }
  })
  assert.notEqual(outlineStyle, 'none')
  assert.ok(parseFloat(outlineWidth) >= 2)
}

await check('the palette leads to the list', async () => {
  await page.goto('/admin')
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  await press('Control+k')
  await page.getByRole('textbox', { name: 'Command palette' }).and(focus).waitFor()
  await page.keyboard.type('posts')
  await page.getByRole('option', { name: 'Posts', exact: true }).or(page.getByRole('button', { name: 'Posts', exact: true })).waitFor()
  await press('Enter')
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
})

await check('the list says how many there are, and shows the first of them', async () => {
  await page.getByRole('tab', { name: /^All 5,0\d\d$/ }).waitFor()
  await page.getByText(/^50 of 5,0\d\d loaded$/).waitFor()
})

await check('/ searches', async () => {
  await press('/')
  await page.keyboard.type('leaf-49')
  await row('leaf-4999').waitFor()
  await page.waitForURL(/q=leaf-49/)
})

await check('Tab comes to the heads of the columns, and Enter sorts', async () => {
  const head = page.getByRole('button', { name: 'Updated' })
  await tabTo(page, head)
  await press('Enter')
  await page.waitForURL(/sort=article\.changedAt/) // of an article: the last change of any of its languages
})

await check('j and k walk the rows, x selects', async () => {
  await page.goto('/admin/c/posts?q=leaf-4&sort=slug&direction=asc')
  await row('leaf-4000').waitFor()
  await press('j')
  await isAt('leaf-4000')
  await press('j', 'j', 'k')
  await isAt('leaf-4001')
  await press('x', 'j', 'x')
  await page.getByRole('region', { name: 'Selected entries' }).getByText('2 selected').waitFor()
})

await check('Tab comes to what can be done with them, and Enter does it', async () => {
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await tabTo(page, publish)
  await press('Enter')
  const sure = page.getByRole('dialog', { name: 'Publish 2 Posts?' }).getByRole('button', { name: 'Publish' })
  await sure.and(page.locator(':enabled')).waitFor()
  await tabTo(page, sure)
  await press('Enter')
  await page.getByText('2 entries published').waitFor()
})

await check('more rows come by a button at the end', async () => {
  const more = page.getByRole('button', { name: 'Load more' })
  await tabTo(page, more)
  await press('Enter')
  await page.getByText(/^150 of 1,0\d\d loaded$/).waitFor()
  await press('End')
  await row('leaf-4149').waitFor()
})

await check('Enter opens a row, and going back finds it in place', async () => {
  await press('j')
  await press('Enter')
  await page.waitForURL(/\/admin\/c\/posts\/[^?]+$/)
  await page.goBack() // Alt and the left arrow are the browser's own
  await page.waitForURL(/q=leaf-4/)
  await page.getByText(/^150 of 1,0\d\d loaded$/).waitFor()
})

await check('? tells every key', async () => {
  await press('?')
  const overlay = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const each of ['Next row', 'Select the row', 'Search the list', 'New entry']) await overlay.getByText(each, { exact: true }).waitFor()
  await press('Escape')
  await overlay.waitFor({ state: 'hidden' })
})

assert.deepEqual(page.complaints, [])
await close()
