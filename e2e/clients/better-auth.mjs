// Better Auth's browser client, as it is, with a fetch that keeps cookies.
import assert from 'node:assert/strict'
import { createAuthClient } from 'better-auth/client'
import { emailOTPClient, magicLinkClient } from 'better-auth/client/plugins'
import { check, issuer, origin, Visitor } from '../site.mjs'

const email = 'ben@tea.example'

// device is a browser of somebody's, with the client in it.
function device() {
  const visitor = new Visitor()
  const client = createAuthClient({
    baseURL: issuer, plugins: [emailOTPClient(), magicLinkClient()],
    fetchOptions: { customFetchImpl: visitor.fetch },
  })
  return { visitor, client }
}

// good is the data of an answer without an error.
function good({ data, error }) {
  assert.equal(error, null)
  return data
}

const { visitor, client } = device()

await check('nobody is signed in at first', async () => {
  assert.equal(good(await client.getSession()), null)
})

await check('a wrong code signs nobody in', async () => {
  good(await client.emailOtp.sendVerificationOtp({ email, type: 'sign-in' }))
  const otp = await visitor.letter(email)
  const { error } = await client.signIn.emailOtp({ email, otp: otp === '000000' ? '000001' : '000000' })
  assert.equal(error.status, 401)
  assert.equal(good(await client.getSession()), null)
})

await check('a code signs in', async () => {
  good(await client.emailOtp.sendVerificationOtp({ email, type: 'sign-in' }))
  const { user } = good(await client.signIn.emailOtp({ email, otp: await visitor.letter(email) }))
  assert.equal(user.email, email)
})

await check('getSession tells who is signed in', async () => {
  const { session, user } = good(await client.getSession())
  assert.equal(user.email, email)
  assert.equal(user.emailVerified, true)
  assert.equal(session.userId, user.id)
  assert.ok(new Date(session.expiresAt) > new Date())
})

const phone = device()

await check('a link signs in, and leads where it was asked to', async () => {
  good(await phone.client.signIn.magicLink({ email, callbackURL: '/after' }))
  const answer = await phone.visitor.followLink(await phone.visitor.letter(email))
  assert.equal(answer.status, 302)
  assert.equal(answer.headers.get('location'), `${origin}/after`)
  assert.equal(good(await phone.client.getSession()).user.email, email)
})

await check('listSessions shows both devices, and revokeSession ends one', async () => {
  const sessions = good(await client.listSessions())
  assert.equal(sessions.length, 2)
  const { token } = good(await phone.client.getSession()).session
  assert.ok(sessions.some((each) => each.token === token))
  good(await client.revokeSession({ token }))
  assert.equal(good(await phone.client.getSession()), null)
  assert.equal(good(await client.listSessions()).length, 1)
})

await check('revokeSessions ends all of them', async () => {
  await phone.visitor.signIn(email)
  good(await client.revokeSessions())
  assert.equal(good(await phone.client.getSession()), null)
  assert.equal(good(await client.getSession()), null)
})

await check('social sign-in begins at the provider', async () => {
  const { url, redirect } = good(await client.signIn.social({ provider: 'github', callbackURL: '/after' }))
  assert.equal(redirect, true)
  const asked = new URL(url).searchParams
  assert.equal(asked.get('client_id'), 'kettle')
  assert.equal(asked.get('redirect_uri'), `${issuer}/callback/github`)
  assert.equal(asked.get('code_challenge_method'), 'S256')
})

await check('a provider that the site does not offer is refused', async () => {
  const { error } = await client.signIn.social({ provider: 'google' })
  assert.equal(error.status, 404)
})

await check('signOut ends the session', async () => {
  await visitor.signIn(email)
  assert.equal(good(await client.signOut()).success, true)
  assert.equal(good(await client.getSession()), null)
})
