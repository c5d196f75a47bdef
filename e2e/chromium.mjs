// A real browser, and what every page of ours must hold in it.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { chromium } from 'playwright-core'
import { failing, origin, Visitor } from './site.mjs'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser

// A script that fails leaves a picture of each of its pages, as they are then.
failing.push(() => {
  const pages = browser?.contexts().flatMap((each) => each.pages()) ?? []
  return Promise.allSettled(pages.map((page, i) => {
    const path = join(process.env.PICTURES, `failed-${basename(process.argv[1], '.mjs')}-${i + 1}.png`)
    console.log(`      ${page.url()}: ${path}`, ...(page.complaints ?? []))
    return page.screenshot({ path, timeout: 5000 })
  }))
})

// close leaves the browser, which forgets what was opened in it; a script that
// forgets to leave hangs.
export const close = () => browser.close()

// person opens a window of somebody's own, with cookies and storage that nobody
// else has, and gives its page. Whatever the browser complains of (a blocked
// style, a script, a form) fails at once.
export async function person(options = {}) {
  browser ??= await chromium.connect(process.env.BROWSER)
  return tab(await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', ...options }))
}

// tab opens one more page in a browser, which has what the others fetched.
export async function tab(context) {
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  page.complaints = []
  page.waiting = new Set()
  page.on('request', (request) => request.resourceType() === 'eventsource' || page.waiting.add(request))
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => page.waiting.delete(request))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d|net::ERR_INTERNET_DISCONNECTED/.test(message.text())) page.complaints.push(message.text())
  })
  page.on('pageerror', (error) => page.complaints.push(String(error)))
  return page
}

// openAdmin opens the application in a browser of somebody who is signed in.
export async function openAdmin(visitor, options) {
  const page = await person(options)
  await page.context().addCookies(visitor.cookies())
  return page
}

// settled waits until a page has all that it asked for, has shown it, and moves
// nothing any more: what is shown may ask for more.
export async function settled(page) {
  const start = Date.now()
  for (let quiet = 0; quiet < 2; quiet++) {
    while (page.waiting.size > 0) {
      assert.ok(Date.now() - start < 30_000, `no answer to ${[...page.waiting].map((each) => each.url())}`)
      await Promise.race(['requestfinished', 'requestfailed'].map((end) => page.waitForEvent(end, { timeout: 1000 }).catch(() => {})))
      quiet = 0
    }
    await page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 5000 })))
      const ending = document.getAnimations().filter(({ effect, playState }) => playState === 'running' && effect.getComputedTiming().endTime < Infinity)
      const end = Promise.allSettled(ending.map(({ finished }) => finished))
      await Promise.race([end, new Promise((done) => setTimeout(done, 5000))])
    })
  }
}

// saveDraft presses Save draft, which cannot be pressed once the page has saved by itself.
export async function saveDraft(place) {
  const button = place.getByRole('button', { name: 'Save draft' })
  await button.click({ timeout: 5000 }).catch(async (error) => {
    if (await button.isEnabled()) throw error
  })
  await place.getByRole('status').getByText(/^Saved( automatically)?$/).waitFor()
}

// holds waits until a value stands in a field.
export async function holds(field, value) {
  for (const start = Date.now(); (await field.inputValue()) !== value;) {
    assert.ok(Date.now() - start < 30_000, `${await field.inputValue()} is not ${value}`)
    await field.page().evaluate(() => new Promise(requestAnimationFrame))
  }
}

// tabTo goes on, key by key, until the focus is on something.
export async function tabTo(page, target, key = 'Tab') {
  const reached = target.and(page.locator(':focus'))
  for (let presses = 0; !(await reached.count()); presses++) {
    assert.ok(presses < 200, `${key} does not lead to ${target}`)
    await page.keyboard.press(key)
  }
}

// themes are the color schemes that a viewer may prefer, with what axe asks of a page
// in each: all of it in the one, and what depends on colors in the other.
const themes = { light: {}, dark: { runOnly: ['color-contrast', 'link-in-text-block'] } }

// look holds the page against what axe knows, in both color schemes, and at the
// width of a small telephone, and keeps a picture of each.
export async function look(page, name) {
  for (const [colorScheme, rules] of Object.entries(themes)) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction((scheme) => [undefined, scheme].includes(document.documentElement.dataset.mantineColorScheme), colorScheme, { timeout: 2000 }).catch(() => {}) // a person may have chosen one
    await settled(page)
    assert.deepEqual(await lasting(page, rules), [], `${name}, ${colorScheme}`)
    await fits(page, name)
    await picture(page, `${name}-${colorScheme}`)
  }
  await narrow(page, name)
}

// lasting are the violations of a page that are still there when it is asked again: while
// colors change, words may for some frames have the color of one scheme on the other's ground.
export async function lasting(page, rules) {
  let found = await violations(page, rules)
  for (let tries = 0; found.length > 0 && tries < 3; tries++) {
    await settled(page)
    found = await violations(page, rules)
  }
  return found
}

// lookAgain is for a page that was looked at in another language: its words are
// others, its colors are not.
export async function lookAgain(page, name) {
  await settled(page)
  assert.deepEqual(await violations(page, { rules: { 'color-contrast': { enabled: false } } }), [], name)
  await fits(page, name)
  await picture(page, name)
  await narrow(page, name)
}

// narrow is a page at the width of a small telephone.
async function narrow(page, name) {
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  await settled(page)
  await fits(page, name)
  await picture(page, `${name}-360`)
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: null })
  assert.deepEqual(page.complaints, [])
}

// widths holds a page against windows of other widths.
export async function widths(page, name, all) {
  const before = page.viewportSize()
  for (const width of all) {
    await page.setViewportSize({ width, height: before.height })
    await settled(page)
    await fits(page, `${name} at ${width}`)
  }
  await page.setViewportSize(before)
}

// fits wants nothing beyond the right edge of the window.
async function fits(page, name) {
  const [width, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  assert.equal(width, window, `${name} is wider than its window`)
}

// violations are what axe finds, and finds again: a color on its way to another,
// or an editor that is being put into its place, is no page yet.
async function violations(page, rules) {
  let found
  for (let tries = 0; tries < 3; tries++) {
    const answer = await examine(page, rules)
    found = answer.violations.map(({ id, nodes }) => `${id}: ${nodes.map((each) => each.html).join(' ')}`)
    if (found.length === 0) break
    await settled(page)
  }
  return found
}

// examine runs axe beside the page, whose policy lets no script in, and no style: axe
// writes the stylesheets that it loads into a document of its own.
async function examine(page, rules) {
  const session = await page.context().newCDPSession(page)
  try {
    const { frameTree } = await session.send('Page.getFrameTree')
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'axe' })
    const run = async (expression) => {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression, contextId: executionContextId, awaitPromise: true, returnByValue: true,
      })
      assert.equal(exceptionDetails, undefined)
      return result.value
    }
    if (await run('typeof axe') === 'undefined') await run(`${axe}; undefined`)
    return await run(`axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], preload: false, ...rules })})`)
  } finally {
    await session.detach()
  }
}

// picture is for people, where there is an album. It begins at the top: what sticks
// to the window would lie over the rest.
async function picture(page, name) {
  await page.evaluate(() => scrollTo(0, 0))
  if (!process.env.ALBUM) return
  await page.screenshot({ path: join(process.env.ALBUM, `${name}.png`), fullPage: true })
}

// signIn signs in on the page that asks for an address.
export async function signIn(page, email) {
  await page.getByRole('textbox').fill(email)
  await page.getByRole('button').first().click()
  await page.locator('#otp').fill(await new Visitor().letter(email))
  await page.getByRole('button').first().click()
}
