// Lighthouse, as on a desktop, in a browser of its own. README.md says why there are
// several tries, and what is asked of a busy or a slow machine.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import lighthouse, { desktopConfig } from 'lighthouse'
import { chromium } from 'playwright-core'
import { flags } from './flags.mjs'
import { origin } from './site.mjs'

// busyShare is how much of the processors others used for a second. The load
// average would tell of what ended a minute ago.
async function busyShare() {
  const count = () => cpus().map(({ times }) => [times.idle, Object.values(times).reduce((a, b) => a + b)]).reduce((a, b) => [a[0] + b[0], a[1] + b[1]])
  const [idle, all] = count()
  await pause(1000)
  const [idleThen, allThen] = count()
  return 1 - (idleThen - idle) / (allThen - all)
}

const isCalm = await busyShare() < 0.25
const profile = await mkdtemp(join(tmpdir(), 'quartet-lighthouse-'))
export const browser = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM, args: [...flags, '--remote-debugging-port=0'],
})

// close ends the browser.
export async function close() {
  await browser.close()
  await rm(profile, { recursive: true })
}

// measure gives scores from 0 to 1, and the audits behind them. The session is
// kept, which is why the cache is emptied here and not by Lighthouse.
async function measure(path, categories) {
  const devtools = await browser.newCDPSession(browser.pages()[0])
  await devtools.send('Network.clearBrowserCache')
  await devtools.detach()
  const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')
  const { lhr } = await lighthouse(origin + path, {
    port: Number(port), logLevel: 'error', disableStorageReset: true, onlyCategories: categories,
  }, desktopConfig)
  assert.equal(lhr.runtimeError, undefined)
  assert.equal(new URL(lhr.finalDisplayedUrl).pathname, path, 'another page was measured')
  return lhr
}

export const score = ({ categories }) => categories.performance.score

const paints = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index']

// best is what Lighthouse says of a page: the first of five tries that is good
// enough, for a machine that is fit or for one that is not, or else the best of
// them. Its slowest is the least index that the machine had in any of them.
export async function best(path, categories, isEnough) {
  let found
  let slowest = Infinity
  for (let tries = 0; tries < 5 && !(found && isEnough(found, isFit({ slowest }))); tries++) {
    const lhr = await measure(path, categories)
    console.log(`      performance ${score(lhr)}: ${paints.map((id) => `${id} ${Math.round(lhr.audits[id].numericValue)} ms`).join(', ')}; this machine ${lhr.environment.benchmarkIndex}`)
    slowest = Math.min(slowest, lhr.environment.benchmarkIndex)
    if (!found || score(lhr) > score(found)) found = lhr
  }
  return { ...found, slowest }
}

// missed are the audits that keep a category from 100.
export const missed = ({ categories, audits }, category) =>
  categories[category].auditRefs.filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1).map(({ id }) => id)

// isFit reports whether a machine can be asked for performance: what is demanded was
// set on machines whose index, by Lighthouse, is 2,300 to 3,000. One that stays below,
// at 2,100 to 2,250, gave one and the same page from 0.72 to 0.96. One that had it in
// some of the tries only is shared with others.
export const isFit = ({ slowest }) => isCalm && slowest >= 2300
