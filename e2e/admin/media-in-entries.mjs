// Pictures in the forms and the texts of entries.
import assert from 'node:assert/strict'
import { close, look, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const page = await openAdmin(eva)
const cover = page.getByRole('group', { name: 'Cover', exact: true })
const uploads = page.getByRole('region', { name: 'Uploads' })
const saved = () => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()

const entryOf = async (collection, search, locale) => {
  const { items } = await (await eva.fetch(`/admin/api/entries?collection=${collection}&search=${search}`)).json()
  return items.find((each) => locale === undefined || each.locale === locale)
}
const detail = async (collection, id) => (await eva.fetch(`/admin/api/entries/${id}?collection=${collection}`)).json()
const stored = async (collection, id) => (await detail(collection, id)).entry
const library = async () => (await (await eva.fetch('/admin/api/media?limit=100')).json()).items

// give drops pictures onto an element, or pastes them into it.
const give = (target, way, names) => target.evaluate(async (element, [way, names]) => {
  const data = new DataTransfer()
  for (const [i, name] of names.entries()) {
    const canvas = new OffscreenCanvas(600, 400)
    const brush = canvas.getContext('2d')
    brush.fillStyle = `hsl(${i * 90} 50% 50%)`
    brush.fillRect(0, 0, 600, 400)
    data.items.add(new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' }))
  }
  const { left, top } = element.getBoundingClientRect()
  const options = { bubbles: true, cancelable: true, clientX: left + 4, clientY: top + 12 }
  element.focus()
  if (way === 'paste') element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
  else for (const kind of ['dragover', 'drop']) element.dispatchEvent(new DragEvent(kind, { ...options, dataTransfer: data }))
}, [way, names])

const made = await eva.post('/admin/api/entries?collection=posts', { data: { slug: 'with-pictures', publishedAt: 1_790_000_000_000, author: 'lin-yu' } })
const { entry: post } = await made.json()

await check('a cover is dropped on its field, and asks for its words', async () => {
  await page.goto(`/admin/c/posts/${post.id}`)
  await cover.getByText('Or drop a picture here, or paste one.').waitFor()
  await look(page, 'admin-media-field-empty')
  await give(cover, 'drop', ['pot.png'])
  await cover.getByText('No alt text').waitFor()
  await cover.getByRole('textbox', { name: 'Alt text of pot.png' }).fill('A pot of red clay')
  await cover.getByRole('button', { name: 'Save' }).click()
  await cover.getByText('A pot of red clay').waitFor()
  await uploads.waitFor({ state: 'detached' }) // nothing is asked any more
  await look(page, 'admin-media-field')
})

await check('another is picked from the library, and saved', async () => {
  await give(cover, 'paste', ['cup.png'])
  await cover.getByText('cup.png').first().waitFor()
  await cover.getByRole('button', { name: 'Remove: cup.png' }).click()
  await cover.getByRole('button', { name: 'Choose: Cover' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^(A pot of red clay )?pot\.png/ }).click()
  await cover.getByText('A pot of red clay').waitFor()
  await page.keyboard.press('Control+s')
  await saved()
  const pot = (await library()).find((each) => each.filename === 'pot.png')
  assert.equal((await stored('posts', post.id)).data.cover, pot.id)
})

await check('pictures dropped into a text come in their order', async () => {
  const text = await entryOf('post-translations', 'one-leaf', 'en') ?? await entryOf('post-translations', 'leaf')
  await page.goto(`/admin/c/post-translations/${text.id}`)
  await page.waitForURL(/\/c\/posts\//)
  const body = page.getByRole('textbox', { name: 'Body' })
  await body.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace') // typed over, Chromium would keep the style of what was there
  await page.keyboard.type('Steam.')
  await give(body, 'drop', ['one.png', 'two.png'])
  await body.locator('img[data-media][src^="/media/"]').nth(1).waitFor()
  const written = (await body.locator('img').evaluateAll((all) => all.map((each) => each.dataset.media))).join(' ')
  const [one, two] = await Promise.all(['one.png', 'two.png'].map(async (name) => (await library()).find((each) => each.filename === name).id))
  assert.ok(written.indexOf(one) >= 0 && written.indexOf(one) < written.indexOf(two), written)
  await body.locator('img[data-media]').first().click()
  await page.getByRole('textbox', { name: 'What the picture shows' }).fill('One leaf')
  const told = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.url().endsWith(`/media/${one}`))
  await page.keyboard.press('Enter')
  assert.equal((await (await told).json()).alt, 'One leaf') // the library has it, too
  await body.getByRole('img', { name: 'One leaf' }).waitFor()
  await settled(page)
  await look(page, 'admin-media-text')
  await page.keyboard.press('Control+s')
  await page.getByRole('status').getByText('Saved, not published', { exact: true }).waitFor()
  const { entry, draft } = await detail('post-translations', text.id)
  const picture = `![One leaf](media:${one})`
  assert.deepEqual([entry.data.body.includes(picture), draft.data.body.includes(picture)], [false, true])
  await page.getByRole('button', { name: /^Publish/ }).click()
  await page.getByRole('dialog', { name: /^Publish/ }).getByRole('button', { name: 'Publish', exact: true }).click()
  await saved()
  assert.ok((await stored('post-translations', text.id)).data.body.includes(picture))
})

// pick chooses from the menu that "/" opens, and a picture from the library; Escape leaves what then asks about it.
async function pick(words, name, picture) {
  await page.keyboard.type(`/${words}`)
  await page.getByRole('listbox', { name: 'Insert' }).getByRole('option', { name, exact: true }).and(page.locator('[aria-selected="true"]')).waitFor()
  await page.keyboard.press('Enter')
  if (!picture) return
  await page.getByRole('dialog').getByRole('button', { name: picture }).first().click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await settled(page)
  await page.keyboard.press('Escape')
  await settled(page)
}

await check('pictures of the library are blocks of their own, and the menu opens behind them', async () => {
  const text = await entryOf('post-translations', 'one-leaf', 'en') ?? await entryOf('post-translations', 'leaf')
  await page.goto(`/admin/c/post-translations/${text.id}`)
  const body = page.getByRole('textbox', { name: 'Body' })
  await body.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('Steam.\n')
  await pick('picture', 'Insert a picture', /one\.png/)
  await pick('picture', 'Insert a picture', /two\.png/)
  await pick('heading', 'Heading')
  await page.keyboard.type('Behind')
  await body.getByRole('heading', { name: 'Behind' }).waitFor()
  await look(page, 'admin-media-blocks')
  await page.keyboard.press('Control+s')
  await page.getByRole('status').getByText('Saved, not published', { exact: true }).waitFor()
  const { draft } = await detail('post-translations', text.id)
  assert.match(draft.data.body, /^Steam\.\n\n!\[[^\]]*\]\(media:[\w-]+\)\n\n!\[[^\]]*\]\(media:[\w-]+\)\n\n## Behind\n?$/)
})

await check('a picture is pasted into rich text, and shown again', async () => {
  await page.goto(`/admin/c/posts/${post.id}`)
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await notes.click()
  await give(notes, 'paste', ['leaf.png'])
  await notes.locator('img[src^="/media/"]').waitFor()
  await page.keyboard.press('Control+s')
  await saved()
  const leaf = (await library()).find((each) => each.filename === 'leaf.png')
  assert.equal((await stored('posts', post.id)).data.notes, `<p><img src="media:${leaf.id}" alt=""></p>`)
  await page.reload()
  await notes.locator('img[src^="/media/"]').waitFor()
})

await check('a contributor sees the cover, and who may change it', async () => {
  const cora = await hire(olga, 'cora', 'contributor')
  const hers = await openAdmin(cora)
  const draft = await (await eva.post('/admin/api/entries?collection=posts', { data: { ...(await stored('posts', post.id)).data, slug: 'a-draft-of-hers' } })).json()
  assert.ok(draft.entry, JSON.stringify(draft))
  await hers.goto(`/admin/c/posts/${draft.entry.id}`)
  const field = hers.getByRole('group', { name: 'Cover', exact: true })
  await field.getByText('A pot of red clay').waitFor()
  await field.locator('img[src^="/media/"]').waitFor()
  await field.getByText('Editors and owners choose the file.').waitFor()
  assert.equal(await field.getByRole('button').count(), 0)
  await look(hers, 'admin-media-contributor')
  assert.deepEqual(hers.complaints, [])
})

assert.deepEqual(page.complaints, [])
await close()
