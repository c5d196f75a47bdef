// What Lighthouse measures of the list of entries, as its owner sees it.
import assert from 'node:assert/strict'
import { best, browser, close, isFit, missed, score } from './measure.mjs'
import { check } from './site.mjs'
import { owner } from './staff.mjs'

const time = (id, of = found) => of.audits[id].numericValue
const isPaintedSoon = (of) => time('first-contentful-paint', of) < 1200

const found = await check('the list of entries is measured, as its owner sees it', async () => {
  await browser.addCookies((await owner()).cookies())
  return best('/admin/c/posts', ['performance', 'accessibility'], (lhr, fit) => (fit ? score(lhr) >= 0.95 : isPaintedSoon(lhr)))
})

await check('it is accessible', () => {
  assert.deepEqual(missed(found, 'accessibility'), [])
  assert.equal(found.categories.accessibility.score, 1)
})

await check('it is light, and nothing in it jumps', () => {
  const all = found.audits['network-requests'].details.items
  const [pictures, application] = [true, false].map((is) => all.filter(({ url }) => new URL(url).pathname.startsWith('/media/') === is).map(({ transferSize }) => transferSize))
  const weight = application.reduce((a, b) => a + b) / 1024
  assert.ok(application.length > 20 && weight < 450, `${application.length} requests, ${weight} KiB`)
  // What the site has of its own comes beside that, in sizes that fit.
  assert.ok(pictures.length > 0 && Math.max(...pictures) < 20 * 1024, `pictures of ${pictures} bytes`)
  assert.ok(found.audits['cumulative-layout-shift'].numericValue < 0.1, found.audits['cumulative-layout-shift'].displayValue)
})

await check('something is painted soon', () => assert.ok(isPaintedSoon(found), `${time('first-contentful-paint')} ms`))

const fit = isFit(found)
await check(fit ? 'it is fast, and all of it painted soon' : 'the machine is too busy or too slow to say whether it is fast', () => {
  if (!fit) return
  assert.ok(score(found) >= 0.95, `performance ${score(found)}`)
  assert.ok(time('largest-contentful-paint') < 1600, `${time('largest-contentful-paint')} ms`)
})

await close()
