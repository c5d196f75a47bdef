// The two hosts of the page about front ends, over TLS, and a browser that finds
// them: the site behind a proxy, as in production, and a server of files.
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { extname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { flags } from '../flags.mjs'
import { origin } from '../site.mjs'

const folder = process.env.APPS
const tls = { key: await readFile(join(folder, 'key.pem')), cert: await readFile(join(folder, 'certificate.pem')) }

// heard are the requests that reached the site: method, path, origin, cookie and authorization.
export const heard = []

// app is what app.example serves: names of its files, with where they lie.
export const app = { files: {} }

async function listen(answer) {
  const server = createServer(tls, answer)
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return server
}

const site = await listen((asked, answer) => {
  const { method, url: path, headers } = asked
  heard.push({ method, path, ...headers })
  const behind = request(new URL(path, origin), { method, headers }, (said) => {
    answer.writeHead(said.statusCode, said.headers)
    said.pipe(answer)
  })
  asked.pipe(behind)
})

const types = { '.html': 'text/html', '.js': 'text/javascript' }

const files = await listen(async ({ url }, answer) => {
  const { pathname } = new URL(url, 'https://app.example')
  const file = app.files[pathname === '/' ? '/index.html' : pathname]
  if (!file) return answer.writeHead(404).end()
  answer.writeHead(200, { 'Content-Type': types[extname(file)] }).end(await readFile(join(folder, file)))
})

const address = (server) => `127.0.0.1:${server.address().port}`

export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: [...flags, `--ignore-certificate-errors-spki-list=${process.env.TLS}`,
    `--host-resolver-rules=MAP tea.example:443 ${address(site)}, MAP *.example:443 ${address(files)}`],
})

export async function close() {
  await browser.close()
  site.close()
  files.close()
}
