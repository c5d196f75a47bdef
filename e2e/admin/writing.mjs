// An article is written on its page with the mouse.
import assert from 'node:assert/strict'
import { close, lasting, look, settled } from '../chromium.mjs'
import { check, origin } from '../site.mjs'
import { hire, owner } from '../staff.mjs'
import { collection, writer } from '../writer.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const { page, title, body, raw, find, focus, press, save, text, put, end, paste } = await writer(eva)
const bar = page.getByRole('toolbar', { name: 'Formatting of the selection' })
const insert = page.getByRole('listbox', { name: 'Insert' })
const slug = 'a-pot-that-pours'
const card = (host) => body.locator('.quartet-card').filter({ hasText: host })

const docs = '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h3 dir="ltr" style="line-height:1.38"><span style="font-size:14pt;font-weight:400;">From Docs</span></h3><ul style="margin:0"><li dir="ltr" style="list-style-type:disc"><p dir="ltr"><span style="font-weight:700;">strong</span><span> item</span></p></li></ul><p dir="ltr"><a href="https://example.com/" style="text-decoration:none"><span style="color:#1155cc">there</span></a></p><div dir="ltr"><table style="border:none"><colgroup><col width="100"/></colgroup><tbody><tr style="height:0"><td style="border:1pt solid"><p dir="ltr"><span>c1</span></p></td><td><p dir="ltr"><span>c2</span></p></td></tr></tbody></table></div></b>'
const item = (level, sign, words) =>
  `<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7pt "Times New Roman"'>&nbsp;&nbsp;</span></span></span><![endif]>${words}<o:p></o:p></p>`
const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style></head><body lang=EN-US style='tab-interval:36pt'><!--StartFragment--><h2 style='margin:0'>From Word<o:p></o:p></h2><p class=MsoNormal style='margin:0'>Some <b>heavy</b> words.<o:p></o:p></p>${item(1, '·', 'outer')}${item(2, 'o', 'inner')}<p class=MsoNormal>Between.</p>${item(1, '1.', 'first')}${item(1, '2.', 'second')}<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr><td width=100 style='width:75pt'><p class=MsoNormal>w1</p></td><td><p class=MsoNormal>w2</p></td></tr></table><!--EndFragment--></body></html>`

// choose chooses from the menu that "/" opens, with the mouse.
async function choose(name) {
  await page.keyboard.type('/')
  await insert.getByRole('option', { name, exact: true }).click()
  await insert.waitFor({ state: 'hidden' })
  await settled(page)
}

// linked chooses a line and asks where it leads; the editor hears of what is chosen in the next frame.
async function linked() {
  await press('Shift+Home')
  await settled(page)
  await press('Control+k')
}

await check('a new article is a title and a text, and everything else is in a rail', async () => {
  const made = await eva.post('/admin/api/entries?collection=posts', { data: { slug, publishedAt: 1_790_000_000_000, author: 'lin-yu-ching' } })
  const parent = (await made.json()).entry
  const published = await eva.post(`/admin/api/entries/${parent.id}/publish?collection=posts`, { expectedVersion: parent.version })
  assert.equal(published.status, 200, await published.text())
  await page.goto(`/admin/c/${collection}/new`)
  await title.and(page.locator(':focus')).waitFor()
  await body.locator('[data-placeholder*="type /"]').waitFor()
  await look(page, 'admin-writing-new')
  const low = (await title.boundingBox()).height
  await title.fill('A pot that pours, and why most of the pots that we have tried do not')
  await settled(page)
  assert.ok((await title.boundingBox()).height > low * 1.5, `the title is ${low} high, and then ${(await title.boundingBox()).height}`)
  await title.fill('A pot that pours')
  await page.getByRole('textbox', { name: 'Slug' }).fill(slug)
  await page.getByRole('textbox', { name: 'Published at' }).fill('2026-10-01T08:30')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: /^(en$|English)/ }).click()
  await page.getByRole('textbox', { name: 'Summary' }).fill('How it was made.')
  const { width } = await body.boundingBox()
  assert.ok(width > 640 && width <= 680, `the column is ${width} wide`)
})

await check('it is written with Markdown’s own marks', async () => {
  await body.click()
  await page.keyboard.type('The first line.\n## A heading\nSome **bold** and *slanted* words.\n- one\ntwo\n\n[ ] open\ndone\n\n> said\n\nSee [the shop](https://example.com/shop) now.\nAfter the list.\n')
  await body.getByRole('heading', { level: 2, name: 'A heading' }).waitFor()
  assert.equal(await text(), 'The first line.\n\n## A heading\n\nSome **bold** and *slanted* words.\n\n- one\n- two\n- [ ] open\n- [ ] done\n\n> said\n\nSee [the shop](https://example.com/shop) now.\n\nAfter the list.')
})

await check('a box is ticked, and the length is told', async () => {
  await body.getByRole('checkbox', { name: 'done' }).check()
  assert.ok((await text()).includes('- [ ] open\n- [x] done'))
  await page.getByText('22 words · 1 min to read').waitFor()
  await look(page, 'admin-writing')
})

await check('what is selected is bold by the bar above it', async () => {
  await body.getByText('The first line.').dblclick({ position: { x: 12, y: 12 } })
  await bar.waitFor()
  await look(page, 'admin-writing-bar')
  await bar.getByRole('button', { name: 'Bold' }).click()
  assert.equal(await bar.getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed'), 'true')
  assert.ok((await text()).startsWith('**The** first line.'))
})

await check('a double click behind a line chooses its last word', async () => {
  await body.getByText('After the list.').dblclick({ position: { x: 400, y: 12 } })
  assert.equal(await page.evaluate(() => String(getSelection())), 'list.')
})

await check('where a link leads is said at it, and changed there', async () => {
  await body.getByRole('link', { name: 'the shop' }).click()
  const facts = page.getByRole('toolbar', { name: 'Link' })
  await facts.getByRole('link', { name: 'https://example.com/shop' }).waitFor()
  await look(page, 'admin-writing-link')
  await facts.getByRole('button', { name: 'Change the link' }).click()
  const address = page.getByRole('combobox', { name: 'Paste a link or search pages' })
  await address.fill('zzpots')
  await press('Enter')
  await page.getByText('No page has these words').waitFor()
  await look(page, 'admin-writing-address')
  await address.fill('example.com/pots')
  await press('Enter')
  assert.ok((await text()).includes('[the shop](https://example.com/pots)'))
})

await check('what is typed behind a link is none of it', async () => {
  await end()
  await page.keyboard.type('Linked')
  await linked()
  await page.getByRole('combobox', { name: 'Paste a link or search pages' }).fill('/list')
  await press('Enter')
  await body.and(page.locator(':focus')).waitFor()
  await settled(page)
  await press('End')
  await settled(page)
  await page.keyboard.type('!')
  assert.ok((await text()).endsWith('[Linked](/list)!'))
  await press('Shift+Home', 'Backspace', 'Backspace')
})

await check('words find a page of the site, and the link has its address for readers', async () => {
  await end()
  await page.keyboard.type('names')
  await linked()
  const address = page.getByRole('combobox', { name: 'Paste a link or search pages' })
  await address.fill('leaf two')
  await page.getByRole('option', { name: /One leaf, two names/ }).waitFor()
  await settled(page)
  const [list, line] = await Promise.all([page.getByRole('listbox', { name: 'Pages of this site' }), body.locator('p').last()].map((each) => each.boundingBox()))
  assert.ok(list.y >= line.y + line.height || list.y + list.height <= line.y, `the list ${JSON.stringify(list)} covers ${JSON.stringify(line)}`)
  await look(page, 'admin-writing-pages')
  await press('Enter')
  await body.and(page.locator(':focus')).waitFor()
  assert.match(await text(), /\[names\]\(\/en\/posts\/one-leaf-two-names\)$/)
  await press('End', 'Shift+Home', 'Backspace')
  await settled(page)
  await press('Control+k')
  // Quicker than the search: Enter takes what it finds first, and its title where nothing was chosen.
  await address.fill('two names')
  await press('Enter')
  await body.and(page.locator(':focus')).waitFor()
  assert.match(await text(), /\[One leaf, two names\]\(\/en\/posts\/one-leaf-two-names\)$/)
  await press('End', 'Shift+Home', 'Backspace', 'Backspace')
})

await check('who leaves the bar of a link by a click goes on there', async () => {
  await put('After the list.')
  await linked()
  await page.getByRole('combobox', { name: 'Paste a link or search pages' }).and(page.locator(':focus')).waitFor()
  await body.getByText('The first line.').click({ delay: 100 }) // pressed as long as by a hand
  await body.and(page.locator(':focus')).waitFor()
  await settled(page)
  await press('End')
  await settled(page)
  await page.keyboard.type('qu')
  assert.match(await text(), /first line\.qu\n/)
  await press('Backspace', 'Backspace')
})

await check('a table comes from the menu on "/", and grows', async () => {
  await end()
  await choose('Table')
  await page.keyboard.type('Tea')
  await body.locator('th').nth(1).click()
  await settled(page)
  await page.keyboard.type('Minutes')
  await look(page, 'admin-writing-table') // one header is empty yet
  await page.setViewportSize({ width: 360, height: 740 })
  await settled(page)
  const box = body.locator('.quartet-table')
  assert.ok(await box.evaluate((each) => each.scrollWidth > each.clientWidth), 'the table does not scroll in its box')
  const [short, long] = await Promise.all(['Tea', 'Minutes'].map((words) => body.getByText(words, { exact: true }).boundingBox()))
  assert.equal(long.height, short.height) // no word is in two lines
  assert.deepEqual(await lasting(page, {}), [])
  await page.setViewportSize({ width: 1280, height: 900 })
  await settled(page)
  const tools = page.getByRole('toolbar', { name: 'Table' }).getByRole('button', { name: 'Table' })
  await tools.click()
  await page.getByRole('menuitem', { name: 'Column to the right' }).click()
  await settled(page)
  await tools.click()
  await page.getByRole('menuitem', { name: 'Delete the column' }).click()
  await body.locator('td').first().click()
  await settled(page)
  await page.keyboard.type('Oolong')
  assert.ok((await text()).includes('| Tea |  |  |\n| --- | --- | --- |\n| Oolong |  |  |'), await text())
})

await check('code says which language it is in', async () => {
  await end()
  await choose('Code block')
  await page.keyboard.type('let pot = 1')
  await page.getByRole('textbox', { name: 'Language of the code' }).fill('js')
  await press('Enter')
  await look(page, 'admin-writing-code')
  await put('let pot = 1')
  await page.keyboard.type('\n\n\nBehind it.')
  assert.ok((await text()).endsWith('```js\nlet pot = 1\n```\n\nBehind it.'), await text())
})

await check('a callout comes from the menu on "/", and from its line in a quotation', async () => {
  await end()
  await choose('Warning')
  await page.keyboard.type('Hot water.')
  await body.locator('blockquote[data-name="Warning"]').getByText('Hot water.').waitFor()
  await press('Enter')
  await press('Enter')
  await page.keyboard.type('> [!tip] Warm the pot.')
  await body.locator('blockquote[data-name="Tip"]').getByText('Warm the pot.').waitFor()
  await press('Enter')
  await press('Enter')
  await page.keyboard.type('Behind them.')
  assert.ok((await text()).endsWith('> [!WARNING]\n> Hot water.\n\n> [!TIP]\n> Warm the pot.\n\nBehind them.'), await text())
})

await check('a toggle has a title, and what readers see once they open it', async () => {
  await end()
  await choose('Toggle')
  await body.locator('[data-placeholder^="Title"]').waitFor()
  await page.keyboard.type('How long?')
  await press('Enter')
  await page.keyboard.type('Three minutes.')
  await look(page, 'admin-writing-callout')
  await press('Enter')
  await press('Enter')
  await page.keyboard.type('Behind it all.')
  assert.ok((await text()).endsWith('Behind them.\n\n> [!NOTE]- How long?\n>\n> Three minutes.\n\nBehind it all.'), await text())
})

await check('a block is dragged by its handle, and its menu duplicates it or turns it into another', async () => {
  const first = () => body.locator(':scope > *').first().innerText()
  const handle = page.getByRole('button', { name: 'Block', exact: true })
  await page.evaluate(() => scrollTo(0, 0)) // the heads that stay cover nothing there
  await settled(page)
  await body.getByText('After the list.').hover()
  await handle.dragTo(body.getByText('first line.'), { targetPosition: { x: 4, y: 2 } })
  assert.match(await first(), /^After the list/)
  await press('Control+z')
  assert.match(await first(), /^The first/)
  await body.getByText('After the list.').hover()
  await handle.click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await body.getByText('After the list.').nth(1).waitFor()
  await body.and(page.locator(':focus')).waitFor()
  await press('Control+z')
  assert.equal(await body.getByText('After the list.').count(), 1)
  await body.getByText('After the list.').hover()
  await handle.click()
  await page.getByRole('menuitem', { name: 'Turn into' }).press('ArrowRight')
  await page.getByRole('menuitem', { name: 'Subheading' }).click()
  await body.getByRole('heading', { level: 3, name: 'After the list.' }).waitFor()
  await body.and(page.locator(':focus')).waitFor()
  await press('Control+z')
  await body.getByRole('heading', { level: 3, name: 'After the list.' }).waitFor({ state: 'detached' })
})

await check('an address that is pasted over words is where they lead, and alone it is a card', async () => {
  await body.getByText('slanted').dblclick()
  await settled(page) // the editor hears of what is chosen in the next frame
  await paste('', 'https://example.com/slant')
  assert.match(await text(), /\*\[slanted\]\(https:\/\/example\.com\/slant\)\*|\[\*slanted\*\]\(https:\/\/example\.com\/slant\)/)
  await end()
  await paste('', 'https://talk.example/1')
  await card('talk.example').waitFor()
})

await check('what comes from Google Docs keeps its heading, list, link and table', async () => {
  await put('Behind it.')
  await press('Enter')
  await paste(docs)
  const stored = await text()
  for (const each of ['### From Docs', '- **strong** item', '[there](https://example.com/)', '| c1 | c2 |']) assert.ok(stored.includes(each), `${each} is not in ${stored}`)
})

await check('so does what comes from Word, and pictures that cannot come are counted', async () => {
  await put('Behind it.')
  await press('Enter')
  await paste(word)
  const stored = await text()
  for (const each of ['## From Word', 'Some **heavy** words.', '- outer\n  - inner', '1. first\n2. second', '| w1 | w2 |']) assert.ok(stored.includes(each), `${each} is not in ${stored}`)
  assert.deepEqual(page.complaints, []) // no style of either was applied
  await paste('<p><img src="https://elsewhere.example/x.png"></p>')
  const said = page.getByRole('alert').filter({ hasText: '1 picture was not pasted' })
  await said.waitFor()
  await said.getByRole('button', { name: 'Close' }).click()
})

await check('a link alone is a card, by its menu', async () => {
  await end()
  await choose('Link card')
  await page.getByRole('textbox', { name: 'Address of the link' }).fill('video.example/watch')
  await press('Enter')
  await card('video.example').waitFor()
  assert.match(await text(), /<https:\/\/video\.example\/watch>/)
})

await check('a card names its host, opens the address, and asks nothing of the host', async () => {
  const asked = []
  page.on('request', (request) => request.url().startsWith(origin) || /^(data|blob):/.test(request.url()) || asked.push(request.url()))
  await end()
  await paste('<p><a href="https://youtu.be/dQw4w9WgXcQ">https://youtu.be/dQw4w9WgXcQ</a></p>')
  await card('YouTube').waitFor()
  await card('YouTube').getByText('readers see a player').waitFor()
  await card('video.example').getByText('readers see a link').waitFor()
  assert.equal(await card('YouTube').getByRole('link', { name: 'Open', exact: true }).getAttribute('href'), 'https://youtu.be/dQw4w9WgXcQ')
  await settled(page)
  assert.deepEqual(asked, [])
  await look(page, 'admin-card')
})

await check('it is turned into text by its button, and into a card again from the keyboard', async () => {
  await card('YouTube').getByRole('button', { name: 'Turn into text' }).click()
  await card('YouTube').waitFor({ state: 'detached' })
  assert.ok((await text()).includes('[youtu.be/dQw4w9WgXcQ](https://youtu.be/dQw4w9WgXcQ)'))
  await press('ArrowRight')
  await press('ArrowLeft')
  await page.getByRole('toolbar', { name: 'Link' }).waitFor()
  await press('Alt+F10')
  await page.keyboard.press('ArrowLeft') // round to the last
  await page.keyboard.press('Enter')
  await card('YouTube').waitFor()
})

const shows = page.getByRole('textbox', { name: 'What the picture shows' })
const tray = page.getByRole('region', { name: 'Uploads' })
const isFocused = (field) => field.and(page.locator(':focus')).waitFor()

// low puts the line of the caret at the lower edge of the window: what comes below it is out of sight.
const low = () => page.evaluate(() => scrollBy(0, getSelection().getRangeAt(0).startContainer.parentElement.getBoundingClientRect().bottom - innerHeight + 80))

// pasteFile gives the text a picture as a file.
const pasteFile = (name) => body.evaluate(async (element, name) => {
  const canvas = new OffscreenCanvas(600, 400)
  canvas.getContext('2d').fillRect(0, 0, 600, 400)
  const data = new DataTransfer()
  data.items.add(new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' }))
  element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }))
}, name)

// inSight wants all of a picture between the heads and the lower edge of the window.
async function inSight(image) {
  await page.waitForFunction((each) => each.clientHeight > 300, await image.elementHandle())
  await settled(page)
  const { y, height } = await image.boundingBox()
  assert.ok(y > 130 && y + height < 900, `from ${y} to ${y + height}`)
}

// inRow wants two pictures side by side, as pages show them.
async function inRow(gallery) {
  await gallery.locator('img[src]').nth(1).waitFor()
  await settled(page)
  const [one, other] = await Promise.all([0, 1].map((i) => gallery.locator('img[src]').nth(i).boundingBox()))
  assert.ok(Math.abs(one.y - other.y) < 2 && one.x + one.width <= other.x, `${JSON.stringify(one)} and ${JSON.stringify(other)}`)
}

await check('a picture that is pasted comes into sight, asks what it shows, and Enter goes on behind it', async () => {
  await put('first line.')
  await press('Enter')
  await low()
  await pasteFile('pot.png')
  const image = body.locator('img[src^="/media/"]')
  await inSight(image)
  await isFocused(shows)
  await look(page, 'admin-writing-picture')
  await isFocused(shows)
  assert.equal(await page.getByRole('textbox', { name: /^Alt text of/ }).count(), 0) // it is asked once
  const told = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.url().includes('/api/media/'))
  await page.keyboard.type('A pot')
  await page.getByRole('textbox', { name: 'Caption' }).fill('Fired at noon')
  await press('Enter')
  await isFocused(body)
  await page.keyboard.type('Below the pot.')
  assert.match(await text(), /!\[A pot\]\(media:[0-9a-f-]+ "Fired at noon"\)\n\nBelow the pot\./)
  assert.equal(await body.locator('[data-caption]').evaluate((each) => getComputedStyle(each, '::after').content), '"Fired at noon"')
  assert.equal((await (await told).json()).alt, 'A pot') // the library has it, too
})

await check('the uploads go by themselves once they are done and nothing is asked', async () => {
  await tray.waitFor({ state: 'detached' })
})

await check('who goes on writing while a picture is under way is not led away', async () => {
  const held = []
  const isUpload = (url) => url.pathname.startsWith('/admin/api/media/uploads')
  let holding = true
  await page.route(isUpload, (route) => holding ? held.push(route) : route.continue())
  await put('Below the pot.')
  await press('Enter')
  await pasteFile('cup.png')
  await body.getByText('cup.png …').waitFor()
  await page.keyboard.type('Meanwhile')
  while (held.length === 0) await page.evaluate(() => new Promise(requestAnimationFrame))
  holding = false
  held.forEach((route) => route.continue())
  await body.locator('img[src^="/media/"]').nth(1).waitFor()
  await page.keyboard.type(' more.')
  await isFocused(body)
  assert.match(await text(), /Meanwhile more\./)
  await tray.waitFor({ state: 'detached' })
})

await check('so does one from the library, and Escape goes on behind it', async () => {
  await end()
  await low()
  await page.keyboard.type('/picture')
  await press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: /pot\.png/ }).click()
  await isFocused(shows)
  await inSight(body.locator('img[src^="/media/"]').last())
  await page.keyboard.type('The pot again')
  await press('Escape')
  await isFocused(body)
  await page.keyboard.type('The last words.')
  assert.match(await text(), /!\[The pot again\]\(media:[0-9a-f-]+\)\n\nThe last words\.$/)
})

await check('a gallery comes from the menu on "/", and a picture leaves it and comes back by its bar', async () => {
  await end()
  await choose('Gallery')
  const library = page.getByRole('dialog')
  for (const name of ['pot.png', 'cup.png']) await library.getByRole('checkbox', { name: `Select ${name}` }).check()
  await library.getByRole('button', { name: /^Use 2/ }).click()
  await isFocused(shows)
  const gallery = body.locator('.quartet-gallery')
  await inRow(gallery)
  await look(page, 'admin-writing-gallery')
  await press('Escape')
  await isFocused(body)
  await page.keyboard.type('Below both.')
  const both = /!\[[^\]]*\]\(media:[0-9a-f-]+\) !\[[^\]]*\]\(media:[0-9a-f-]+\)\n\nBelow both\.$/
  assert.match(await text(), both)
  await gallery.locator('img[src]').nth(1).click()
  const tools = page.getByRole('toolbar', { name: 'Picture' })
  await tools.getByRole('button', { name: 'Put on its own line' }).click()
  await gallery.waitFor({ state: 'detached' })
  await settled(page) // the bar goes along with the picture
  await tools.getByRole('button', { name: 'Put beside the picture before it' }).click()
  await inRow(gallery)
  assert.match(await text(), both)
})

await check('the card of a link shows the title of its page when it is asked to, and says why it cannot', async () => {
  await end()
  await paste('', 'https://shop.example/pots')
  const own = card('shop.example')
  await own.waitFor()
  await page.route('**/admin/api/linked-page', (route) => route.fulfill({ json: { page: null } }), { times: 1 })
  await own.getByRole('button', { name: 'Show its title' }).click()
  await page.getByText('The title of shop.example cannot be shown').waitFor()
  await page.getByRole('alert').getByRole('button').click()
  await page.route('**/admin/api/linked-page', (route) => route.fulfill({ json: { page: { title: 'Pots that pour', description: 'All of them' } } }), { times: 1 })
  await own.getByRole('button', { name: 'Show its title' }).click()
  await own.getByText('Pots that pour').waitFor()
  await look(page, 'admin-writing-bookmark')
  assert.match(await text(), /\[Pots that pour\]\(https:\/\/shop\.example\/pots "All of them"\)/)
})

await check('words are found and replaced, and who leaves goes on there', async () => {
  await find.click()
  const bar = page.getByRole('search', { name: 'Find' })
  await bar.getByRole('textbox', { name: 'Find what' }).fill('oolong')
  await bar.getByText('1 of 1').waitFor()
  await look(page, 'admin-writing-find')
  await bar.getByRole('textbox', { name: 'Replace with' }).fill('Assam')
  await bar.getByRole('button', { name: 'Replace all' }).click()
  assert.equal(await bar.evaluate((each) => each.contains(document.activeElement)), true)
  await bar.getByRole('textbox', { name: 'Find what' }).fill('behind')
  await bar.getByRole('button', { name: 'Close the search' }).click()
  assert.equal(await page.evaluate(() => String(getSelection())), 'Behind')
  assert.ok((await text()).includes('| Assam |  |  |'))
})

await check('as it is stored, it changes nothing that is not touched', async () => {
  const before = await text()
  await raw.click()
  await body.press('Control+End')
  await page.keyboard.type('\n\n<div>kept</div>\n\n*  odd   list')
  await raw.click()
  await put('After the list.')
  await page.keyboard.type('!')
  assert.equal(await text(), `${before.replace('After the list.', 'After the list.!')}\n\n<div>kept</div>\n\n*  odd   list`)
})

// inView waits until nothing stands over the line of the caret: a busy browser brings it into sight a moment later.
const inView = async () => page.waitForFunction((element) => {
  const line = document.createRange()
  line.selectNodeContents(getSelection().getRangeAt(0).startContainer)
  const { left, top, bottom } = line.getBoundingClientRect()
  return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + 2, y)))
}, await body.elementHandle())

const lines = Array.from({ length: 30 }, (_, i) => `line ${i}`).join('\n')

await check('the line that is written stands behind nothing: as the text looks, in focus, and as it is stored', async () => {
  await end()
  await page.keyboard.type(lines)
  await settled(page)
  await inView()
  await press(...Array.from({ length: 29 }, () => 'ArrowUp'))
  await settled(page)
  await inView()
  await focus.click()
  await isFocused(body)
  await settled(page)
  await inView()
  await end()
  await page.keyboard.type(lines)
  await settled(page)
  await inView()
  await press('Escape')
  await focus.waitFor()
  await settled(page)
  await inView()
  await raw.click()
  await isFocused(body)
  await press('Control+End')
  await page.keyboard.type(`\n\n${lines}`)
  await settled(page)
  await inView()
})

await check('who leaves the search or changes how the text is seen writes on: no letter is a key of the page', async () => {
  await raw.click()
  await isFocused(body)
  await find.click()
  await page.getByRole('search', { name: 'Find' }).waitFor()
  await find.click()
  await isFocused(body)
  await focus.click()
  await isFocused(body)
  await page.getByRole('button', { name: 'Leave focus' }).focus()
  await press('u', 'n')
  assert.equal(await page.getByRole('dialog').count(), 0)
  await press('Enter')
  await isFocused(body)
  await save()
})

const tools = page.getByRole('toolbar', { name: 'Formatting', exact: true })
const named = (toolbar) => toolbar.getByRole('button').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))

// under puts a line of the text directly below the tools.
const under = (line) => line.evaluate((element) => {
  const down = element.getBoundingClientRect().top - document.querySelector('[data-standing]').getBoundingClientRect().bottom - 4
  const frame = element.closest('[data-focused]') ?? document.scrollingElement
  frame.scrollBy(0, down)
})

// stand wants the tools below all heads and over the text, and a bar of a selection that covers none of them.
async function stand(where) {
  const line = body.getByText('line 12', { exact: true }).first()
  await line.scrollIntoViewIfNeeded()
  await line.dblclick({ position: { x: 8, y: 12 } })
  await under(line)
  await settled(page)
  const [above, below, words] = await Promise.all([tools, bar, line].map((each) => each.boundingBox()))
  assert.ok(above.y >= 0 && above.y + above.height < 240, `${where}: the tools are at ${JSON.stringify(above)}`)
  assert.ok(below.y >= above.y + above.height, `${where}: ${JSON.stringify(below)} covers ${JSON.stringify(above)}`)
  assert.ok(below.y >= words.y + words.height - 8, `${where}: ${JSON.stringify(below)} covers ${JSON.stringify(words)}`)
  const isSeen = await tools.getByRole('button').first().evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(left + width / 2, top + 2)) && button.contains(document.elementFromPoint(left + width / 2, top + height - 2))
  })
  assert.ok(isSeen, `${where}: something covers the tools`)
}

await check('the tools stay in sight however far down the text, and the bar of a selection does not cover them', async () => {
  await stand('wide')
  const both = await named(bar)
  assert.deepEqual(both.filter((name) => name !== 'Comment on the selection'), (await named(tools)).filter((name) => both.includes(name)))
  await page.setViewportSize({ width: 360, height: 740 })
  await settled(page)
  await stand('on a telephone')
  assert.ok((await tools.boundingBox()).height < 50)
  await page.setViewportSize({ width: 1280, height: 900 })
  await focus.click()
  await settled(page)
  await stand('in focus')
  await body.press('Escape')
  await focus.waitFor()
})

// caret is how far down the window the caret stands, and the words before it in its line.
const caret = () => page.evaluate(() => {
  const { startContainer, startOffset } = getSelection().getRangeAt(0)
  const range = document.createRange()
  range.setStart(startContainer, Math.max(0, startOffset - 1))
  range.setEnd(startContainer, startOffset)
  return { top: range.getBoundingClientRect().top, words: startContainer.textContent.slice(0, startOffset) }
})

await check('who looks at the text as it is stored stays where they are, also in undoing, and has its length and search', async () => {
  await body.getByText('line 12', { exact: true }).last().click()
  await settled(page)
  await press('End')
  await page.keyboard.type('Q')
  await settled(page)
  const before = await caret()
  assert.equal(before.words, 'line 12Q')
  const length = page.getByText(/^2\d\d words · \d+ min to read/) // that of the lines is told at a rest
  const words = await length.innerText()
  await raw.click()
  await isFocused(body)
  await settled(page)
  const kept = await caret()
  assert.equal(kept.words, 'line 12Q')
  assert.ok(Math.abs(kept.top - before.top) < 24, `the caret was at ${before.top}, and is at ${kept.top}`)
  assert.equal(await raw.getAttribute('aria-pressed'), 'true')
  assert.equal(await length.innerText(), words)
  await page.keyboard.type(' and more')
  await page.getByText(`${Number(/^[\d,]+/.exec(words)[0].replace(',', '')) + 2} words`.replace(/^(\d)(\d{3})/, '$1,$2')).waitFor()
  await press('Control+f')
  const bar = page.getByRole('search', { name: 'Find' })
  await bar.getByRole('textbox', { name: 'Find what' }).fill('12Q and')
  await bar.getByText('1 of 1').waitFor()
  await look(page, 'admin-writing-source-find')
  await bar.getByRole('textbox', { name: 'Find what' }).press('Escape')
  assert.equal(await page.evaluate(() => String(getSelection())), '12Q and')
  await press('End')
  await settled(page) // the source is scrolled to the caret in the next frame
  const there = await caret()
  await raw.click()
  await isFocused(body)
  await settled(page)
  const back = await caret()
  assert.equal(back.words, 'line 12Q and more')
  assert.ok(Math.abs(back.top - there.top) < 24, `the caret was at ${there.top}, and is at ${back.top}`)
  await press('Control+z')
  await body.getByText('line 12Q', { exact: true }).waitFor()
  await press('Control+z')
  await body.getByText('line 12Q', { exact: true }).waitFor({ state: 'detached' })
})

assert.deepEqual(page.complaints, [])
await close()
