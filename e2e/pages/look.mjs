// Every kind of public page: what axe finds in both themes, whether it fits from a
// small telephone to a wide screen, what the browser says of it, and its HTML.
import assert from 'node:assert/strict'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { close, look, lookAgain, person, settled, tab, widths } from '../chromium.mjs'
import { check, origin } from '../site.mjs'
import { pages } from './table.mjs'

// What is loaded from the site itself needs no hash of its own; how long a title
// is and how a doctype is written is up to the author. The focal point of a picture is
// a style of its own.
const validator = new HtmlValidate(new StaticConfigLoader({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: { 'require-sri': ['error', { target: 'crossorigin' }], 'long-title': 'off', 'doctype-style': 'off', 'no-inline-style': ['error', { allowedProperties: ['object-position'] }] },
}))

// mistakes are what is wrong in the HTML of a page.
async function mistakes(address) {
  const html = await (await fetch(origin + address)).text()
  const { results } = await validator.validateString(html, address)
  return results.flatMap(({ messages }) => messages.map(({ line, column, ruleId, message }) => `${address}:${line}:${column} ${ruleId}: ${message}`))
}

// show opens a page, or the one behind it, and gives its address.
async function show(page, { address, heading }) {
  const [first, next] = address.split(' ')
  await page.goto(first)
  if (next) {
    await page.locator('a[rel=next]').last().click()
    await page.waitForURL(/cursor=/)
  }
  const found = page.getByRole('heading', { level: 1 })
  await found.waitFor()
  assert.equal(await found.count(), 1)
  assert.ok((await found.innerText()).toLowerCase().includes(heading.toLowerCase()), `${address} is headed ${await found.innerText()}`)
  await settled(page)
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

// said gathers every line of the console, but that the page itself is not there.
function said(page) {
  const lines = []
  page.on('console', (message) => {
    const isMissing = /status of 404/.test(message.text()) && message.location().url === page.url()
    if (!isMissing) lines.push(`${message.type()}: ${message.text()}`)
  })
  return lines
}

// All are looked at, whatever is found in one.
const failures = []
const context = (await person()).context()
for (const each of pages) {
  const page = await tab(context)
  await check(`${each.name}: ${each.address}`, async () => {
    const lines = said(page)
    const address = await show(page, each)
    assert.deepEqual(await mistakes(address), [])
    await (each.name.endsWith('-zh') ? lookAgain : look)(page, `page-${each.name}`)
    await widths(page, each.name, [640, 820, 2560])
    assert.deepEqual(lines, [])
  }).catch((failure) => failures.push(failure))
  await page.close()
}

await check('the HTML of every page that the sitemap names', async () => {
  const map = await (await fetch(`${origin}/sitemap.xml`)).text()
  for (const [, address] of map.matchAll(/<loc>([^<]*)<\/loc>/g)) {
    assert.deepEqual(await mistakes(address.replace(origin, '')), [])
  }
}).catch((failure) => failures.push(failure))

await close()
if (failures.length > 0) throw new AggregateError(failures)
