// Long lists, and lists as pictures.
import assert from 'node:assert/strict'
import { close, look, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const page = await openAdmin(eva, { viewport: { width: 1280, height: 800 } })

await check('a thousand rows are loaded at once, and few of them are in the document', async () => {
  await page.goto('/admin/c/posts?sort=slug&direction=asc&q=leaf')
  await page.getByText(/^50 of 1,2\d\d loaded$/).waitFor()
  await page.getByRole('button', { name: 'Load 1,000' }).click()
  await page.getByText(/^1,050 of 1,2\d\d loaded$/).waitFor()
  const rows = await page.locator('tr[data-row]').count()
  assert.ok(rows < 90, `${rows} rows`)
  assert.match(await page.getByRole('table').getAttribute('aria-rowcount'), /^12\d\d$/)
})

await check('they scroll by frames, and the end is there at once', async () => {
  const [shown, frames] = await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const box = document.scrollingElement
    const times = []
    let last = await frame()
    for (let i = 0; i < 120; i++) {
      box.scrollTop = 400 + i * 60
      const now = await frame()
      times.push(now - last)
      last = now
    }
    const before = performance.now()
    box.scrollTop = box.scrollHeight
    await frame()
    await frame()
    return [performance.now() - before, times.sort((a, b) => a - b)]
  })
  console.log(`      the end is there after ${Math.round(shown)} ms; frames: median ${frames[60].toFixed(1)} ms, 95 of 100 under ${frames[113].toFixed(1)} ms`)
  assert.ok(shown < 1000)
  assert.ok(frames[60] < 100, `a frame takes ${frames[60]} ms`)
  await page.locator('tr[data-row="1049"]').waitFor()
  assert.equal(await page.locator('tr[data-row="1049"]').getAttribute('aria-rowindex'), '1051')
})

await check('keys walk on from a row that is far from what is seen, and all are selected', async () => {
  const row = page.locator('tr[data-row="1049"]')
  await row.locator('td').last().hover()
  await row.focus()
  await page.evaluate(() => { document.scrollingElement.scrollTop = 0 })
  await page.locator('tr[data-row="3"]').waitFor()
  await page.locator('tr[data-row="1049"]').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('k')
  await page.locator('tr[data-row="1048"]').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Selected entries' })
  await bar.getByText('1 selected').waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows that are loaded' }).click()
  await bar.getByText('1,050 selected').waitFor()
  await settled(page)
  await look(page, 'gallery-long')
  await bar.getByRole('button', { name: 'Clear selection' }).click()
})

assert.deepEqual(page.complaints, [])
await close()
