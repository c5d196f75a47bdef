// An article is written on its page, from nothing to what readers see.
import assert from 'node:assert/strict'
import { close, look, lookAgain, openAdmin, settled } from '../chromium.mjs'
import { check, origin } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const page = await openAdmin(eva, { viewport: { width: 1280, height: 900 } })
await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(origin).origin })

const collection = 'post-translations'
const title = page.getByRole('textbox', { name: 'Title', exact: true })
const body = page.getByRole('textbox', { name: 'Body' })
const rail = page.getByRole('button', { name: 'Side panel' })
const saved = () => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
const raw = page.getByRole('button', { name: 'Markdown', exact: true })
const stored = async (id) => (await (await eva.fetch(`/admin/api/entries/${id}?collection=${collection}`)).json()).entry
const idOf = () => new URL(page.url()).pathname.split('/').at(-1)
const save = async () => {
  await page.keyboard.press('Control+s')
  await saved()
}

// paste gives the text what a clipboard has.
const paste = (html, plain = 'x') => body.evaluate((element, [text, words]) => {
  const data = new DataTransfer()
  data.setData('text/plain', words)
  if (text) data.setData('text/html', text)
  element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }))
}, [html, plain])

// bodyNow is the text as it is stored, once it is saved.
async function bodyNow() {
  await save()
  return (await stored(idOf())).data.body
}

// pick chooses from the menu that "/" opens.
async function pick(word, name) {
  await page.keyboard.type(`/${word}`)
  await page.getByRole('listbox', { name: 'Insert' }).getByRole('option', { name, exact: true }).waitFor()
  await page.keyboard.press('Enter')
}

const docs = '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h3 dir="ltr" style="line-height:1.38"><span style="font-size:14pt;font-weight:400;">From Docs</span></h3><ul style="margin:0"><li dir="ltr" style="list-style-type:disc"><p dir="ltr"><span style="font-weight:700;">strong</span><span> item</span></p></li></ul><p dir="ltr"><a href="https://example.com/" style="text-decoration:none"><span style="color:#1155cc">there</span></a></p><div dir="ltr"><table style="border:none"><colgroup><col width="100"/></colgroup><tbody><tr style="height:0"><td style="border:1pt solid"><p dir="ltr"><span>c1</span></p></td><td><p dir="ltr"><span>c2</span></p></td></tr></tbody></table></div></b>'

const item = (level, sign, text) =>
  `<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7pt "Times New Roman"'>&nbsp;&nbsp;</span></span></span><![endif]>${text}<o:p></o:p></p>`
const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style></head><body lang=EN-US style='tab-interval:36pt'><!--StartFragment--><h2 style='margin:0'>From Word<o:p></o:p></h2><p class=MsoNormal style='margin:0'>Some <b>heavy</b> words.<o:p></o:p></p>${item(1, '·', 'outer')}${item(2, 'o', 'inner')}<p class=MsoNormal>Between.</p>${item(1, '1.', 'first')}${item(1, '2.', 'second')}<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr><td width=100 style='width:75pt'><p class=MsoNormal>w1</p></td><td><p class=MsoNormal>w2</p></td></tr></table><!--EndFragment--></body></html>`

// toEnd leads to an empty line behind the last paragraph, which is there behind a table, too.
async function toEnd() {
  await body.locator(':scope > p').last().click()
  for (const key of ['End', 'Enter', 'Enter']) await page.keyboard.press(key)
}

await check('a new article is a title and a text, and everything else is in a rail', async () => {
  await page.goto(`/admin/c/${collection}/new`)
  await title.fill('A pot that pours')
  await page.getByRole('textbox', { name: 'Slug' }).fill('what-the-water-does-not')
  await page.getByRole('textbox', { name: 'Published at' }).fill('2026-10-01T08:30')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: /^(en$|English)/ }).click()
  await page.getByRole('textbox', { name: 'Summary' }).fill('How it was made.')
  const { width } = await body.boundingBox()
  assert.ok(width > 600 && width <= 680, `the column is ${width} wide`)
})

await check('it is written with Markdown’s own marks', async () => {
  await body.click()
  await page.keyboard.type('The first line.\n## A heading\nSome **bold** and *slanted* words.\n- one\ntwo\n\nAfter the list.\n')
  await body.getByRole('heading', { level: 2, name: 'A heading' }).waitFor()
  assert.equal(await body.locator('li').count(), 2)
  await save()
  assert.equal((await stored(idOf())).data.body, 'The first line.\n\n## A heading\n\nSome **bold** and *slanted* words.\n\n- one\n- two\n\nAfter the list.')
})

await check('what it looks like', () => look(page, 'admin-writing'))

await check('a table and a quotation come from the menu on "/", by keyboard alone', async () => {
  await body.press('Control+End')
  await page.keyboard.press('Enter')
  await pick('table', 'Table')
  await page.keyboard.type('Tea')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Minutes')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Oolong')
  await page.keyboard.press('Tab')
  await page.keyboard.type('3')
  await look(page, 'admin-writing-table') // one header is empty yet
  await body.press('Control+End')
  await pick('quote', 'Quotation')
  await page.keyboard.type('Pour slowly.')
  await save()
  const { body: text } = (await stored(idOf())).data
  assert.ok(text.includes('| Tea | Minutes |  |\n| --- | --- | --- |\n| Oolong | 3 |  |'), text)
  assert.ok(text.endsWith('> Pour slowly.'), text)
})

await check('what is composed with an input method is text, once it is chosen', async () => {
  await body.getByText('After the list.').click()
  await page.keyboard.press('End')
  const input = await page.context().newCDPSession(page)
  await input.send('Input.imeSetComposition', { text: 'ㄔㄚˊ', selectionStart: 3, selectionEnd: 3 })
  await input.send('Input.imeSetComposition', { text: '茶', selectionStart: 1, selectionEnd: 1 })
  await input.send('Input.insertText', { text: '茶，' })
  await save()
  assert.ok((await stored(idOf())).data.body.includes('After the list.茶，'))
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+Shift+z')
})

await check('what is selected is bold by the bar above it, which is reached by keyboard', async () => {
  await body.getByText('The first line.').click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+Shift+ArrowRight')
  await page.getByRole('toolbar', { name: 'Formatting of the selection' }).waitFor()
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('Enter')
  await body.locator('p strong').getByText('The', { exact: true }).waitFor()
  await look(page, 'admin-writing-bar')
  assert.equal(await page.getByRole('button', { name: 'Bold' }).last().getAttribute('aria-pressed'), 'true')
  await page.keyboard.press('Escape')
  await body.and(page.locator(':focus')).waitFor()
  await settled(page)
})

await check('a heading has its keys, and so has taking back across blocks', async () => {
  const line = body.getByText('After the list.')
  await line.click()
  await settled(page) // the editor hears of where the caret is after the click
  await page.keyboard.press('Control+Alt+3')
  await body.getByRole('heading', { level: 3, name: /After the list/ }).waitFor()
  await page.keyboard.press('Control+z')
  await body.getByRole('heading', { level: 3, name: /After the list/ }).waitFor({ state: 'detached' })
})

await check('a block moves by keyboard, and by its handle', async () => {
  const first = () => body.locator(':scope > *').first().innerText()
  await body.getByRole('heading', { name: 'A heading' }).click()
  await page.keyboard.press('Alt+Shift+ArrowUp')
  assert.equal(await first(), 'A heading')
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await body.getByText('After the list.').hover()
  const handle = page.getByRole('button', { name: 'Block', exact: true })
  await handle.dragTo(body.getByText('The first line.'), { targetPosition: { x: 4, y: 2 } })
  assert.match(await first(), /^After the list/)
  await page.keyboard.press('Control+z')
  await body.getByText('After the list.').hover()
  await handle.click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  assert.equal(await body.getByText('After the list.').count(), 2)
  await body.press('Control+z')
  assert.equal(await body.getByText('After the list.').count(), 1)
})

await check('an address that is pasted over words is where they lead', async () => {
  await body.getByText('slanted').dblclick()
  await paste('', 'https://example.com/slant')
  assert.ok((await bodyNow()).includes('*[slanted](https://example.com/slant)*') || (await bodyNow()).includes('[*slanted*](https://example.com/slant)'), await bodyNow())
})

await check('what comes from Google Docs keeps its heading, list, link and table', async () => {
  await toEnd()
  await paste(docs)
  const text = await bodyNow()
  for (const each of ['### From Docs', '- **strong** item', '[there](https://example.com/)', '| c1 | c2 |']) assert.ok(text.includes(each), `${each} is not in ${text}`)
})

await check('so does what comes from Word', async () => {
  await toEnd()
  await paste(word)
  const text = await bodyNow()
  for (const each of ['## From Word', 'Some **heavy** words.', '- outer\n  - inner', '1. first\n2. second', '| w1 | w2 |']) assert.ok(text.includes(each), `${each} is not in ${text}`)
  assert.deepEqual(page.complaints, []) // no style of either was applied
})

await check('a link alone is a card, by its menu', async () => {
  await toEnd()
  await pick('embed', 'Card of a link')
  await page.getByRole('textbox', { name: 'Address of the link' }).fill('video.example/watch')
  await page.keyboard.press('Enter')
  await body.locator('[data-host="video.example"]').waitFor()
  assert.match(await bodyNow(), /<https:\/\/video\.example\/watch>$/)
})

await check('words are found and replaced', async () => {
  await body.click()
  await page.keyboard.press('Control+f')
  const find = page.getByRole('search', { name: 'Find' })
  await find.getByRole('textbox', { name: 'Find what' }).fill('oolong')
  await find.getByText('1 of 1').waitFor()
  await find.getByRole('textbox', { name: 'Replace with' }).fill('Assam')
  await look(page, 'admin-writing-find')
  await find.getByRole('button', { name: 'Replace all' }).click()
  await page.keyboard.press('Escape')
  await save()
  assert.ok((await stored(idOf())).data.body.includes('| Assam | 3 |  |'))
})

await check('a picture is pasted as a file, and says what it shows', async () => {
  await body.getByText('The first line.').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await body.evaluate(async (element) => {
    const canvas = new OffscreenCanvas(600, 400)
    canvas.getContext('2d').fillRect(0, 0, 600, 400)
    const data = new DataTransfer()
    data.items.add(new File([await canvas.convertToBlob({ type: 'image/png' })], 'pot.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }))
  })
  const image = body.locator('img[src^="/media/"]')
  await image.waitFor()
  await page.getByRole('region', { name: 'Uploads' }).getByRole('button', { name: 'Close' }).click()
  await image.click()
  await page.getByRole('textbox', { name: 'What the picture shows' }).fill('A pot')
  await save()
  assert.match((await stored(idOf())).data.body, /!\[A pot\]\(media:[0-9a-f-]+\)/)
})

await check('as it is stored, it changes nothing that is not touched', async () => {
  const before = await bodyNow()
  await raw.click()
  await body.press('Control+End')
  await page.keyboard.type('\n\n<div>kept</div>\n\n*  odd   list')
  await raw.click()
  await body.getByText('<div>kept</div>').waitFor()
  await body.getByText('After the list.').click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await save()
  assert.equal((await stored(idOf())).data.body, `${before.replace('茶，', '茶，!')}\n\n<div>kept</div>\n\n*  odd   list`)
})

await check('the rail folds, and stays so after the page is loaded anew', async () => {
  await rail.click()
  await page.getByRole('textbox', { name: 'Slug' }).waitFor({ state: 'hidden' })
  await page.reload()
  await title.waitFor()
  await body.getByText('The first line').or(body.getByText('first line.')).first().waitFor()
  assert.equal(await rail.getAttribute('aria-expanded'), 'false')
  await look(page, 'admin-writing-folded')
  await page.getByRole('button', { name: 'Focus' }).click()
  await look(page, 'admin-writing-focus')
  await page.getByRole('button', { name: 'Focus' }).focus()
  await page.keyboard.press('Escape')
  assert.equal(await page.getByRole('button', { name: 'Focus' }).getAttribute('aria-pressed'), 'false')
  await rail.click()
})

await check('published, readers see it', async () => {
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog').getByRole('button', { name: /publish/i })
  await dialog.or(page.getByText('Published', { exact: true })).first().waitFor()
  if (await dialog.count()) await dialog.first().click()
  await page.getByText('Published', { exact: true }).first().waitFor()
})

await check('in Chinese', async () => {
  await page.evaluate(() => localStorage.setItem('quartet.preferences', JSON.stringify({ language: 'zh-TW' })))
  await page.reload()
  await page.getByRole('button', { name: '側邊面板' }).waitFor()
  await body.locator('table').first().waitFor()
  await lookAgain(page, 'admin-writing-zh')
})

assert.deepEqual(page.complaints, [])
await close()
