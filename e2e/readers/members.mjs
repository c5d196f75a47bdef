// The page of docs/guides/members.md: a reader signs in from it, comes back, writes and
// reads notes, and leaves.
import assert from 'node:assert/strict'
import { close, look, person } from '../chromium.mjs'
import { check, origin, Visitor } from '../site.mjs'

const page = await person()
const letters = new Visitor()

await check('somebody who is not signed in gets a way to sign in', async () => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/oauth/sign-in?**')
})

await check('who signs in comes back to the page', async () => {
  await page.getByRole('textbox').first().fill('ann@example.com')
  await page.getByRole('button', { name: /code/i }).first().click()
  await page.locator('input[name=otp]').fill(await letters.letter('ann@example.com'))
  await page.locator('input[name=otp]').press('Enter')
  await page.waitForURL(`${origin}/en`)
  await page.getByText('ann@example.com').waitFor()
})

await check('a note is text, whatever is in it', async () => {
  await page.getByLabel('New note').fill('<img src=x onerror=alert(1)> Buy tea')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('listitem').getByText('<img src=x onerror=alert(1)> Buy tea').waitFor()
  await look(page, 'readers-members')
})

await check('signing out leaves nothing to see, also after a reload', async () => {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  assert.equal(await page.getByText('Buy tea').count(), 0)
})

assert.deepEqual(page.complaints, [])
await close()
