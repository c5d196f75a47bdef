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

const line = { name: 'jot', arguments: { text: 'First flush' } }

// stepsUp calls what asks for a scope, in one era of the protocol, and once more
// when the user has given it.
async function stepsUp(memory, mode) {
  const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: memory })
  const client = new Client({ name: 'kettle', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  const version = client.getNegotiatedProtocolVersion()
  await assert.rejects(() => client.callTool(line), UnauthorizedError)
  await transport.finishAuth(memory.heard)
  const { structuredContent } = await client.callTool(line)
  assert.equal(structuredContent.version, 1)
  return version
}

const asked = (memory) => memory.asked.split(' ').sort()

for (const [mode, version] of [['legacy', '2025-11-25'], [{ pin: '2026-07-28' }, '2026-07-28']]) {
  await check(`step-up: the user is asked for the scope beside those given, and the call goes on, in ${version}`, async () => {
    const memory = new Memory(await person('anna@tea.example'))
    await connect(memory)
    assert.equal(await stepsUp(memory, mode), version)
    assert.deepEqual(asked(memory), ['jottings.write', 'mcp', 'offline_access'])
    assert.deepEqual(memory.kept.scope.split(' ').sort(), asked(memory))
  })

  await check(`read only: what reads is listed, and a call that writes asks the user again, in ${version}`, async () => {
    const memory = new Memory(await person('anna@tea.example'))
    memory.access = 'read'
    const { tools } = await (await connect(memory)).listTools()
    assert.ok(tools.some(({ name }) => name === 'query_view_jottings'))
    for (const { name, annotations } of tools) assert.ok(annotations.readOnlyHint, name)
    assert.deepEqual(memory.kept.scope.split(' ').sort(), ['mcp:read', 'offline_access'])
    memory.access = 'write'
    await stepsUp(memory, mode)
    assert.ok(memory.kept.scope.split(' ').includes('mcp'))
  })
}

await check('read only: a user who leaves it at that is not asked for ever', async () => {
  const memory = new Memory(await person('cleo@tea.example'))
  memory.access = 'read'
  await connect(memory)
  await assert.rejects(() => stepsUp(memory, 'legacy'), UnauthorizedError)
  assert.equal((await (await connect(memory)).listTools()).tools.filter(({ annotations }) => !annotations.readOnlyHint).length, 0)
})

await check('step-up with bound tokens', async () => {
  await stepsUp(bound, 'legacy')
  assert.equal(bound.kept.token_type.toLowerCase(), 'dpop')
  assert.ok(bound.kept.scope.split(' ').includes('jottings.write'))
})

await check('a week later bound tokens are refreshed without the user', async () => {
  expireSessions()
  bound.kept = { ...bound.kept, access_token: 'old' }
  bound.heard = undefined
  assert.ok((await (await connect(bound)).listTools()).tools.length > 0)
  assert.equal(bound.heard, undefined)
})
