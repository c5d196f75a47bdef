// The official conformance suite, its scenarios for MCP servers: those that ask
// for no tools of the suite's own. It cannot sign in, so a proxy adds the token.
import { request } from 'node:http'
import { app } from '../app.mjs'
import { check, listen, origin, Visitor } from '../site.mjs'
import { expected, suite } from '../suite.mjs'

const scenarios = [
  'server-initialize', 'server-stateless', 'ping', 'tools-list', 'resources-list', 'sep-2164-resource-not-found',
  'caching', 'http-header-validation', 'dns-rebinding-protection',
]

const anna = new Visitor()
await anna.signIn('anna@tea.example')
const kettle = await app('Conformance suite')
const heard = await anna.decide(kettle.asks())
const { access_token: token } = await kettle.redeem(heard.searchParams.get('code'))

const proxy = await listen((asked, answer) => {
  const { port } = new URL(origin)
  const headers = { ...asked.headers, authorization: `Bearer ${token}` }
  const passed = request({ port, host: 'localhost', method: asked.method, path: asked.url, headers }, (got) => {
    answer.writeHead(got.statusCode, got.headers)
    got.pipe(answer)
  })
  asked.pipe(passed)
})

const results = {}
for (const scenario of scenarios) {
  Object.assign(results, await suite(['server', '--url', `${proxy.url}/mcp`, '--scenario', scenario]))
}
await check('each scenario ends as the baseline says', () => expected('server', results))
proxy.close()
kettle.close()
