// oauth4webapi: a strict implementation of OAuth for clients.
import assert from 'node:assert/strict'
import * as oauth from 'oauth4webapi'
import { check, expireSessions, issuer, origin, resource, Visitor } from '../site.mjs'

const plain = { [oauth.allowInsecureRequests]: true } // http, which is loopback alone
const redirect = 'http://127.0.0.1:4711/callback'
const anna = new Visitor()
const user = await anna.signIn('anna@tea.example')

const server = await check('discovery names the issuer', async () => {
  const answer = await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oauth2', ...plain })
  return oauth.processDiscoveryResponse(new URL(issuer), answer)
})

const client = await check('dynamic registration', async () => {
  const answer = await oauth.dynamicClientRegistrationRequest(server, {
    client_name: 'Kettle', redirect_uris: [redirect], token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
  }, plain)
  return oauth.processDynamicClientRegistrationResponse(answer)
})

// authorize asks for a code and gives what the client heard, with the verifier.
async function authorize(visitor = anna, scope = 'mcp offline_access profile email', accept = true, access = 'write') {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(server.authorization_endpoint)
  url.search = new URLSearchParams({
    response_type: 'code', client_id: client.client_id, redirect_uri: redirect, scope, state, resource,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
  })
  const heard = await visitor.decide(url, accept, access)
  return { heard, state, verifier }
}

async function redeem({ heard, state, verifier }, options = {}) {
  const answer = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(),
    oauth.validateAuthResponse(server, client, heard, state), redirect, verifier, { ...plain, ...options })
  return oauth.processAuthorizationCodeResponse(server, client, answer)
}

async function refresh(token, options = {}) {
  const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, { ...plain, ...options })
  return oauth.processRefreshTokenResponse(server, client, answer)
}

async function whoIs(token, options = {}) {
  const answer = await oauth.userInfoRequest(server, client, token, { ...plain, ...options })
  return oauth.processUserInfoResponse(server, client, user.id, answer)
}

const refused = (code) => (error) => error.error === code
const challenged = (code) => (error) => error.cause?.[0]?.parameters?.error === code
const unauthorized = challenged('invalid_token')

await check('a code is exchanged for tokens, and userinfo tells whose they are', async () => {
  const tokens = await redeem(await authorize())
  assert.equal(tokens.token_type, 'bearer')
  assert.equal(tokens.scope, 'mcp offline_access profile email')
  const info = await whoIs(tokens.access_token)
  assert.equal(info.email, 'anna@tea.example')
  assert.equal(info.email_verified, true)
})

await check('an answer of another issuer is refused by the client', async () => {
  const asked = await authorize()
  asked.heard.searchParams.set('iss', origin)
  await assert.rejects(() => redeem(asked), /iss/)
})

await check('a user who says no is told to the client', async () => {
  await assert.rejects(async () => redeem(await authorize(anna, 'mcp', false)), refused('access_denied'))
})

await check('a code with another verifier is refused, and counts for the right one', async () => {
  const asked = await authorize()
  await assert.rejects(() => redeem({ ...asked, verifier: oauth.generateRandomCodeVerifier() }), refused('invalid_grant'))
  await redeem(asked)
})

await check('a code that is used twice ends what it gave', async () => {
  const asked = await authorize()
  const tokens = await redeem(asked)
  await assert.rejects(() => redeem(asked), refused('invalid_grant'))
  await assert.rejects(() => whoIs(tokens.access_token), unauthorized)
  await assert.rejects(() => refresh(tokens.refresh_token), refused('invalid_grant'))
})

await check('refreshing rotates the token, and one from two rotations ago ends the family', async () => {
  const first = await redeem(await authorize())
  const second = await refresh(first.refresh_token)
  const third = await refresh(second.refresh_token)
  assert.equal(new Set([first, second, third].map((each) => each.refresh_token)).size, 3)
  await whoIs(third.access_token)
  await assert.rejects(() => refresh(first.refresh_token), refused('invalid_grant'))
  await assert.rejects(() => refresh(third.refresh_token), refused('invalid_grant'))
  await assert.rejects(() => whoIs(third.access_token), unauthorized)
})

await check('refreshes at once, and one whose answer was lost, get the same successor', async () => {
  const tokens = await redeem(await authorize())
  const answers = await Promise.all([1, 2, 3].map(() => refresh(tokens.refresh_token)))
  answers.push(await refresh(tokens.refresh_token))
  assert.equal(new Set(answers.map((each) => each.refresh_token)).size, 1)
  for (const each of answers) await whoIs(each.access_token)
  await refresh(answers[0].refresh_token)
})

await check('a client that registered for refresh tokens outlives the session, and does not outlive signing out', async () => {
  const tokens = await redeem(await authorize(anna, 'email'))
  expireSessions()
  const again = await refresh(tokens.refresh_token)
  await whoIs(again.access_token)
  await anna.signIn('anna@tea.example') // which removes the rows of sessions that are over
  const later = await refresh(again.refresh_token)
  await whoIs(later.access_token)
  await anna.signOut()
  await assert.rejects(() => whoIs(later.access_token), unauthorized)
  await assert.rejects(() => refresh(later.refresh_token), refused('invalid_grant'))
  await anna.signIn('anna@tea.example')
})

await check('an error is told to a client that the user knows, and shown before', async () => {
  const url = new URL(server.authorization_endpoint)
  url.search = new URLSearchParams({ response_type: 'token', client_id: client.client_id, redirect_uri: redirect, state: 'kettle' })
  assert.equal((await new Visitor().fetch(url)).status, 400)
  const told = await anna.fetch(url)
  assert.equal(told.status, 302)
  assert.throws(() => oauth.validateAuthResponse(server, client, new URL(told.headers.get('location')), 'kettle'),
    refused('unsupported_response_type'))
})

await check('a refresh may ask for less, and not for more', async () => {
  const tokens = await redeem(await authorize(anna, 'mcp offline_access'))
  const less = await refresh(tokens.refresh_token, { additionalParameters: { scope: 'mcp' } })
  assert.equal(less.scope, 'mcp')
  await assert.rejects(() => refresh(less.refresh_token, { additionalParameters: { scope: 'mcp email' } }), refused('invalid_scope'))
})

// bound makes a DPoP handle, which keeps the nonces that it is given.
const bound = async () => ({ DPoP: oauth.DPoP(client, await oauth.generateKeyPair('ES256')) })

// again tries once more where the nonce was missing.
async function again(work) {
  try {
    await work()
  } catch (error) {
    assert.ok(oauth.isDPoPNonceError(error), error)
    return work()
  }
  assert.fail('no nonce was asked for')
}

await check('DPoP: the nonce is asked for, tokens are bound to the key, refreshing needs it', async () => {
  const key = await bound()
  const asked = await authorize()
  const tokens = await again(() => redeem(asked, key))
  assert.equal(tokens.token_type, 'dpop')
  await whoIs(tokens.access_token, key)
  const renewed = await refresh(tokens.refresh_token, key)
  assert.equal(renewed.token_type, 'dpop')
  assert.equal((await refresh(tokens.refresh_token, key)).refresh_token, renewed.refresh_token)
  await whoIs(renewed.access_token, key)

  const other = await bound()
  await assert.rejects(() => again(() => whoIs(renewed.access_token, other)), unauthorized)
  await assert.rejects(() => refresh(renewed.refresh_token, other), refused('invalid_grant'))
  await assert.rejects(() => refresh(renewed.refresh_token), refused('invalid_dpop_proof'))
  await assert.rejects(() => whoIs(renewed.access_token), unauthorized)
})

await check('a revoked token counts for nothing, nor does what came with it', async () => {
  const tokens = await redeem(await authorize())
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, oauth.None(), tokens.refresh_token, plain))
  await assert.rejects(() => whoIs(tokens.access_token), unauthorized)
  await assert.rejects(() => refresh(tokens.refresh_token), refused('invalid_grant'))
})

// jot calls a tool that asks for a scope and changes something.
async function jot(token, options = {}) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'jot', arguments: { text: 'First flush' } } })
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' })
  const answer = await oauth.protectedResourceRequest(token, 'POST', new URL(resource), headers, body, { ...plain, ...options })
  return (await answer.json()).result.structuredContent
}

// wanted are the scopes that the answer to a call asks for, in the words of a
// scheme.
async function wanted(work, words = 'bearer') {
  try {
    await work()
  } catch (error) {
    assert.equal(error.response?.status, 403, error)
    const [{ scheme, parameters }] = error.cause
    assert.equal(scheme, words)
    assert.equal(parameters.error, 'insufficient_scope')
    assert.equal(parameters.resource_metadata, `${origin}/.well-known/oauth-protected-resource/mcp`)
    return parameters.scope
  }
  assert.fail('nothing is asked for')
}

await check('the metadata of server and resource name the scopes that tools ask for', async () => {
  const answer = await oauth.resourceDiscoveryRequest(new URL(resource), plain)
  const described = await oauth.processResourceDiscoveryResponse(new URL(resource), answer)
  assert.deepEqual(described.scopes_supported, ['mcp', 'mcp:read', 'jottings.read', 'jottings.write'])
  for (const scope of described.scopes_supported) assert.ok(server.scopes_supported.includes(scope), scope)
})

await check('step-up: the scopes that a call asks for let the next one through', async () => {
  const tokens = await redeem(await authorize(anna, 'mcp email'))
  const scope = await wanted(() => jot(tokens.access_token))
  assert.equal(scope, 'mcp email jottings.write')
  const more = await redeem(await authorize(anna, scope))
  assert.equal(more.scope, scope)
  assert.equal((await jot(more.access_token)).version, 1)
})

await check('step-up: a token that is bound to a key is told in the words of DPoP', async () => {
  const key = await bound()
  const asked = await authorize(anna, 'mcp')
  const tokens = await again(() => redeem(asked, key))
  const scope = await wanted(() => jot(tokens.access_token, key), 'dpop')
  assert.equal(scope, 'mcp jottings.write')
  assert.equal((await jot((await redeem(await authorize(anna, scope), key)).access_token, key)).version, 1)
})

await check('read only: the token says so, a refresh keeps it, and more takes the user', async () => {
  const tokens = await redeem(await authorize(anna, 'mcp jottings.read jottings.write offline_access', true, 'read'))
  assert.equal(tokens.scope, 'mcp:read jottings.read offline_access')
  const renewed = await refresh(tokens.refresh_token)
  assert.equal(renewed.scope, tokens.scope)
  await assert.rejects(() => refresh(renewed.refresh_token, { additionalParameters: { scope: 'mcp' } }), refused('invalid_scope'))
  const scope = await wanted(() => jot(renewed.access_token))
  assert.equal(scope, 'mcp:read jottings.read offline_access mcp jottings.write')
  assert.equal((await jot((await redeem(await authorize(anna, scope))).access_token)).version, 1)
})

await check('signing out ends access tokens and refresh tokens', async () => {
  const tokens = await redeem(await authorize())
  await whoIs(tokens.access_token)
  await anna.signOut()
  await assert.rejects(() => whoIs(tokens.access_token), unauthorized)
  await assert.rejects(() => refresh(tokens.refresh_token), refused('invalid_grant'))
})
