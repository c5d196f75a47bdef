// The official TypeScript SDK, second generation, in each way that a program
// becomes known and carries its tokens.
import assert from 'node:assert/strict'
import { Client, DpopSession, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { Memory } from '../authorized.mjs'
import { play } from '../calls.mjs'
import { issuer, origin, Visitor } from '../site.mjs'

const olga = new Visitor()
await olga.signIn('olga@tea.example')

// session is an open one, after the user's consent.
async function session(url, memory) {
  const transport = () => new StreamableHTTPClientTransport(new URL(url), { authProvider: memory })
  const client = new Client({ name: 'kettle', version: '1' })
  const first = transport()
  await assert.rejects(client.connect(first), UnauthorizedError)
  await first.finishAuth(memory.heard)
  await client.connect(transport())
  return {
    list: () => client.listTools(),
    call: (name, given) => client.callTool({ name, arguments: given }),
    close: () => client.close(),
  }
}

const ways = {
  bearer: () => new Memory(olga),
  dpop: async () => {
    const key = await DpopSession.create()
    return Object.assign(new Memory(olga), { dpop: () => key })
  },
  // The SDK takes a document from https alone; here the program knows its id.
  document: () => Object.assign(new Memory(olga), { client: { client_id: `${origin}/clients/kettle`, issuer } }),
}

for (const [way, memory] of Object.entries(ways)) {
  await play(async (url) => session(url, await memory()), way)
}
