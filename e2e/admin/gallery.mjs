// Long lists, and lists as pictures.
import assert from 'node:assert/strict'
import { close, look, lookAgain, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const cara = await hire(olga, 'cara', 'contributor')
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

await check('a gallery without pictures says what would show there', async () => {
  await page.goto('/admin/c/posts?sort=slug&direction=asc&q=leaf-00')
  await page.getByTitle('Gallery').click()
  await page.waitForURL(/layout=gallery/)
  await page.getByText('None of these has a picture').waitFor()
  const gallery = page.getByRole('list', { name: 'Entries of Posts' })
  assert.equal(await gallery.getByRole('listitem').count(), 50)
  await gallery.getByRole('checkbox', { name: 'Select leaf-0003' }).check()
  await page.getByRole('region', { name: 'Selected entries' }).getByText('1 selected').waitFor()
  await settled(page)
  await look(page, 'gallery-bare')
})

// picture makes a canvas a file of the purpose of the site, and answers its id.
const picture = () => page.evaluate(async () => {
  const data = new DataTransfer()
  const canvas = new OffscreenCanvas(600, 400)
  const brush = canvas.getContext('2d')
  brush.fillStyle = 'hsl(200 50% 50%)'
  brush.fillRect(0, 0, 600, 400)
  data.items.add(new File([await canvas.convertToBlob({ type: 'image/png' })], 'blue.png', { type: 'image/png' }))
  for (const kind of ['dragover', 'drop']) document.querySelector('main').dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }))
})

// blue is the pixel in the middle of a picture as it is painted.
const painted = (of) => of.evaluate(async (image) => {
  await image.decode()
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
  const brush = canvas.getContext('2d')
  brush.drawImage(image, 0, 0)
  return [image.getBoundingClientRect().width, ...brush.getImageData(image.naturalWidth >> 1, image.naturalHeight >> 1, 1, 1).data]
})

await check('an entry with a picture shows it small in the table and large in the gallery', async () => {
  await page.goto('/admin/media')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
  await picture()
  await page.getByRole('region', { name: 'Uploads' }).getByRole('status').filter({ hasText: /^1 uploaded/ }).waitFor()
  const { items: [{ id }] } = await (await eva.fetch('/admin/api/media?limit=1')).json()
  const made = await eva.post('/admin/api/entries?collection=posts', { data: { slug: 'leaf-blue', cover: id } })
  assert.equal(made.status, 201, await made.text())
  await page.goto('/admin/c/posts?q=leaf-blue&layout=table')
  const small = page.locator('tr[data-row="0"] [data-pictured] img')
  await small.waitFor()
  const [narrow, red, green, blue] = await painted(small)
  assert.ok(blue > 150 && red < 110 && green > red, `painted ${red} ${green} ${blue}`)
  await settled(page)
  await look(page, 'gallery-thumbnail')
  await page.goto('/admin/c/posts?q=leaf-blue&layout=gallery')
  const large = page.getByRole('list', { name: 'Entries of Posts' }).getByRole('listitem').locator('img')
  await large.waitFor()
  const [wide, , , deep] = await painted(large)
  assert.ok(deep > 150 && wide > narrow, `${narrow} and ${wide} pixels wide`)
  await settled(page)
  await look(page, 'gallery-picture')
})

await check('the layout is saved with a list, which is renamed, and found by a second person', async () => {
  await page.goto('/admin/c/posts?layout=gallery&sort=slug&direction=asc&q=leaf-00')
  await page.getByRole('button', { name: 'Saved lists' }).click()
  await page.getByRole('menuitem', { name: 'Save this list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this list' })
  await dialog.getByRole('textbox', { name: 'Name of the list' }).fill('Leafs')
  await dialog.getByRole('checkbox', { name: 'Everybody on the staff sees it' }).check()
  await dialog.getByRole('button', { name: 'Save the list' }).click()
  await page.getByText('List “Leafs” saved').waitFor()
  await page.getByRole('button', { name: 'Saved lists' }).click()
  await page.getByRole('menuitem', { name: 'Rename “Leafs”' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename “Leafs”' })
  await renaming.getByRole('textbox', { name: 'Name of the list' }).fill('Leaves as pictures')
  await renaming.getByRole('button', { name: 'Save the name' }).click()
  await page.getByText('List “Leaves as pictures” changed').waitFor()
  const second = await openAdmin(cara)
  await second.goto('/admin/c/posts')
  await second.getByRole('table').waitFor()
  await second.getByRole('button', { name: 'Saved lists' }).click()
  assert.equal(await second.getByRole('menuitem', { name: /^Rename/ }).count(), 0)
  await second.getByRole('menuitem', { name: 'Leaves as pictures' }).click()
  await second.getByRole('list', { name: 'Entries of Posts' }).getByRole('link', { name: 'leaf-0003' }).waitFor()
  assert.deepEqual(second.complaints, [])
})

await check('in Chinese, too', async () => {
  await page.evaluate(() => localStorage.setItem('quartet.preferences', JSON.stringify({ language: 'zh-TW' })))
  await page.goto('/admin/c/posts?layout=gallery&sort=slug&direction=asc&q=leaf-00')
  await page.getByText('這些內容都沒有圖片').waitFor()
  await lookAgain(page, 'gallery-zh')
})

assert.deepEqual(page.complaints, [])
await close()
