// The corpus of hostile texts as what somebody wrote, in every place where the public
// pages show it: nothing runs, nothing leaves, and no page is another than it should be.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { close, person, tab } from '../chromium.mjs'
import { check, origin } from '../site.mjs'
import { owner } from '../staff.mjs'

const corpus = new URL('../../internal/pages/markup/testdata/hostile.txt', import.meta.url)
const characters = {
  NUL: '\0', TAB: '\t', CR: '\r', FF: '\f', ESC: '\x1b', BOM: '\ufeff', RLO: '\u202e', LS: '\u2028', SHY: '\u00ad', ZWSP: '\u200b',
}
const vectors = `\n${await readFile(corpus, 'utf8')}`.split('\n%% ').slice(1).map((block) => {
  const [name, ...lines] = block.replace(/\n$/, '').split('\n')
  return { name, text: lines.join('\n').replace(/\{([A-Z]+)\}/g, (all, key) => characters[key] ?? all) }
})
assert.ok(vectors.length > 300, `${vectors.length} vectors`)
// No property holds NUL.
const writable = vectors.filter(({ text }) => !text.includes('\0'))

const olga = await owner()

// watched is a browser that notes what runs and what is asked of another host. Without
// the policy of the pages, what stands in one by mistake runs.
async function watched(options) {
  const context = (await person(options)).context()
  context.ran = []
  context.left = []
  context.blocked = []
  await context.exposeBinding('noteBlocked', ({ page }, what) => context.blocked.push(`${page.url()}: ${what}`))
  await context.addInitScript(() => addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    globalThis.noteBlocked?.(`${effectiveDirective} ${blockedURI}`)))
  context.on('dialog', async (dialog) => {
    context.ran.push(`${dialog.page()?.url()}: ${dialog.message()}`)
    await dialog.dismiss()
  })
  context.on('page', (page) => page.on('popup', (popup) => context.ran.push(`${page.url()} opened ${popup.url()}`)))
  await context.route((url) => url.origin !== origin && /^(https?|wss?):/.test(url.protocol), (route) => {
    context.left.push(`${route.request().resourceType()} ${route.request().url()}, from ${route.request().frame().url()}`)
    return route.abort()
  })
  return context
}

// each does work for everything in a list, in several tabs, and gives what failed.
async function each(context, all, work) {
  const left = [...all.entries()]
  await Promise.all(Array.from({ length: 4 }, async () => {
    const page = await tab(context)
    for (let next = left.shift(); next; next = left.shift()) await work(page, next[1], next[0])
    await page.close()
  }))
}

// strange runs in a page: what no text of an entry may put there.
function strange(site) {
  const found = []
  const forbidden = /^(iframe|frame|object|embed|applet|form|button|textarea|select|style|svg|math|template|noscript|dialog|video|audio)$/
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName
    const isOurs = name === 'script' ? element.type === 'application/ld+json'
      : name === 'base' ? element === document.head.firstElementChild && origin === 'null' // of the live preview
        : name === 'input' ? element.type === 'checkbox' && element.disabled : !forbidden.test(name)
    if (!isOurs) found.push(`<${name}>`)
    if (name === 'meta' && element.httpEquiv) found.push('<meta http-equiv>')
    for (const attribute of element.attributes) {
      if (/^on|^(srcdoc|ping|formaction|autofocus|contenteditable|is|attributionsrc|background|popover)$/.test(attribute.name)) found.push(`${name} ${attribute.name}`)
      if (/^(href|src|xlink:href|action|data)$/.test(attribute.name) && /^\s*(javascript|vbscript|data|blob|filesystem):/i.test(element[attribute.name] ?? attribute.value)) found.push(`${name} ${attribute.name}=${attribute.value}`)
    }
  }
  if (document.querySelectorAll('body > main').length !== 1 || document.querySelectorAll('body > footer').length !== 1) found.push('the page is broken up')
  if (location.origin !== site) found.push(`it is at ${location.href}`)
  return found
}

const wrong = []

// judge wants nothing strange in a page or a frame.
async function judge(place, what) {
  const found = await place.evaluate(strange, origin).catch((error) => [String(error)])
  if (found.length > 0) wrong.push(`${what}: ${found}`)
}

// settle tells what was noted, and forgets it. A picture of another host is what
// an author may show.
function settle(context) {
  const left = context.left.filter((line) => !/^(image|media) https:/.test(line))
  assert.deepEqual({ wrong: wrong.slice(0, 10), ran: context.ran, left }, { wrong: [], ran: [], left: [] })
  console.log(`      ${context.left.length} pictures of other hosts, ${context.blocked.length} reports of the policy`)
  assert.deepEqual(context.blocked.filter((line) => !/ (img|media)-src /.test(line)), [])
}

await check('what runs, and what leaves, is noticed', async () => {
  const context = await watched({ bypassCSP: true })
  const page = await tab(context)
  await page.goto('/en')
  await page.evaluate(() => (document.querySelector('main').innerHTML = '<img src=x onerror="alert(1); fetch(`https://example.org/`)">'))
  await judge(page, 'control')
  while (context.ran.length === 0 || context.left.length === 0) await page.evaluate(() => new Promise(requestAnimationFrame))
  assert.match(wrong.pop(), /img onerror/)
  await context.close()
  const strict = await watched()
  const guarded = await tab(strict)
  await guarded.goto('/en')
  await guarded.evaluate(() => (document.querySelector('main').innerHTML = '<img src=x onerror="alert(1)">'))
  while (strict.blocked.length === 0) await guarded.evaluate(() => new Promise(requestAnimationFrame))
  assert.deepEqual([strict.ran.length, strict.blocked.length], [0, 1])
  await strict.close()
})

const addresses = []
await check('each text is an entry: its title, slug, summary, Markdown and rich text', async () => {
  const make = async ({ text }, i) => {
    for (const slug of [`${text.replaceAll('/', '')} ${i}`, `vector-${i}`]) { // a slug is one segment of a path
      const data = { slug, title: text, summary: text, body: text, rich: text }
      const made = await olga.post('/admin/api/entries?collection=notes', { data })
      if (made.status !== 201) continue
      const { entry } = await made.json()
      const published = await olga.post(`/admin/api/entries/${entry.id}/publish?collection=notes`, {})
      if (published.status === 200) return addresses.push({ slug, id: entry.id })
    }
    throw new Error(`${text} is no entry`)
  }
  for (let i = 0; i < writable.length; i += 16) await Promise.all(writable.slice(i, i + 16).map((vector, j) => make(vector, i + j)))
  console.log(`      ${addresses.filter(({ slug }) => !slug.startsWith('vector-')).length} of ${addresses.length} as slugs`)
})

// decoded is the value of an attribute.
const decoded = (text) => text.replace(/&(?:#(\d+)|amp);/g, (_, code) => (code ? String.fromCodePoint(code) : '&'))

// follow gives the pages of a list or a feed.
async function follow(first, next) {
  const all = []
  for (let address = first; address;) {
    const text = await (await fetch(origin + address)).text()
    all.push({ address, text })
    address = decoded(next(text) ?? '').replace(origin, '')
  }
  return all
}
const nextOf = (pattern) => (text) => pattern.exec(text)?.[1]
const lists = await follow('/en/notes', nextOf(/<link rel="next" href="([^"]*)"/))
const feeds = await follow('/en/notes/feed.xml', nextOf(/<link rel="next" href="([^"]*)"/))
const jsonFeeds = await follow('/en/notes/feed.json', (text) => JSON.parse(text).next_url)

const bare = await watched({ bypassCSP: true })
const pages = [...new Set(lists.flatMap(({ text }) => [...text.matchAll(/<h2><a href="([^"]*)"/g)].map(([, href]) => decoded(href))))]

await check('the lists lead to every page', () => assert.equal(pages.length, writable.length))
await check('pages, without their policy', async () => {
  await each(bare, pages, async (page, address) => {
    const answer = await page.goto(address)
    if (answer.status() !== 200) wrong.push(`${address}: ${answer.status()}`)
    await judge(page, address)
  })
  settle(bare)
})

await check('lists and home, without their policy', async () => {
  await each(bare, [...lists.map(({ address }) => address), '/en'], async (page, address) => {
    await page.goto(address)
    await judge(page, address)
  })
  settle(bare)
})

await check('pages, lists and home, with their policy: it has nothing to refuse but pictures', async () => {
  const strict = await watched()
  await each(strict, [...lists.map(({ address }) => address), '/en', ...pages.filter((_, i) => i % 4 === 0)], async (page, address) => {
    await page.goto(address)
    await judge(page, address)
  })
  settle(strict)
})

await check('drafts in a preview', async () => {
  const staff = await watched({ bypassCSP: true })
  await staff.addCookies(olga.cookies())
  await each(staff, pages.filter((_, i) => i % 4 === 1), async (page, address) => {
    await page.goto(`${address}?preview=1`)
    await judge(page, `${address}?preview=1`)
  })
  settle(staff)
})

await check('feeds, as documents and as what a reader shows of them', async () => {
  const page = await tab(bare)
  for (const { address, text } of feeds) {
    await page.goto(address).catch((error) => assert.match(String(error), /Download is starting|ERR_ABORTED/))
    const elements = await page.evaluate((xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml')
      return [...parsed.querySelectorAll('*')].filter(({ namespaceURI }) => namespaceURI !== 'http://www.w3.org/2005/Atom').map(({ nodeName }) => nodeName)
    }, text)
    assert.deepEqual(elements, [], address)
  }
  const contents = jsonFeeds.flatMap(({ text }) => JSON.parse(text).items.map(({ content_html: html }) => html))
  assert.equal(contents.length, writable.length)
  await page.goto('/en')
  for (const html of contents) {
    await page.evaluate((content) => {
      document.querySelector('main').innerHTML = content
    }, html)
    await judge(page, html)
  }
  await page.close()
  settle(bare)
})

await check('mirrors are no document that a browser renders', async () => {
  for (const address of [...pages.slice(0, 20), '/en/notes', '/en']) {
    const { headers, status } = await fetch(`${origin}${address}.md`)
    assert.deepEqual([status, headers.get('content-type'), headers.get('x-content-type-options')], [200, 'text/markdown; charset=utf-8', 'nosniff'], address)
  }
  const page = await tab(bare)
  for (const address of pages.filter((_, i) => i % 20 === 0)) {
    await page.goto(`${address}.md`).catch((error) => assert.match(String(error), /Download is starting|ERR_ABORTED/))
  }
  await page.close()
  settle(bare)
})

await check('live preview: nothing runs in the frame, and nothing gets out of it', async () => {
  const staff = await watched()
  await staff.addCookies(olga.cookies())
  const page = await tab(staff)
  await page.goto('/admin/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(async () => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.src = '/admin/api/preview'
    const ready = new Promise((done) => addEventListener('message', ({ ports }) => done(ports[0]), { once: true }))
    document.body.append(frame)
    globalThis.port = await ready
    globalThis.said = []
  })
  const frame = page.frames().find((one) => one.url().endsWith('/admin/api/preview'))
  for (const [i, { name, text }] of writable.entries()) {
    await page.evaluate(async ([turn, value]) => {
      const data = { slug: `live-${turn}`, title: value, summary: value, body: value, rich: value }
      const answer = await fetch('/admin/api/preview?collection=notes', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data }) })
      if (answer.status !== 200) throw new Error(await answer.text())
      const [html, path] = [await answer.text(), answer.headers.get('content-location')]
      const shown = new Promise((done) => (globalThis.port.onmessage = ({ data: said }) => (said.shown === turn ? done() : globalThis.said.push(said))))
      globalThis.port.postMessage({ html, path, turn })
      await shown
    }, [i, text])
    await judge(frame, name)
  }
  assert.equal(page.frames().length, 2)
  assert.deepEqual(await page.evaluate(() => globalThis.said), [])
  settle(staff)
})

// expectedHosts are those that the analytics ask when they are set.
const expectedHosts = /^script https:\/\/(www\.googletagmanager\.com|connect\.facebook\.net)\//
await check('ids of analytics are handed over as they are, whatever is in them', async () => {
  const visitor = await watched()
  const page = await tab(visitor)
  for (let i = 0; i < writable.length; i += 8) { // whichever of them ends the string shows
    const text = writable.slice(i, i + 8).map((vector) => vector.text).join('\n')
    const answer = await olga.fetch('/admin/api/site-settings', {
      method: 'PATCH', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: text, description: text, ga4MeasurementId: text, facebookPixelId: text }),
    })
    assert.equal(answer.status, 200, await answer.text())
    const stored = (await (await olga.fetch('/admin/api/site-settings')).json()).ga4MeasurementId
    await page.goto('/en/notes')
    const ids = await page.evaluate(() => [globalThis.dataLayer?.[1]?.[1], globalThis.fbq?.queue[0]?.[1]])
    if (ids[0] !== stored || ids[1] !== stored) wrong.push(`${stored} became ${ids}`)
  }
  visitor.left = visitor.left.filter((line) => !expectedHosts.test(line))
  settle(visitor)
})

await close()
