// mcp-remote, which lends remote servers to programs that know local ones alone.
// Its command-line client goes the whole way by itself; we are the browser.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { arrive, check, issuer, resource, Visitor } from '../site.mjs'

const anna = new Visitor()
await anna.signIn('anna@tea.example')
const folder = await mkdtemp(join(tmpdir(), 'mcp-remote-'))

// run starts the client and gives what it says; seen is told of each line.
function run(seen) {
  const program = spawn(process.execPath, ['node_modules/.bin/mcp-remote-client', resource, '--allow-http'], {
    env: { ...process.env, MCP_REMOTE_CONFIG_DIR: folder, BROWSER: 'true', DISPLAY: '', WAYLAND_DISPLAY: '' },
  })
  let said = ''
  const hear = (data) => seen((said += data))
  program.stdout.on('data', hear)
  program.stderr.on('data', hear)
  return new Promise((done) => program.on('exit', (code) => done({ code, said })))
}

await check('from nothing to the list of tools', async () => {
  let visited
  const { code, said } = await run((said) => {
    const [asked] = said.match(new RegExp(`${issuer}/oauth2/authorize\\S+(?=\\s)`)) ?? []
    if (asked) visited ??= anna.decide(asked).then(arrive)
  })
  assert.equal(code, 0, said)
  assert.match(said, /Connected successfully/)
  assert.match(said, /"inputSchema"/)
  assert.equal((await visited).status, 200)
})

await check('a second start needs no consent', async () => {
  const { code, said } = await run(() => {})
  assert.equal(code, 0, said)
  assert.doesNotMatch(said, /oauth2\/authorize\?/)
})

// lend starts the program as those do that know local servers alone, and calls
// tools through it; seen is told of each line that it says.
function lend(seen) {
  const program = spawn(process.execPath, ['node_modules/.bin/mcp-remote', resource, '--allow-http'], {
    env: { ...process.env, MCP_REMOTE_CONFIG_DIR: folder, BROWSER: 'true', DISPLAY: '', WAYLAND_DISPLAY: '' },
  })
  let said = ''
  program.stderr.on('data', (data) => seen((said += data)))
  const waiting = new Map()
  createInterface({ input: program.stdout }).on('line', (line) => {
    const { id, ...answer } = JSON.parse(line)
    waiting.get(id)?.(answer)
  })
  const send = (message) => program.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = (id, method, params) => new Promise((done) => {
    waiting.set(id, done)
    send({ id, method, params })
  })
  return { send, ask, end: () => program.kill(), said: () => said }
}

await check('step-up: a call waits until the user has given the scope', async () => {
  let visited
  const server = lend((said) => {
    const [asked] = said.match(new RegExp(`${issuer}/oauth2/authorize\\S+(?=\\s)`)) ?? []
    if (asked) visited ??= anna.decide(asked).then((heard) => arrive(heard).then(() => new URL(asked).searchParams.get('scope')))
  })
  await server.ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'kettle', version: '1' } })
  server.send({ method: 'notifications/initialized' })
  const answer = await server.ask(2, 'tools/call', { name: 'jot', arguments: { text: 'First flush' } })
  server.end()
  assert.equal(answer.result?.structuredContent?.version, 1, server.said())
  assert.ok((await visited).split(' ').includes('jottings.write'))
})

await rm(folder, { recursive: true })
