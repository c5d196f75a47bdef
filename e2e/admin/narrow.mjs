// A list on a telephone: each entry on two lines, selected by a finger, and its tools in one menu.
import assert from 'node:assert/strict'
import { close, look, lookAgain, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const eva = await hire(await owner(), 'eva', 'editor')
const long = 'A very long name of a post that does not fit on one line of a telephone, whatever its width is'
const made = await eva.post('/admin/api/entries?collection=pages', { data: { slug: 'long-name', locale: 'en', title: long, body: 'Words.' } })
assert.equal(made.status, 201, await made.text())
const page = await openAdmin(eva, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
const rows = page.locator('tr[data-row]')

// inside wants each thing that a row shows within it, and nothing beyond the window.
async function inside() {
  await settled(page)
  const beyond = await page.evaluate(() => {
    const out = document.documentElement.scrollWidth > innerWidth ? ['the page'] : []
    for (const row of document.querySelectorAll('tr[data-row]')) {
      const { left, right } = row.getBoundingClientRect()
      for (const each of row.querySelectorAll('td, td *')) {
        const box = each.getBoundingClientRect()
        if (box.width > 0 && (box.left < left - 1 || box.right > right + 1)) out.push(each.outerHTML.slice(0, 80))
      }
    }
    const box = document.querySelector('table').parentElement
    if (box.scrollWidth > box.clientWidth) out.push('the table')
    return out
  })
  assert.deepEqual(beyond, [])
}

for (const width of [390, 360]) {
  await check(`at ${width} pixels a row has its title, and under it its state, languages and time`, async () => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/admin/c/posts?status=published')
    await rows.first().waitFor()
    await inside()
    const [first] = (await (await eva.fetch('/admin/api/entries?collection=posts&status=published&limit=1')).json()).items
    const row = rows.filter({ has: page.locator(`a[href$="${first.id}"]`) })
    const title = await row.getByRole('link').first().boundingBox()
    for (const told of [row.getByText('Published').locator('visible=true').first(), row.locator('time:visible')]) {
      assert.ok((await told.boundingBox()).y >= title.y + title.height - 1, 'it is under the title')
    }
    assert.equal(await row.locator('[data-aside]:visible').count(), 0)
    assert.ok(await row.locator('[data-pictured] > :first-child').first().isVisible())
    assert.equal(await row.getByRole('checkbox').count(), 0) // nothing to select by until somebody wants to
  })
}

await check('a long title is there whole, on two lines', async () => {
  await page.goto('/admin/c/pages?q=telephone')
  const title = page.getByRole('link', { name: long })
  await title.waitFor()
  await inside()
  const lines = await title.evaluate((link) => new Set([...link.getClientRects()].map(({ top }) => Math.round(top))).size)
  assert.ok(lines >= 2, 'it is wrapped')
})

await check('a finger that rests on a row begins to select, and a tap goes on', async () => {
  await page.goto('/admin/c/posts?q=leaf-00&sort=slug&direction=asc')
  await rows.nth(3).waitFor()
  const session = await page.context().newCDPSession(page)
  const { x, y, width, height } = await rows.nth(1).boundingBox()
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.getByRole('region', { name: 'Selected entries' }).getByText('1 selected').waitFor()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  assert.match(page.url(), /c\/posts\?/)
  await rows.nth(2).tap()
  await page.getByRole('region', { name: 'Selected entries' }).getByText('2 selected').waitFor()
  assert.match(page.url(), /c\/posts\?/)
  await inside()
  await look(page, 'narrow-selected')
  await page.getByRole('button', { name: 'Clear selection' }).tap()
  await page.getByRole('checkbox').first().waitFor({ state: 'hidden' })
  await rows.nth(1).tap()
  await page.waitForURL(/c\/posts\/[^?]+$/)
})

await check('the tools of a list are in one menu: select, order, saved lists, CSV', async () => {
  await page.goto('/admin/c/posts')
  await rows.first().waitFor()
  for (const name of ['Columns', 'Saved lists', 'More actions']) assert.equal(await page.getByRole('main').getByRole('button', { name, exact: true }).count(), 0)
  await page.getByRole('button', { name: 'List tools' }).tap()
  const menu = page.getByRole('menu', { name: 'List tools' })
  for (const name of ['Export CSV', 'Save this list']) await menu.getByRole('menuitem', { name }).waitFor()
  await look(page, 'narrow-tools')
  await menu.getByRole('menuitem', { name: 'Created' }).tap()
  await page.waitForURL(/sort=createdAt/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'List tools' }).tap()
  await menu.getByRole('menuitem', { name: 'Select rows' }).tap()
  await page.getByRole('checkbox', { name: 'Select all rows that are loaded' }).waitFor()
  await rows.first().tap()
  await page.getByRole('region', { name: 'Selected entries' }).getByText('1 selected').waitFor()
})

await check('filters are one button and one panel, which fits', async () => {
  await page.goto('/admin/c/posts?empty.cover=true')
  await page.getByRole('button', { name: 'Filters 1 filter is active' }).tap()
  await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Add a condition' }).tap()
  await page.getByRole('button', { name: 'Add the condition' }).waitFor()
  await inside()
  await look(page, 'narrow-filters')
})

await check('in Chinese, too', async () => {
  const chinese = await openAdmin(eva, { viewport: { width: 360, height: 740 }, locale: 'zh-TW', hasTouch: true, isMobile: true })
  await chinese.goto('/admin/c/posts')
  await chinese.locator('tr[data-row]').first().waitFor()
  await lookAgain(chinese, 'narrow-zh')
  await chinese.getByRole('button', { name: '清單工具' }).tap()
  await chinese.getByRole('menuitem', { name: '選取多列' }).waitFor()
  await lookAgain(chinese, 'narrow-tools-zh')
})

assert.deepEqual(page.complaints, [])
await close()
