// Somebody connects a program, looks at what is connected, and ends it.
import assert from 'node:assert/strict'
import { app } from '../app.mjs'
import { close, look, person, signIn } from '../chromium.mjs'
import { check, issuer, Visitor } from '../site.mjs'

const kettle = await app('Kettle')
const page = await person()
let tokens

await check('the program sends the browser to sign in, and says who asks', async () => {
  await page.goto(kettle.asks())
  assert.match(page.url(), /\/oauth\/sign-in\?/)
  await page.getByText('Kettle').waitFor()
  await look(page, 'sign-in')
})

await check('a wrong code is said on the page, beside its field', async () => {
  await page.getByLabel('Email address').fill('anna@tea.example')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await look(page, 'code')
  const sent = await new Visitor().letter('anna@tea.example')
  await page.getByLabel('Code from the mail').fill(sent === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  assert.equal(await page.getByLabel('Code from the mail').getAttribute('aria-invalid'), 'true')
  await look(page, 'wrong-code')
  await page.getByRole('link', { name: 'Use another address' }).click()
})

await check('the right code leads to the consent page', async () => {
  await signIn(page, 'ben@tea.example')
  await page.waitForURL(/\/oauth\/consent\?/)
  await page.getByRole('heading', { name: 'Kettle' }).waitFor()
  await page.getByText('ben@tea.example').first().waitFor()
  await page.getByText('without a staff role').waitFor()
  await page.getByText('the public tools (/mcp)', { exact: true }).waitFor()
  assert.ok(await page.getByRole('radio', { name: 'Read and change' }).isChecked())
  await look(page, 'consent')
})

await check('yes brings a code to the program, which gets tokens for it', async () => {
  const heard = kettle.heard()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  const answer = await heard
  assert.equal(answer.get('state'), 'kettle')
  assert.equal(answer.get('iss'), issuer)
  tokens = await kettle.redeem(answer.get('code'))
  assert.equal(tokens.status, 200)
})

await check('the program is among the connected apps, with what it may do', async () => {
  await page.goto('/oauth/consents')
  await page.getByRole('heading', { name: 'Kettle' }).waitFor()
  await page.getByText('Read and change').waitFor()
  await look(page, 'connected')
})

await check('what is ended there counts for nothing', async () => {
  await page.getByRole('button', { name: 'End access' }).click()
  await page.getByText('No app has access').waitFor()
  assert.equal((await kettle.refresh(tokens.refresh_token)).error, 'invalid_grant')
  await look(page, 'none-connected')
})

await check('read only is a choice: the program may read, and the connected apps say so', async () => {
  await page.goto(kettle.asks('mcp offline_access jottings.write profile'))
  const heard = kettle.heard()
  await page.getByText('use the permission jottings.write (not with “Read only”)').waitFor()
  await look(page, 'consent-more')
  await page.getByRole('radio', { name: 'Read only' }).check()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  tokens = await kettle.redeem((await heard).get('code'))
  assert.equal(tokens.scope, 'mcp:read offline_access profile')
  assert.equal((await kettle.refresh(tokens.refresh_token)).scope, tokens.scope)
  await page.goto('/oauth/consents')
  await page.getByText('Read only').waitFor()
  await look(page, 'connected-read-only')
})

await check('when it asks for more, what was chosen before is chosen again', async () => {
  await page.goto(kettle.asks('mcp offline_access jottings.write'))
  await page.getByText('So far Kettle can only read').waitFor()
  assert.ok(await page.getByRole('radio', { name: 'Read only' }).isChecked())
  await look(page, 'consent-step-up')
  await page.goto(kettle.asks('mcp:read'))
  await page.getByText('It cannot change anything').waitFor()
  assert.equal(await page.getByRole('radio').count(), 0)
  await look(page, 'consent-reads')
})

await check('an owner hears that the tools of the staff are among it', async () => {
  const olga = await person()
  await olga.goto(kettle.asks('mcp'))
  await signIn(olga, 'olga@tea.example')
  await olga.getByText('in your role as owner').waitFor()
  await olga.getByText('the staff tools (/mcp/staff)').waitFor()
  await look(olga, 'consent-staff')
})

await check('no is told to the program', async () => {
  await page.goto(kettle.asks())
  const heard = kettle.heard()
  await page.getByRole('button', { name: 'Do not allow' }).click()
  assert.equal((await heard).get('error'), 'access_denied')
})

await check('signing out ends what hangs on the session', async () => {
  await page.goto(kettle.asks())
  const heard = kettle.heard()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  tokens = await kettle.redeem((await heard).get('code'))
  assert.equal(tokens.status, 200)
  await page.goto('/oauth/consents')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  await look(page, 'signed-out')
  assert.equal((await kettle.refresh(tokens.refresh_token)).error, 'invalid_grant')
  await page.goto('/oauth/consents')
  assert.match(page.url(), /\/oauth\/sign-in\?/)
})

await check('whoever signs in again by themselves comes to their connected apps', async () => {
  await page.goto('/oauth/sign-in')
  await signIn(page, 'ben@tea.example')
  await page.waitForURL('/oauth/consents')
})

await check('a link from the mail leads to where the sign-in began', async () => {
  const other = await person()
  await other.goto(kettle.asks())
  await other.getByLabel('Email address').fill('cleo@tea.example')
  await other.getByRole('button', { name: 'Send me a link' }).click()
  await other.getByRole('heading', { name: 'Look into your mail' }).waitFor()
  await look(other, 'link-sent')
  await other.goto(await new Visitor().letter('cleo@tea.example'))
  await other.getByText('as cleo@tea.example').waitFor()
  await look(other, 'link-opened')
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByRole('heading', { name: 'Kettle' }).waitFor()
})

await check('a program of the web shows its logo, and one of this device its scheme', async () => {
  const web = await app('Samovar', {
    redirect_uris: ['https://samovar.example/callback'], client_uri: 'https://samovar.example/', logo_uri: 'https://samovar.example/logo.svg',
  })
  await page.route('https://samovar.example/logo.svg', (route) => route.fulfill({
    contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><circle cx=".5" cy=".5" r=".5" fill="#b5531c"/></svg>',
  }))
  await page.goto(web.asks('mcp profile email'))
  await page.getByText('you are sent to samovar.example').waitFor()
  assert.ok(await page.locator('main img').evaluate((image) => image.naturalWidth > 0))
  await look(page, 'consent-web')

  const device = await app('Teapot', { redirect_uris: ['teapot://callback/'] })
  await page.goto(device.asks())
  await page.getByText('an application on this device (teapot:)').waitFor()
  await look(page, 'consent-app')
  web.close()
  device.close()
})

kettle.close()
await close()
