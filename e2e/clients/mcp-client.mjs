// The official TypeScript SDK, second generation, which also binds its tokens to
// a key (DPoP).
import assert from 'node:assert/strict'
import { Client, DpopSession, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { Memory } from '../authorized.mjs'
import { check, expireSessions, resource, Visitor } from '../site.mjs'

// connect opens a session, after the user's consent where that is missing.
async function connect(memory) {
  const transport = () => new StreamableHTTPClientTransport(new URL(resource), { authProvider: memory })
  const client = new Client({ name: 'kettle', version: '1' })
  const first = transport()
  try {
    await client.connect(first)
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error
    await first.finishAuth(memory.heard)
    await client.connect(transport())
  }
  return client
}

async function person(email) {
  const visitor = new Visitor()
  await visitor.signIn(email)
  return visitor
}

await check('bearer tokens open a session', async () => {
  const memory = new Memory(await person('anna@tea.example'))
  assert.ok((await (await connect(memory)).listTools()).tools.length > 0)
  assert.equal(memory.kept.token_type.toLowerCase(), 'bearer')
  assert.ok(memory.kept.refresh_token)
})

const bound = new Memory(await person('ben@tea.example'))
const key = await DpopSession.create()
bound.dpop = () => key

await check('bound tokens open a session', async () => {
  assert.ok((await (await connect(bound)).listTools()).tools.length > 0)
  assert.equal(bound.kept.token_type.toLowerCase(), 'dpop')
})

await check('bound tokens are refreshed with their key', async () => {
  const before = bound.kept.refresh_token
  bound.kept = { ...bound.kept, access_token: 'old' }
  bound.heard = undefined
  assert.ok((await (await connect(bound)).listTools()).tools.length > 0)
  assert.equal(bound.heard, undefined)
  assert.notEqual(bound.kept.refresh_token, before)
})

await check('a week later bound tokens are refreshed without the user', async () => {
  expireSessions()
  bound.kept = { ...bound.kept, access_token: 'old' }
  bound.heard = undefined
  assert.ok((await (await connect(bound)).listTools()).tools.length > 0)
  assert.equal(bound.heard, undefined)
})
