// How long it takes from the start of a navigation until the list of entries is
// painted, on several sites in turns. README.md says what is measured, and why so.
import { chromium } from 'playwright-core'
import { flags } from './flags.mjs'

const path = '/admin/c/posts'
const rounds = Number(process.env.ROUNDS)
const sites = JSON.parse(process.env.SITES)
const warming = 5 // visits before what counts: V8 keeps code that it met a few times

// watch runs in the page, before anything of the page does. What is to be seen
// gets its mark as soon as it is there, and so before the frame that paints it;
// the browser then says when that frame was on the screen.
function watch() {
  const wanted = { rows: 'tbody tr[data-row] td:has(a)', counts: '[role=tab] [data-position=right] > span:not(:empty)' }
  const times = {}
  globalThis.painted = new Promise((done) => {
    new PerformanceObserver((list) => {
      for (const { identifier, renderTime } of list.getEntries()) times[identifier] = renderTime
      if ('rows' in times && 'counts' in times) done(times)
    }).observe({ type: 'element', buffered: true })
  })
  new MutationObserver(() => {
    for (const [name, selector] of Object.entries(wanted)) {
      const found = document.querySelector(selector)
      if (!found) continue
      found.setAttribute('elementtiming', name)
      delete wanted[name]
    }
  }).observe(document, { childList: true, subtree: true })
}

// open gives somebody's page of a site.
async function open({ url, cookies }) {
  const context = await browser.newContext({ baseURL: url })
  await context.addCookies(cookies)
  await context.addInitScript(watch)
  const page = await context.newPage()
  return { page, devtools: await context.newCDPSession(page) }
}

// visit gives the milliseconds from the start of the navigation to each paint.
async function visit({ page, devtools }, isCached) {
  await page.goto('about:blank')
  if (!isCached) await devtools.send('Network.clearBrowserCache')
  await page.goto(path, { waitUntil: 'commit' })
  return page.evaluate(() => globalThis.painted)
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: flags })
const opened = await Promise.all(sites.map(open))
for (let i = 0; i < warming + rounds; i++) {
  for (const isCached of [true, false]) {
    const order = [...opened.entries()]
    if (i % 2 === 1) order.reverse()
    const times = []
    for (const [site, each] of order) times[site] = await visit(each, isCached)
    if (i >= warming) console.log(JSON.stringify({ isCached, times }))
  }
}
await browser.close()
