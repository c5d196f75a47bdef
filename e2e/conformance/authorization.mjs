// The official conformance suite, its scenarios for authorization servers. It
// prints where the user must go and waits; we are the user.
import assert from 'node:assert/strict'
import { app } from '../app.mjs'
import { check, issuer, listen, resource, Visitor } from '../site.mjs'
import { expected, suite } from '../suite.mjs'

const anna = new Visitor()
await anna.signIn('anna@tea.example')
const kettle = await app('Conformance suite')
const port = await free()

// free is a port that nobody listens at.
async function free() {
  const server = await listen(() => {})
  server.close()
  return new URL(server.url).port
}

let visited
const results = await suite(
  ['authorization', '--url', issuer, '--client-id', kettle.registered.client_id, '--resource', resource, '--port', port],
  (said) => {
    const [asked] = said.match(/http:\S+\/oauth2\/authorize\?\S+(?=\s)/) ?? []
    if (asked) visited ??= anna.decide(asked).then((heard) => fetch(heard))
  },
)
await visited

await check('all scenarios ran', () => {
  assert.deepEqual(Object.keys(results).sort(), ['authorization-code-grant', 'authorization-server-metadata-endpoint'])
})
await check('each ends as the baseline says', () => expected('authorization', results))
kettle.close()
