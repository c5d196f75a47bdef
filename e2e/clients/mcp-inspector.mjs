// The official inspector, from its command line, with a token that it is given.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { app } from '../app.mjs'
import { arrive, check, listen, resource, Visitor } from '../site.mjs'

const anna = new Visitor()
await anna.signIn('anna@tea.example')
const kettle = await app('Inspector')
const heard = await anna.decide(kettle.asks())
const { access_token: token } = await kettle.redeem(heard.searchParams.get('code'))
const home = await mkdtemp(join(tmpdir(), 'inspector-'))

// inspect runs the inspector and gives the JSON that it prints.
async function inspect(...parameters) {
  const { stdout } = await promisify(execFile)(process.execPath, ['node_modules/.bin/mcp-inspector', '--cli', resource,
    '--header', `Authorization: Bearer ${token}`, ...parameters], { env: { ...process.env, HOME: home } })
  return JSON.parse(stdout)
}

await check('tools/list shows the tools of the site, with schemas that every model can take', async () => {
  const { tools } = await inspect('--method', 'tools/list', '--strict')
  assert.ok(tools.length > 0)
  for (const each of tools) assert.ok(each.description, each.name)
})

await check('resources/list answers, in the newest protocol too', async () => {
  assert.ok(Array.isArray((await inspect('--method', 'resources/list', '--protocol-era', 'modern')).resources))
})

// Left to itself the inspector asks for all scopes that the metadata name.
const config = join(home, 'config.json')
await writeFile(config, JSON.stringify({ mcpServers: { site: { type: 'streamable-http', url: resource, oauth: { scopes: 'mcp' } } } }))

// Its second sign-in waits at the port of the first alone where that is named.
const free = await listen()
const callback = `${free.url}/oauth/callback`
free.close()

// signed runs the inspector without a token: it signs its user in, and asks on its
// standard input before it steps up. It gives what it prints and where it has sent
// the user.
async function signed(...parameters) {
  const program = spawn(process.execPath, ['node_modules/.bin/mcp-inspector', '--cli', '--config', config, '--server', 'site',
    '--callback-url', callback, ...parameters], {
    env: { ...process.env, HOME: home, MCP_AUTO_OPEN_ENABLED: 'true', BROWSER: 'true', DISPLAY: '', WAYLAND_DISPLAY: '' },
  })
  let printed = ''
  let said = ''
  const visits = new Map()
  program.stdout.on('data', (data) => (printed += data))
  program.stderr.on('data', (data) => {
    said += data
    for (const [, url] of said.matchAll(/navigate to: (\S+)\s/g)) {
      if (!visits.has(url)) visits.set(url, anna.decide(url).then(arrive))
    }
  })
  program.stdin.end('y\n')
  const code = await new Promise((done) => program.on('exit', done))
  assert.equal(code, 0, said)
  await Promise.all(visits.values())
  return { result: JSON.parse(printed), asked: [...visits.keys()].map((url) => new URL(url).searchParams.get('scope')) }
}

await check('step-up: a call asks its user for the scope, and goes on', async () => {
  const { result, asked } = await signed('--method', 'tools/call', '--tool-name', 'jot', '--tool-arg', 'text=First flush')
  assert.equal(result.structuredContent.version, 1)
  assert.equal(asked.length, 2, JSON.stringify(asked))
  assert.ok(asked[1].split(' ').includes('jottings.write'), asked[1])
})

kettle.close()
await rm(home, { recursive: true })
