// An editor fills the library, and clears it up.
import assert from 'node:assert/strict'
import { close, look, openAdmin } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const eva = await hire(await owner(), 'eva', 'editor')
const page = await openAdmin(eva)
const tray = page.getByRole('region', { name: 'Uploads' })

// details opens what is known of each upload: they fold themselves once all are done. Who is there holds them open.
const details = async () => {
  await tray.hover()
  if (await tray.locator('[aria-expanded="false"]').count() > 0) await tray.locator('[aria-expanded="false"]').click()
}
const upload = (name) => tray.getByRole('listitem').filter({ hasText: name })

// network limits how fast the page sends, in bytes a second, or takes the network away.
const session = await page.context().newCDPSession(page)
const network = (limits) => session.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1, ...limits })

const library = async (query = '') => (await (await eva.fetch(`/admin/api/media?limit=100${query}`)).json()).items
const assetOf = async (filename) => (await library()).find((each) => each.filename === filename)

// give drops or pastes pictures that are made in the page: noise, which no form makes small.
const give = (way, names, side = 400) => page.evaluate(async ([way, names, side]) => {
  const data = new DataTransfer()
  for (const name of names) {
    const canvas = new OffscreenCanvas(side * 1.5, side)
    const brush = canvas.getContext('2d')
    const pixels = brush.createImageData(canvas.width, canvas.height)
    for (let i = 0; i < pixels.data.length; i += 65536) crypto.getRandomValues(pixels.data.subarray(i, i + 65536))
    for (let i = 3; i < pixels.data.length; i += 4) pixels.data[i] = 255
    brush.putImageData(pixels, 0, 0)
    data.items.add(new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' }))
  }
  const options = { bubbles: true, cancelable: true }
  if (way === 'paste') dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
  else for (const kind of ['dragover', 'drop']) dispatchEvent(new DragEvent(kind, { ...options, dataTransfer: data }))
}, [way, names, side])

const cups = Array.from({ length: 10 }, (_, i) => `cup-${i}.png`)

await check('ten files are dropped, and one of them is cancelled', async () => {
  await page.goto('/admin/media')
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  await look(page, 'admin-media-empty')
  await network({ uploadThroughput: 150_000 })
  await give('drop', cups)
  await tray.getByRole('progressbar', { name: 'Upload of cup-0.png' }).waitFor()
  await tray.getByRole('button', { name: 'Cancel: cup-9.png' }).click()
  await upload('cup-9.png').getByText('Upload cancelled').waitFor()
})

await check('the network is cut, and they ask what the service has, and go on', async () => {
  const asked = page.waitForRequest((request) => request.method() === 'HEAD' && request.url().includes('/media/uploads/'), { timeout: 120_000 }) // behind all that is waited for here
  await page.waitForFunction(() => [...document.querySelectorAll('[role=progressbar]')].some((each) => Number(each.ariaValueNow) > 10))
  await network({ offline: true })
  await tray.getByText('Interrupted. It resumes by itself.').first().waitFor()
  await look(page, 'admin-media-interrupted')
  await network({})
  await asked
})

await check('they go on while somebody works elsewhere', async () => {
  await page.getByRole('navigation').getByRole('link', { name: 'Posts', exact: true }).click()
  await page.getByRole('heading', { name: 'Posts' }).waitFor()
  await tray.getByRole('status').filter({ hasText: /^9 uploaded/ }).waitFor()
  const assets = await library()
  assert.deepEqual(assets.map(({ filename }) => filename).sort(), cups.slice(0, 9))
  for (const { variants } of assets) {
    assert.deepEqual(variants.map(({ role, mimeType, width, height }) => [role, mimeType, width, height]).sort(), [['alternate', 'image/webp', 600, 400], ['primary', 'image/jpeg', 600, 400]])
    for (const { url, byteSize } of variants) assert.equal((await (await eva.fetch(url)).arrayBuffer()).byteLength, byteSize)
  }
  await details()
  await upload('cup-0.png').getByText(/^cup-0\.png: .* → JPEG .*; WebP /).waitFor()
})

await check('alt text is asked for, and its absence is shown until then', async () => {
  await page.getByRole('navigation').getByRole('link', { name: 'Media' }).click()
  await page.getByText('No alt text').nth(8).waitFor()
  await look(page, 'admin-media')
  await details()
  await tray.getByLabel('Alt text of cup-0.png').fill('A cup of noise')
  await tray.getByLabel('Alt text of cup-0.png').press('Enter')
  await page.getByText('No alt text').nth(8).waitFor({ state: 'detached' })
  assert.equal((await assetOf('cup-0.png')).alt, 'A cup of noise')
  await tray.getByRole('button', { name: 'Close' }).click()
})

await check('a picture is pasted', async () => {
  await give('paste', ['pasted.png'])
  await page.getByRole('button', { name: /pasted\.png/ }).waitFor()
  await tray.getByRole('button', { name: 'Close' }).click()
})

const sheet = page.getByRole('dialog', { name: 'File' })

await check('the point that stays in sight is pressed, and moved by keys', async () => {
  await page.getByRole('button', { name: /cup-1\.png/ }).click()
  const point = sheet.getByRole('button', { name: /^Focal point: 50% from the left, 50% from the top/ })
  await point.waitFor()
  const picture = sheet.getByRole('img', { name: 'cup-1.png' })
  const { width, height } = await picture.boundingBox()
  const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  const pressed = saved()
  await picture.click({ position: { x: width / 4, y: height / 4 } })
  await pressed
  const moved = saved()
  await sheet.getByRole('button', { name: /^Focal point: 25% from the left, 25% from the top/ }).press('ArrowRight')
  await moved
  const { focalPoint } = await assetOf('cup-1.png')
  assert.ok(Math.abs(focalPoint.x - 0.26) < 0.01 && Math.abs(focalPoint.y - 0.25) < 0.01, JSON.stringify(focalPoint))
})

await check('texts are kept in each language of the site', async () => {
  await sheet.getByRole('textbox', { name: 'Alt text' }).fill('Noise in grey')
  await sheet.getByRole('tab', { name: /Chinese/ }).click()
  await sheet.getByRole('tab', { name: /Chinese/, selected: true }).waitFor()
  await sheet.getByRole('textbox', { name: 'Alt text' }).fill('雜訊')
  const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await answered
  await sheet.getByRole('button', { name: 'Save' }).and(page.locator(':disabled')).waitFor()
  const { alt, translations } = await assetOf('cup-1.png')
  assert.deepEqual([alt, translations['zh-TW'].alt], ['Noise in grey', '雜訊'])
  await look(page, 'admin-media-file')
})

await check('its bytes are replaced, and it stays the same file', async () => {
  const before = await assetOf('cup-1.png')
  const chosen = page.waitForEvent('filechooser')
  await sheet.getByRole('button', { name: 'Replace file' }).click()
  const { variants: [{ url }] } = await assetOf('cup-2.png')
  await (await chosen).setFiles({ name: 'other.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await (await eva.fetch(url)).arrayBuffer()) })
  await tray.getByRole('status').filter({ hasText: /^1 uploaded/ }).waitFor()
  const now = (await library()).find(({ id }) => id === before.id)
  assert.equal(now.version, before.version + 1)
  assert.equal(now.alt, 'Noise in grey')
  await sheet.getByRole('term').filter({ hasText: 'Version' }).locator('+ dd').getByText('2').waitFor()
})

await check('what is in use is not deleted, and the entries are named', async () => {
  const { id } = await assetOf('cup-3.png')
  const { items: [post] } = await (await eva.fetch('/admin/api/entries?collection=posts&search=one-leaf-two-names')).json()
  const { entry } = await (await eva.fetch(`/admin/api/entries/${post.id}?collection=posts`)).json()
  const changed = await eva.fetch(`/admin/api/entries/${post.id}?collection=posts`, {
    method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ data: { cover: id }, expectedVersion: entry.version }),
  })
  assert.equal(changed.status, 200, await changed.text())
  await page.goto(`/admin/media?asset=${id}`)
  await sheet.getByRole('region', { name: 'Used by' }).getByRole('link').waitFor()
  await sheet.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete cup-3.png?' })
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await question.getByText('It was not deleted: 1 entry uses it.').waitFor()
  await question.getByRole('link').waitFor()
  await look(page, 'admin-media-used')
  await question.getByRole('button', { name: 'Cancel' }).click()
  assert.ok(await assetOf('cup-3.png'))
})

await check('many are deleted at once, and each that was not is named with its reason', async () => {
  await page.goto('/admin/media?q=cup-')
  for (const name of ['cup-3.png', 'cup-4.png', 'cup-5.png']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('region', { name: 'Selected files' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete 3 files?' }).getByRole('button', { name: 'Delete', exact: true }).click()
  const report = page.getByRole('dialog', { name: 'What was deleted' })
  await report.getByText('2 files were deleted.').waitFor()
  await report.getByRole('region', { name: 'cup-3.png' }).getByRole('link').waitFor()
  await look(page, 'admin-media-report')
  assert.deepEqual((await library()).map(({ filename }) => filename).filter((name) => /cup-[345]/.test(name)), ['cup-3.png'])
  await report.getByRole('button', { name: 'Delete 1 file anyway' }).click()
  await report.getByText('1 file was deleted.').waitFor()
  await report.getByRole('button', { name: 'Close' }).last().click()
  assert.equal(await assetOf('cup-3.png'), undefined)
})

await check('the library is narrowed, and shown as a table', async () => {
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('List').click()
  await page.getByRole('row').filter({ hasText: 'cup-6.png' }).waitFor()
  await look(page, 'admin-media-table')
  await page.goto('/admin/media?type=video')
  await page.getByText('No file matches the filters.').waitFor()
})

assert.deepEqual(page.complaints, [])
await close()
