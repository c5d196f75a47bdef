// The whole way without a mouse.
import assert from 'node:assert/strict'
import { app } from '../app.mjs'
import { close, person } from '../chromium.mjs'
import { check, Visitor } from '../site.mjs'

const kettle = await app('Kettle')
const page = await person()
const press = (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

// focused is what the keyboard is at, which must be seen.
async function focused() {
  const at = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement)
    return { text: document.activeElement.innerText, name: document.activeElement.name, outlineStyle, outlineWidth }
  })
  assert.notEqual(at.outlineStyle, 'none')
  assert.ok(parseFloat(at.outlineWidth) >= 2)
  return at
}

await check('the address has the focus, and Enter sends a code', async () => {
  await page.goto(kettle.asks())
  assert.equal((await focused()).name, 'email')
  await page.keyboard.type('anna@tea.example')
  await press('Enter')
})

await check('the code has the focus, and Enter signs in', async () => {
  await page.locator('#otp').waitFor()
  assert.equal((await focused()).name, 'otp')
  await page.keyboard.type(await new Visitor().letter('anna@tea.example'))
  await press('Enter')
  await page.waitForURL(/\/oauth\/consent\?/)
})

await check('nothing has the focus on the consent page, so that Enter alone allows nothing', async () => {
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'BODY')
  await press('Enter')
  assert.match(page.url(), /\/oauth\/consent\?/)
})

await check('Tab comes to the choice and the buttons in their order', async () => {
  const names = []
  for (let i = 0; i < 4; i++) {
    await press('Tab')
    const { name, text } = await focused()
    names.push(text || name)
  }
  assert.deepEqual(names, ['access', 'Allow', 'Do not allow', 'Sign in as somebody else'])
})

await check('an arrow chooses read only, and Enter on the first button allows that', async () => {
  const heard = kettle.heard()
  await press('Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'ArrowDown')
  assert.ok(await page.getByRole('radio', { name: 'Read only' }).isChecked())
  await focused()
  await press('Tab', 'Enter')
  const tokens = await kettle.redeem((await heard).get('code'))
  assert.equal(tokens.scope, 'mcp:read offline_access')
})

kettle.close()
await close()
