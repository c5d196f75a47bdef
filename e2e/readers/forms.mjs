// The form of docs/guides/forms.md: a mistake stands beside its field, a message arrives
// once, and what was written stays while there is no connection.
import assert from 'node:assert/strict'
import { close, look, person } from '../chromium.mjs'
import { check } from '../site.mjs'

const page = await person()
const address = page.getByLabel('Your address')
const message = page.getByLabel('Your message')
const send = page.getByRole('button', { name: 'Send' })
const status = (text) => page.getByRole('status').getByText(text).waitFor()

await check('what the service refuses stands beside its field', async () => {
  await page.goto('/')
  await address.fill('ann@example.com')
  await message.evaluate((each) => each.removeAttribute('maxlength'))
  await message.fill('x'.repeat(2001))
  await send.click()
  await page.locator('[data-error=text]').getByText(/.+/).waitFor()
  assert.equal(await message.evaluate((each) => each === document.activeElement), true)
  await look(page, 'readers-form')
})

await check('without a connection, what was written stays', async () => {
  await message.fill('Which kettle do you use?')
  await page.context().setOffline(true)
  await send.click()
  await status('There is no connection.')
  assert.equal(await message.inputValue(), 'Which kettle do you use?')
  await page.context().setOffline(false)
})

await check('the next try arrives, and the form is empty', async () => {
  const sent = page.waitForRequest('**/api/messages')
  await send.click()
  await status('Thank you.')
  assert.equal(await message.inputValue(), '')
  const again = await page.request.post('/api/messages', { data: (await sent).postDataJSON() })
  assert.equal(again.status(), 409)
})

assert.deepEqual(page.complaints.filter((each) => !/INTERNET_DISCONNECTED/.test(each)), [])
await close()
