// What a reader's screen loads of the pictures of a page, and whether they move what
// is read.
import assert from 'node:assert/strict'
import { close, person, settled } from '../chromium.mjs'
import { check } from '../site.mjs'

// screens are a telephone, a telephone with fine pixels and a desk, each with the
// files that fit the cover and the figure of the article.
const screens = [
  { width: 390, dots: 1, cover: 'w640.jpg', figure: 'w640.jpg' },
  { width: 360, dots: 1, cover: 'w640.jpg', figure: 'w640.jpg' },
  { width: 320, dots: 1, cover: 'w320.jpg', figure: 'w320.jpg' },
  { width: 390, dots: 2, cover: 'alternate-1.webp', figure: 'alternate-1.webp' },
  { width: 1440, dots: 1, cover: 'primary-0.jpg', figure: 'primary-0.jpg' },
]

async function read({ width, dots }, address) {
  const page = await person({ viewport: { width, height: 700 }, deviceScaleFactor: dots })
  const loaded = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (pathname.startsWith('/media/')) loaded.push(`${answer.status()} ${pathname}`)
  })
  await page.addInitScript(() => {
    globalThis.moved = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        // A picture that comes moves what is below it. A link beside another one that is painted before both have come
        // moves sideways.
        const down = sources.filter(({ previousRect: from, currentRect: to }) => from.y !== to.y || from.height !== to.height)
        if (down.length === 0 && sources.length > 0) continue
        const places = down.map(({ node, previousRect: from, currentRect: to }) => `${node?.nodeName} ${node?.className ?? ''} ${from.y} ${from.height} to ${to.y} ${to.height}`)
        globalThis.moved.push(`${value}: ${places.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(address)
  await settled(page)
  const above = loaded.length
  for (let at = 0; at < 12; at++) {
    await page.mouse.wheel(0, 400)
    await settled(page)
  }
  await page.waitForFunction(() => [...document.images].every((each) => each.complete && each.naturalWidth > 0))
  await settled(page)
  const moved = await page.evaluate(() => globalThis.moved)
  assert.deepEqual(page.complaints, [])
  await page.context().close()
  return { loaded, above, moved }
}

for (const each of screens) {
  await check(`a screen of ${each.width} at ${each.dots} loads the pictures that fit, and nothing moves`, async () => {
    const { loaded, moved } = await read(each, '/en/posts/what-altitude-buys')
    assert.deepEqual(loaded.sort(), [`200 /media/ridges-at-dawn/1/${each.figure}`, `200 /media/tea-rows/1/${each.cover}`])
    assert.deepEqual(moved, [])
  })
}

await check('a list loads small pictures, the ones far below when they come near, and nothing moves', async () => {
  const { loaded, above, moved } = await read({ width: 390, dots: 1 }, '/en/posts')
  assert.ok(above < loaded.length || loaded.length < 12, `${above} of ${loaded.length} were loaded at once`)
  for (const each of loaded) assert.match(each, /^200 \/media\/.*\/w320\.jpg$/)
  assert.deepEqual(moved, [])
})

await close()
