// The official inspector, from its command line. It is strict about the schemas
// of what it lists.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { app } from '../app.mjs'
import { play } from '../calls.mjs'
import { Visitor } from '../site.mjs'

const olga = new Visitor()
await olga.signIn('olga@tea.example')
const kettle = await app('Inspector')
const heard = await olga.decide(kettle.asks())
const { access_token: token } = await kettle.redeem(heard.searchParams.get('code'))
const home = await mkdtemp(join(tmpdir(), 'inspector-'))

await play((url) => {
  const inspect = async (...parameters) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['node_modules/.bin/mcp-inspector', '--cli', url,
      '--transport', 'http', '--header', `Authorization: Bearer ${token}`, ...parameters], { env: { ...process.env, HOME: home } })
    return JSON.parse(stdout)
  }
  const text = (value) => (typeof value === 'string' ? value : JSON.stringify(value))
  const written = (given) => Object.entries(given).flatMap(([name, value]) => ['--tool-arg', `${name}=${text(value)}`])
  return {
    list: () => inspect('--method', 'tools/list', '--strict'),
    call: (name, given) => inspect('--method', 'tools/call', '--tool-name', name, ...written(given)),
  }
})

kettle.close()
await rm(home, { recursive: true })
