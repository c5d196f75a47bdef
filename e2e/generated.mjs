// The scenario of a site, by its generated module, in Node, in a page and in a
// worker.
import { pathToFileURL } from 'node:url'
import { close, openAdmin } from './chromium.mjs'
import { check, origin } from './site.mjs'
import { owner } from './staff.mjs'

const olga = await owner()
const cookie = olga.cookies().map(({ name, value }) => `${name}=${value}`).join('; ')

await check('Node', async () => {
  const { scenario } = await import(pathToFileURL(process.env.SCENARIO))
  await scenario({ name: 'node', baseUrl: origin, headers: { cookie } })
})

const page = await openAdmin(olga)
await page.goto('/try/page.html')
await check('a page', () => page.evaluate(async (place) => {
  const { scenario } = await import('/try/scenario.js')
  await scenario(place)
}, { name: 'page', baseUrl: '', headers: {} }))

await check('a worker', () => page.evaluate((place) => new Promise((done, fail) => {
  const worker = new Worker('/try/worker.js', { type: 'module' })
  worker.onerror = ({ message }) => fail(new Error(message))
  worker.onmessage = ({ data }) => (data === 'done' ? done() : fail(new Error(data)))
  worker.postMessage(place)
}), { name: 'worker', baseUrl: origin, headers: {} }))
await close()
