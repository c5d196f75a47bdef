// mcp-remote between the service and a program that knows local servers alone,
// here the TypeScript SDK. We are the browser.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { play } from '../calls.mjs'
import { issuer, Visitor } from '../site.mjs'

const olga = new Visitor()
await olga.signIn('olga@tea.example')
const folder = await mkdtemp(join(tmpdir(), 'mcp-remote-'))

await play(async (url) => {
  const transport = new StdioClientTransport({
    command: process.execPath, args: ['node_modules/.bin/mcp-remote', url, '--allow-http'], stderr: 'pipe',
    env: { ...process.env, MCP_REMOTE_CONFIG_DIR: folder, BROWSER: 'true', DISPLAY: '', WAYLAND_DISPLAY: '' },
  })
  let said = ''
  let visited
  transport.stderr.on('data', (data) => {
    const [asked] = (said += data).match(new RegExp(`${issuer}/oauth2/authorize\\S+(?=\\s)`)) ?? []
    if (asked) visited ??= olga.decide(asked).then((heard) => fetch(heard))
  })
  const client = new Client({ name: 'kettle', version: '1' })
  await client.connect(transport)
  return {
    list: () => client.listTools(),
    call: (name, given) => client.callTool({ name, arguments: given }),
    close: () => client.close(),
  }
})

await rm(folder, { recursive: true })
