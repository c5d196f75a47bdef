// A site with a color that nothing could be read in: #ffff00 (e2e/admin_test.go).
import assert from 'node:assert/strict'
import { app } from '../app.mjs'
import { close, look, openAdmin, person, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { owner } from '../staff.mjs'

const olga = await owner()
const schemes = ['light', 'dark']

// hueOf is the hue of a color as a browser computes it, in degrees.
const hueOf = (color) => {
  const [r, g, b] = color.match(/\d+/g).map(Number)
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  assert.ok(most - least > 20, `${color} is gray`)
  return most === r ? (60 * (g - b)) / (most - least) : most === g ? 60 * (2 + (b - r) / (most - least)) : 60 * (4 + (r - g) / (most - least))
}

// isYellow holds for every shade of the site's color, and for none of the green of the program.
const isYellow = (color) => assert.ok(Math.abs(hueOf(color) - 60) < 15, `${color} is not yellow`)

const painted = (locator, property) => locator.evaluate((element, name) => getComputedStyle(element)[name], property)

await check('the sign-in of Admin is in the color of the site, in both schemes', async () => {
  for (const colorScheme of schemes) {
    const page = await person({ colorScheme })
    await page.goto('/admin/sign-in')
    isYellow(await painted(page.getByRole('button', { name: 'Send me a code' }), 'backgroundColor'))
    await look(page, `accent-sign-in-${colorScheme}`)
    await page.context().close()
  }
})

await check('so are the pages of the OAuth provider', async () => {
  const page = await person()
  await page.goto('/oauth/sign-in')
  isYellow(await painted(page.getByRole('button').first(), 'backgroundColor'))
  await look(page, 'accent-oauth-sign-in')
  await page.context().close()
  const kettle = await app('Kettle')
  const consent = await openAdmin(olga)
  await consent.goto(kettle.asks())
  isYellow(await painted(consent.getByRole('button', { name: 'Allow', exact: true }), 'backgroundColor'))
  await look(consent, 'accent-consent')
  await consent.context().close()
  kettle.close()
})

await check('and Admin: the main button, the place where one is, and what has the focus', async () => {
  for (const colorScheme of schemes) {
    const page = await openAdmin(olga, { colorScheme })
    await page.goto('/admin/c/posts')
    await settled(page)
    isYellow(await painted(page.getByRole('link', { name: 'New', exact: false }).or(page.getByRole('button', { name: 'New' })).first(), 'backgroundColor'))
    const place = page.getByRole('navigation').getByRole('link', { name: 'Posts' })
    isYellow(await painted(place, 'color'))
    await page.keyboard.press('Tab')
    await place.focus()
    isYellow(await painted(place, 'outlineColor'))
    await look(page, `accent-list-${colorScheme}`)
    await page.context().close()
  }
})

await check('nothing is painted in another color first: the page brings it', async () => {
  const text = await (await olga.fetch('/admin')).text()
  const seen = JSON.parse(/<meta name="quartet-site" content="([^"]*)"/.exec(text)[1].replaceAll('&#34;', '"').replaceAll('&amp;', '&'))
  assert.equal(seen.accent.shades.length, 10)
  assert.doesNotMatch(text, /style="/)
})

await close()
