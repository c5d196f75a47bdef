// How long a key takes in a long article, on its page for writing. README.md says what
// is measured, and why so.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { flags } from './flags.mjs'
import { origin } from './site.mjs'
import { owner } from './staff.mjs'

const words = Number(process.env.WORDS ?? 20_000)
const keys = Number(process.env.KEYS ?? 400)
const between = 80 // milliseconds from key to key: 150 words a minute

// article is so many words in paragraphs, with what articles have between them.
function article(count) {
  const blocks = []
  for (let i = 0; i < count; i += 80) {
    const line = (n, from) => Array.from({ length: n }, (_, k) => ['water', 'that', 'pours', 'slowly', 'over', 'tea', 'leaves'][(from + k * 3) % 7]).join(' ')
    const part = blocks.length % 12
    if (part === 3) blocks.push(`## Part ${i}`)
    if (part === 5) blocks.push(`- ${line(10, i)}\n- ${line(12, i)} with **bold** and [a link](https://example.com/${i})`)
    if (part === 9) blocks.push(`| Tea | Minutes |\n| --- | --- |\n| ${line(2, i)} | ${i} |`)
    blocks.push(`${line(60, i)}, *slanted* and ${line(17, i)}.`)
  }
  return blocks.join('\n\n')
}

// watch runs in the page. A key counts from when the browser had it until everything
// that it caused on the way to the next frame is done, the layout among it.
function watch() {
  globalThis.times = []
  let began
  addEventListener('keydown', (event) => { began = event.timeStamp }, true)
  addEventListener('input', () => {
    const from = began
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      document.body.getBoundingClientRect()
      globalThis.times.push(performance.now() - from)
    }
    port2.postMessage(0)
  }, true)
}

const olga = await owner()
const data = { slug: `article-${words}-words`, locale: 'en', publishedAt: 1_790_000_000_000, title: 'A long article', summary: 'Long.', body: article(words) }
const made = await olga.post('/admin/api/entries?collection=post-translations', { data })
assert.equal(made.status, 201, await made.clone().text())
const { entry } = await made.json()

// A frame comes as soon as somebody asks for it: how long a key waits for the display's next one says nothing about the page.
const atOnce = ['--disable-frame-rate-limit', '--disable-gpu-vsync']
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: [...flags, ...atOnce] })
const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 } })
await context.addCookies(olga.cookies())
await context.addInitScript(watch)
const page = await context.newPage()
const devtools = await context.newCDPSession(page)
await devtools.send('Performance.enable')

// busy is how long the page has worked so far, in milliseconds.
async function busy() {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value
}

const quantile = (all, part) => all.toSorted((a, b) => a - b)[Math.floor(all.length * part)]

// type types at a person's pace and tells how long the keys took.
async function type(place, count) {
  await page.evaluate(() => { globalThis.times.length = 0 })
  const before = await busy()
  for (let i = 0; i < count; i++) {
    const next = pause(between)
    await page.keyboard.press(i % 6 === 5 ? 'Space' : 'abcdefghij'[i % 10])
    await next
  }
  const times = await page.evaluate(() => globalThis.times)
  assert.equal(times.length, count)
  const [half, most, last] = [0.5, 0.95, 0.999].map((part) => quantile(times, part))
  console.log(JSON.stringify({ place, keys: count, median: half, p95: most, longest: last, busyPerKey: (await busy() - before) / count }))
}

await page.goto(`/admin/c/post-translations/${entry.id}`)
const body = page.getByRole('textbox', { name: 'Body' })
await body.waitFor()
assert.ok((await body.innerText()).split(/\s+/).length > words * 0.95)
await body.locator('p').nth(Math.floor((await body.locator('p').count()) / 2)).click()
await page.keyboard.press('End')
await type('warming up', 60)
if (process.env.PROFILE) {
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.start')
}
await type('in the middle of a paragraph', keys)
if (process.env.PROFILE) {
  const { profile } = await devtools.send('Profiler.stop')
  await (await import('node:fs/promises')).writeFile(process.env.PROFILE, JSON.stringify(profile))
}
await body.press('Control+End')
await page.keyboard.press('Enter')
await type('in a new paragraph at the end', keys)

// The floor: what the browser takes for the same paragraphs where nobody listens.
const bare = await body.evaluate((field) => field.innerHTML)
await page.goto('about:blank')
await page.setContent(`<style>div { width: 680px; font: 18px/1.6 serif; outline: 0 }</style><div contenteditable spellcheck="false">${bare}</div>`)
await page.evaluate(watch)
const plain = page.locator('div[contenteditable]').first()
await plain.locator('p').nth(Math.floor((await plain.locator('p').count()) / 2)).click()
await page.keyboard.press('End')
await type('without an editor', keys)
await browser.close()
