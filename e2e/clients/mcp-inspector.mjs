// The official inspector, from its command line, with a token that it is given.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { app } from '../app.mjs'
import { check, resource, Visitor } from '../site.mjs'

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

kettle.close()
await rm(home, { recursive: true })
