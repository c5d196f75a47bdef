// Programs and links that want to be taken for something else.
import assert from 'node:assert/strict'
import { app } from '../app.mjs'
import { close, look, person, signIn } from '../chromium.mjs'
import { check, origin, Visitor } from '../site.mjs'

const name = `<img src=x onerror="document.title='ours'"> & ${'Tea'.repeat(12)}`
const page = await person()

await check('a name is text, however it looks', async () => {
  const kettle = await app(name)
  await page.goto(kettle.asks())
  await signIn(page, 'anna@tea.example')
  await page.getByRole('heading', { name: 'onerror' }).waitFor()
  assert.equal(await page.locator('main img').count(), 0)
  assert.doesNotMatch(await page.title(), /^ours/)
  await look(page, 'hostile')
  kettle.close()
})

await check('a name that turns the direction of text is refused', async () => {
  const kettle = await app('\u202Eelttek')
  assert.equal(kettle.registered.error, 'invalid_client_metadata')
  kettle.close()
})

await check('a request that names no registered address goes nowhere', async () => {
  const kettle = await app('Kettle')
  await page.goto(kettle.asks().replace(/redirect_uri=[^&]*/, 'redirect_uri=https%3A%2F%2Fevil.example%2F'))
  assert.equal(new URL(page.url()).origin, origin)
  await page.getByRole('heading', { name: 'That did not work' }).waitFor()
  await look(page, 'hostile-redirect')
  kettle.close()
})

await check('a sign-in leads to no other site', async () => {
  const answer = await page.goto('/oauth/sign-in?callbackURL=https%3A%2F%2Fevil.example%2F')
  assert.equal(answer.status(), 400)
})

await check('no other site can frame our pages', async () => {
  const elsewhere = await person()
  const refused = elsewhere.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
  await elsewhere.setContent(`<iframe src="${origin}/oauth/sign-in"></iframe>`)
  await refused
})

await check('a link signs in by its button, whoever has looked at it before', async () => {
  const ben = new Visitor()
  const them = await person()
  await ben.post('/api/auth/sign-in/magic-link', { email: 'ben@tea.example', callbackURL: '/oauth/consents' })
  const link = await ben.letter('ben@tea.example')
  const scanner = await fetch(link)
  assert.equal(scanner.status, 200)
  assert.equal(scanner.headers.get('set-cookie'), null)
  await them.goto(link)
  await them.getByText('ben@tea.example').waitFor()
  await look(them, 'link')
  await them.getByRole('button', { name: 'Sign in' }).click()
  await them.waitForURL('**/oauth/consents')
  await them.getByText('ben@tea.example').waitFor()
})

await check('a link that was used says so', async () => {
  await page.goto(`/api/auth/magic-link/verify?token=${'A'.repeat(52)}`)
  await page.getByText('This link has been used').waitFor()
  await look(page, 'old-link')
})

await close()
