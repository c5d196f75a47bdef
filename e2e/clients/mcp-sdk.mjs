// The official TypeScript SDK, first generation: from a 401 to a session.
import assert from 'node:assert/strict'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Memory } from '../authorized.mjs'
import { EmptyResultSchema, ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { check, expireSessions, issuer, resource, Visitor } from '../site.mjs'

const anna = new Visitor()
await anna.signIn('anna@tea.example')
const memory = new Memory(anna)

// connect opens a session with what the memory holds.
async function connect() {
  const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: memory })
  const client = new Client({ name: 'kettle', version: '1' })
  try {
    await client.connect(transport)
    return client
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error
    assert.equal(memory.heard.get('iss'), issuer)
    await transport.finishAuth(memory.heard.get('code'))
    return undefined
  }
}

await check('the challenge leads to metadata, registration, consent and tokens', async () => {
  assert.equal(await connect(), undefined)
  assert.ok(memory.client.client_id)
  assert.ok(memory.kept.refresh_token)
})

const client = await check('the tokens open a session', connect)

await check('the tools of the site are listed', async () => {
  const { tools } = await client.listTools()
  assert.ok(tools.length > 0)
})

await check('an access token that does not count is refreshed without the user', async () => {
  memory.kept = { ...memory.kept, access_token: 'old' }
  memory.heard = undefined
  assert.ok((await (await connect()).listTools()).tools.length > 0)
  assert.equal(memory.heard, undefined)
})

await check('a week later the client goes on without the user', async () => {
  expireSessions()
  memory.kept = { ...memory.kept, access_token: 'old' }
  memory.heard = undefined
  assert.ok((await (await connect()).listTools()).tools.length > 0)
  assert.equal(memory.heard, undefined)
  await anna.signIn('anna@tea.example')
})

await check('a method that there is not is told from a connection that fails', async () => {
  await assert.rejects(() => client.request({ method: 'tea/brew' }, EmptyResultSchema), (error) => error.code === ErrorCode.MethodNotFound)
  assert.ok((await (await connect()).listTools()).tools.length > 0)
})

await check('a tool that asks for a scope is listed before its scope was given', async () => {
  const { tools } = await client.listTools()
  assert.ok(tools.some(({ name }) => name === 'jot'))
})

// stepsUp calls what asks for a scope, and once more when the user has given it.
async function stepsUp(client) {
  const line = { name: 'jot', arguments: { text: 'First flush' } }
  await assert.rejects(() => client.callTool(line), UnauthorizedError)
  await client.transport.finishAuth(memory.heard.get('code'))
  return (await client.callTool(line)).structuredContent
}

// This SDK refreshes wherever it can, also where that gives no scope. A program
// that keeps a refresh token has to forget it first.
await check('step-up: the user is asked for the scope where there is no refresh token', async () => {
  memory.heard = undefined
  await assert.rejects(() => client.callTool({ name: 'jot', arguments: { text: 'First flush' } }), /403 after trying upscoping/)
  assert.equal(memory.heard, undefined)
  memory.kept = { ...memory.kept, refresh_token: undefined }
  assert.equal((await stepsUp(await connect())).version, 1)
  assert.deepEqual(memory.asked.split(' ').sort(), ['jottings.write', 'mcp'])
})

await check('read only: what reads is listed, and a call that writes asks the user again', async () => {
  memory.kept = undefined
  memory.access = 'read'
  await connect()
  assert.deepEqual(memory.kept.scope.split(' '), ['mcp:read'])
  const reader = await connect()
  const { tools } = await reader.listTools()
  assert.ok(tools.length > 0)
  for (const { name, annotations } of tools) assert.ok(annotations.readOnlyHint, name)
  memory.kept = { ...memory.kept, refresh_token: undefined }
  memory.access = 'write'
  assert.equal((await stepsUp(await connect())).version, 1)
})

await check('signing out ends the session, and the client asks the user anew', async () => {
  await anna.signOut()
  await anna.signIn('anna@tea.example')
  assert.equal(await connect(), undefined)
  assert.ok((await (await connect()).listTools()).tools.length > 0)
})
