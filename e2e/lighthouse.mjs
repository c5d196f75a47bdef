// What Lighthouse measures of the list of entries, as on a desktop. README.md says why
// there are several tries, and what is asked of a busy or a slow machine.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import lighthouse, { desktopConfig } from 'lighthouse'
import { chromium } from 'playwright-core'
import { flags } from './flags.mjs'
import { check, origin } from './site.mjs'
import { owner } from './staff.mjs'

// busyShare is how much of the processors others used for a second. The load
// average would tell of what ended a minute ago.
async function busyShare() {
  const count = () => cpus().map(({ times }) => [times.idle, Object.values(times).reduce((a, b) => a + b)]).reduce((a, b) => [a[0] + b[0], a[1] + b[1]])
  const [idle, all] = count()
  await pause(1000)
  const [idleThen, allThen] = count()
  return 1 - (idleThen - idle) / (allThen - all)
}

const path = '/admin/c/posts'
const isCalm = await busyShare() < 0.25
const profile = await mkdtemp(join(tmpdir(), 'quartet-lighthouse-'))
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM, args: [...flags, '--remote-debugging-port=0'],
})

// measure gives scores from 0 to 1, and the audits behind them. The session is
// kept, which is why the cache is emptied here and not by Lighthouse.
async function measure() {
  const devtools = await browser.newCDPSession(browser.pages()[0])
  await devtools.send('Network.clearBrowserCache')
  await devtools.detach()
  const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')
  const { lhr } = await lighthouse(origin + path, {
    port: Number(port), logLevel: 'error', disableStorageReset: true, onlyCategories: ['performance', 'accessibility'],
  }, desktopConfig)
  assert.equal(lhr.runtimeError, undefined)
  assert.equal(new URL(lhr.finalDisplayedUrl).pathname, path, 'the list is not what was measured')
  return lhr
}

// 95 was set on machines whose index, by Lighthouse, is 2,200 to 3,000.
const isFit = ({ environment }) => isCalm && environment.benchmarkIndex >= 2000
const score = ({ categories }) => categories.performance.score

let best
await check('the list of entries is measured, as its owner sees it', async () => {
  await browser.addCookies((await owner()).cookies())
  for (let tries = 0; tries < 5 && !(best && score(best) >= 0.95); tries++) {
    const lhr = await measure()
    console.log(`      performance ${score(lhr)}: ${['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index']
      .map((id) => `${id} ${Math.round(lhr.audits[id].numericValue)} ms`).join(', ')}; this machine ${lhr.environment.benchmarkIndex}`)
    if (!best || score(lhr) > score(best)) best = lhr
  }
})

await check('it is accessible', () => {
  const missed = best.categories.accessibility.auditRefs.filter(({ id, weight }) => weight > 0 && best.audits[id].score === 0)
  assert.deepEqual(missed.map(({ id }) => id), [])
  assert.equal(best.categories.accessibility.score, 1)
})

await check('it is light, and nothing in it jumps', () => {
  assert.ok(best.audits['total-byte-weight'].numericValue < 450 * 1024, best.audits['total-byte-weight'].displayValue)
  assert.ok(best.audits['cumulative-layout-shift'].numericValue < 0.1, best.audits['cumulative-layout-shift'].displayValue)
})

await check('it is painted soon', () => {
  for (const [id, most] of [['first-contentful-paint', 1200], ['largest-contentful-paint', 1600]]) {
    assert.ok(best.audits[id].numericValue < most, `${id} ${best.audits[id].displayValue}`)
  }
})

const fit = isFit(best)
await check(fit ? 'it is fast' : 'the machine is too busy or too slow to say whether it is fast', () => assert.ok(!fit || score(best) >= 0.95, `performance ${score(best)}`))

await browser.close()
await rm(profile, { recursive: true })
