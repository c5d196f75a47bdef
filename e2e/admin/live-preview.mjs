// The page of an entry beside its form, as somebody types: what it shows, what it
// tells the form, and that nobody else sees it and nothing gets out of it.
import assert from 'node:assert/strict'
import { close, holds, look, openAdmin, person, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const eva = await hire(await owner(), 'eva', 'editor')
const page = await openAdmin(eva, { viewport: { width: 1400, height: 900 } })
const foreign = []
await page.context().route(/evil\.example/, (route) => {
  foreign.push(`${route.request().resourceType()} ${route.request().url()}`)
  return route.fulfill({ status: 200, contentType: 'image/gif', body: Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64') })
})

const collection = 'post-translations'
const { items: [{ id }] } = await (await eva.fetch(`/admin/api/entries?collection=${collection}&filter.slug=what-the-water-does&filter.locale=en`)).json()
const { entry } = await (await eva.fetch(`/admin/api/entries/${id}?collection=${collection}`)).json()
const address = `/admin/c/${collection}/${id}`
const frame = page.frameLocator('iframe')
const pane = page.getByRole('region', { name: 'Live preview' })
const toggle = page.getByRole('button', { name: 'Live preview' })
const title = page.getByRole('textbox', { name: 'Title' })
const body = page.getByRole('textbox', { name: 'Body' })

// parent is the post that the entry is a translation of.
const parent = async () => (await (await eva.fetch(`/admin/api/entries?collection=posts&search=${entry.data.slug}`)).json()).items[0]

// write puts a text in the place of the body. Chromium gives what takes the place of a
// colored word a style of its own, which the policy of the application forbids.
async function write(text) {
  await body.fill('')
  await body.fill(text)
}

// wide chooses the width of a device, and waits until the frame has it.
async function wide(name, width) {
  await pane.getByText(name, { exact: true }).click()
  const inner = () => frame.locator('html').evaluate(() => innerWidth)
  for (const start = Date.now(); (await inner()) !== width; ) assert.ok(Date.now() - start < 30_000, `${await inner()} is not ${width}`)
}

// leads clicks on a place of the page until its field has the focus: a click that comes
// before the browser knows where the frame is now misses.
async function leads(place, id) {
  const focused = () => page.evaluate((id) => document.activeElement?.id === id, id)
  for (const start = Date.now(); !(await focused()); ) {
    assert.ok(Date.now() - start < 30_000, `${id} does not get the focus`)
    await place.click()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
}

// shown waits until the page is that of the form.
async function shown() {
  const current = () => pane.evaluate((each) => each.getAttribute('aria-busy') === 'false')
  for (const start = Date.now(); !(await current()); ) assert.ok(Date.now() - start < 30_000, 'the page does not follow')
}

await check('the page is shown beside the form when somebody asks for it', async () => {
  await page.goto(address)
  await title.waitFor()
  assert.equal(await page.locator('iframe').count(), 0)
  await page.getByRole('button', { name: 'Markdown', exact: true }).click() // hostile texts are written as they are kept
  await toggle.click()
  await frame.getByRole('heading', { level: 1, name: await title.inputValue() }).waitFor()
  assert.equal(await toggle.getAttribute('aria-pressed'), 'true')
  const sheets = await frame.locator('html').evaluate(() => [...document.styleSheets].filter(({ href }) => href).length)
  assert.ok(sheets > 0, 'the page has no style')
  assert.equal(await frame.locator('html').evaluate(() => origin), 'null')
})

const unsaved = 'Nobody has saved this title'
await check('it follows what is typed', async () => {
  await page.evaluate(() => {
    const region = document.querySelector('iframe').closest('section')
    addEventListener('input', () => (window.typedAt = performance.now()), true)
    new MutationObserver(() => {
      if (region.getAttribute('aria-busy') === 'false' && window.typedAt) (window.took ??= []).push(Math.round(performance.now() - window.typedAt))
    }).observe(region, { attributes: true, attributeFilter: ['aria-busy'] })
  })
  await title.fill('')
  for (const each of ['N', 'No', 'Nob', 'Nobo', 'Nobod', 'Nobody']) {
    await title.fill(each)
    await frame.getByRole('heading', { level: 1, name: each, exact: true }).waitFor()
    await shown()
  }
  console.log(`      from the last key to the changed page, in ms: ${(await page.evaluate(() => window.took)).join(' ')}`)
  await title.fill('')
  await title.pressSequentially(unsaved)
  await frame.getByRole('heading', { level: 1, name: unsaved }).waitFor()
})

await check('the page stays where it is scrolled to, and what has not changed is the same', async () => {
  await body.fill(Array.from({ length: 60 }, (_, i) => `Paragraph ${i}.`).join('\n\n'))
  await frame.getByText('Paragraph 59.').waitFor()
  await frame.getByText('Paragraph 40.').evaluate((each) => {
    each.scrollIntoView()
    each.kept = true
  })
  const before = await frame.locator('html').evaluate(() => scrollY)
  await title.fill(`${unsaved}!`)
  await frame.getByRole('heading', { level: 1, name: `${unsaved}!` }).waitFor()
  assert.ok(before > 0)
  assert.equal(await frame.locator('html').evaluate(() => scrollY), before)
  assert.equal(await frame.getByText('Paragraph 40.').evaluate((each) => each.kept), true)
})

await check('a click on a field of the page leads to it in the form', async () => {
  await wide('Phone', 390) // a click into a frame that is made smaller misses
  for (const [place, field] of [[frame.getByRole('heading', { level: 1 }), 'title'], [frame.locator('.standfirst'), 'summary'], [frame.getByText('Paragraph 0.'), 'body']]) {
    await leads(place, `entry/${field}`)
  }
})

await check('a link of the page leads nowhere', async () => {
  await write('[away](https://evil.example/away) [here](/en)')
  for (const name of ['away', 'here']) await frame.getByRole('link', { name, exact: true }).click()
  await title.fill(unsaved)
  await frame.getByRole('heading', { level: 1, name: unsaved }).waitFor()
})

const hostile = [
  '<script>parent.postMessage({preview:"ready"},"*");document.title="ran"</script>',
  '<img src=x onerror="document.title=\'ran\'">', '<svg onload="document.title=\'ran\'"><a href="javascript:document.title=\'ran\'">svg</a></svg>',
  '<iframe src="https://evil.example/frame"></iframe>', '<iframe srcdoc="<script>parent.document.title=\'ran\'</script>"></iframe>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/refresh">', '<base href="https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/style.css">', '<link rel="prefetch" href="https://evil.example/prefetch">',
  '<style>@import "https://evil.example/import.css";body{background:url(https://evil.example/style)}</style>',
  '<form action="https://evil.example/form"><button autofocus>send</button></form>', '<object data="https://evil.example/object"></object>',
  '<video src="https://evil.example/v.mp4" onerror="document.title=\'ran\'"></video>', '<a href="javascript:document.title=\'ran\'">click</a>',
  '[click](javascript:document.title=%27ran%27)', '<p data-field="__proto__">proto</p>', '<template><script>document.title="ran"</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=document.title=\'ran\'>"></noscript>', '<math><mtext><table><mglyph><style><img src=x onerror=document.title=\'ran\'>',
]
await check('whatever is in the body: nothing runs, and nothing gets out', async () => {
  for (const each of hostile) {
    await write(`${each}\n\nBehind it.`)
    await frame.getByText('Behind it.').waitFor()
    await shown()
  }
  await write(`${hostile.join('\n\n')}\n\nBehind all.`)
  await frame.getByText('Behind all.').waitFor()
  for (const link of await frame.getByRole('link', { name: /^(click|svg)$/ }).all()) await link.click()
  assert.notEqual(await frame.locator('html').evaluate(() => document.title), 'ran')
  assert.notEqual(await page.title(), 'ran')
  assert.deepEqual(foreign, [])
  assert.equal(page.frames().length, 2 + (await frame.locator('iframe').count()))
})

await check('the script of the page is asked by nobody else', async () => {
  await page.evaluate(() => window.postMessage({ preview: 'ready' }, '*', [new MessageChannel().port2]))
  await write('Still followed.')
  await frame.getByText('Still followed.').waitFor()
})

await check('what is typed is at no public address, and nothing of it was saved', async () => {
  const stored = await (await eva.fetch(`/admin/api/entries/${id}?collection=${collection}`)).json()
  assert.notEqual(stored.entry.data.title, unsaved)
  const readers = await person()
  for (const locale of ['en', 'zh-TW']) {
    for (const path of [`/${locale}/posts/${entry.data.slug}`, `/${locale}/posts/${entry.data.slug}.md`, `/${locale}/posts`, `/${locale}`]) {
      const answer = await readers.goto(path)
      assert.ok(!(await answer.text()).includes('Nobody has saved'), path)
    }
  }
  const anonymous = await fetch(`${process.env.SITE}/admin/api/preview?collection=${collection}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"data":{}}' })
  assert.equal(anonymous.status, 401)
})

await check('widths, and the line between form and page, by keyboard too', async () => {
  for (const [name, width] of [['Phone', 390], ['Tablet', 820], ['Desktop', 1280]]) await wide(name, width)
  const line = page.getByRole('separator', { name: 'Width of the form' })
  await line.focus()
  await page.keyboard.press('ArrowLeft')
  assert.equal(await line.getAttribute('aria-valuenow'), '40')
  await page.keyboard.press('Home')
  assert.equal(await line.getAttribute('aria-valuenow'), '25')
})

await check('what cannot be shown is said in words, and the last page stays', async () => {
  await page.context().setOffline(true)
  await title.fill('In a tunnel')
  await pane.getByText('You are offline, so the page').waitFor()
  await frame.getByText('Still followed.').waitFor()
  await page.context().setOffline(false)
  await frame.getByRole('heading', { level: 1, name: 'In a tunnel' }).waitFor()
  await page.waitForFunction(() => !document.body.innerText.includes('You are offline, so the page'))
})

await check('the choice is remembered, and drafts are as they were', async () => {
  await page.reload()
  await page.getByText(/^Your unsaved changes from/).waitFor()
  await holds(title, 'In a tunnel')
  await frame.getByRole('heading', { level: 1, name: 'In a tunnel' }).waitFor()
  await look(page, 'admin-live-preview')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('p')
  await page.locator('iframe').waitFor({ state: 'detached' })
})

await check('a new entry is shown before it is there, and becomes one with its page', async () => {
  await page.goto(`/admin/c/${collection}/new`)
  await title.fill('Not there yet')
  await page.keyboard.press('Escape')
  await toggle.click()
  await page.locator('iframe').waitFor()
  await frame.getByRole('heading', { level: 1, name: 'Not there yet' }).waitFor()
  await look(page, 'admin-live-preview-new')
})

await check('a translation is shown beside its form, in place of the one that it is made from', async () => {
  await page.goto(`/admin/c/posts/${(await parent()).id}?locale=zh-TW&source=en`)
  await frame.locator('html[lang=zh-TW] h1').waitFor()
  await page.getByRole('group', { name: 'Chinese (Taiwan)' }).getByRole('textbox', { name: 'Title' }).fill('山泉')
  await frame.getByRole('heading', { level: 1, name: '山泉' }).waitFor()
  await look(page, 'admin-live-preview-translation')
})

await check('a post is shown in the language that is open', async () => {
  await page.goto(`/admin/c/posts/${(await parent()).id}`)
  await frame.getByRole('heading', { level: 1, name: 'In a tunnel' }).waitFor()
  await page.getByRole('tab', { name: /^Chinese/ }).click()
  await frame.locator('html[lang=zh-TW] h1').waitFor()
})

await check('a draft has all of its buttons on a small telephone', async () => {
  const { items: [draft] } = await (await eva.fetch(`/admin/api/entries?collection=${collection}&status=draft`)).json()
  await page.goto(`/admin/c/${collection}/${draft.id}`)
  await frame.getByRole('heading', { level: 1 }).waitFor()
  await look(page, 'admin-live-preview-draft')
})

await check('on a telephone the page is seen in the place of the text, never above it', async () => {
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page)
  assert.equal(await title.isVisible(), false)
  await toggle.click()
  await title.waitFor()
  assert.equal(await page.locator('iframe').count(), 0)
  await toggle.click()
  await frame.getByRole('heading', { level: 1 }).waitFor()
  await page.reload()
  await title.waitFor()
  assert.equal(await page.locator('iframe').count(), 0)
  await page.setViewportSize(wide)
})

await check('a collection without pages has no preview', async () => {
  const { items: [suggestion] } = await (await eva.fetch('/admin/api/entries?collection=suggestions')).json()
  await page.goto(`/admin/c/suggestions/${suggestion.id}`)
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  assert.equal(await toggle.count(), 0)
  assert.equal(await page.locator('iframe').count(), 0)
})

assert.deepEqual(page.complaints, [])
await close()
