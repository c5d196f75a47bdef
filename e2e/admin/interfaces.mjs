// A developer tries what the site offers to programs, and takes the calls away.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { app } from '../app.mjs'
import { close, look, openAdmin, settled } from '../chromium.mjs'
import { check, origin } from '../site.mjs'
import { owner } from '../staff.mjs'

const olga = await owner()
const page = await openAdmin(olga)
const run = promisify(execFile)
const cookie = olga.cookies().map(({ name, value }) => `${name}=${value}`).join('; ')

// opened is a way in, opened by its line.
async function opened(tab, name) {
  await page.goto(`/admin/dev/docs?tab=${tab}`)
  await page.getByRole('button', { name }).click()
  await settled(page)
  return page.getByRole('region', { name })
}

async function choose(way, field, option) {
  await way.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const answer = (way) => way.getByRole('region', { name: 'Answer' })
const status = (way) => answer(way).getByRole('status')
const body = async (way) => JSON.parse(await answer(way).getByLabel(/^Answer of/).innerText())
const code = (way) => way.getByLabel(/^Call of/)

// curl runs the command that the page shows, as the person who looks at it.
async function curl(way, more) {
  const command = await inLanguage(way, 'curl')
  const { stdout } = await run('bash', ['-c', `${command} -s`], { env: { ...process.env, QUARTET_COOKIE: cookie, ...more } })
  return JSON.parse(stdout)
}

// inLanguage is the call in another language than curl.
async function inLanguage(way, language) {
  await way.getByRole('radio', { name: language }).locator('xpath=following-sibling::label').click()
  await settled(page)
  return code(way).innerText()
}

// A folder of a developer, with the clients that quartet generate writes into it.
const folder = await mkdtemp(join(tmpdir(), 'calls-'))
await cp('../examples/commerce/manifests', join(folder, 'manifests'), { recursive: true })
await writeFile(join(folder, 'go.mod'), 'module example.org/site\n\ngo 1.24\n')
await run(process.env.PROGRAM, ['generate', '--manifests', join(folder, 'manifests')])

const secrets = (more) => ({ ...process.env, ...more, GOFLAGS: '-mod=mod', GOPROXY: 'off' })

// typescript runs a program that was copied from the page.
async function typescript(text, more = {}) {
  const [from, to] = [join(folder, 'call.ts'), join(folder, 'call.mjs')]
  await writeFile(from, text)
  const esbuild = ['--bundle', '--platform=node', '--format=esm', '--log-level=warning', `--outfile=${to}`]
  await run('node_modules/esbuild/bin/esbuild', [from, ...esbuild], { env: { ...process.env, NODE_PATH: join(process.cwd(), 'node_modules') } })
  return JSON.parse((await run(process.execPath, [to], { env: secrets(more) })).stdout)
}

// go does so in the module of the folder, or in the one of this repository, which
// has the libraries of MCP.
async function go(text, module = folder, more = {}) {
  const file = join(folder, 'main.go')
  await writeFile(file, text)
  return JSON.parse((await run('go', ['run', file], { cwd: module, env: secrets(more) })).stdout)
}

await check('a View answers what its form asks for', async () => {
  const way = await opened('http', /GET \/api\/views\/catalogue/)
  await choose(way, 'Category', 'Paper')
  await way.getByLabel('Show').fill('2')
  await way.getByRole('button', { name: 'Send' }).click()
  await status(way).getByText(/^200/).waitFor()
  const { data } = await body(way)
  assert.equal(data.rows.length, 2)
  assert.equal(data.hasMore, true)
  assert.match(await code(way).innerText(), new RegExp(`${origin}/api/views/catalogue\\?.*show=2`))
  assert.deepEqual(await curl(way), await body(way))
  await look(page, 'admin-try-view')
})

await check('a value that the service refuses is told at its field, with the answer as it came', async () => {
  const way = await opened('http', /POST \/api\/orders Place/)
  await way.getByRole('button', { name: 'Send' }).click()
  await status(way).getByText(/^400/).waitFor()
  assert.equal((await body(way)).diagnostic.code, 'INPUT_VALIDATION_FAILED')
  await way.locator('[aria-invalid="true"]').first().waitFor()
  await look(page, 'admin-try-refused')
})

await check('a Trigger writes as the reader, and its command does the same', async () => {
  const way = await opened('http', /PUT \/api\/stock/)
  assert.ok(await way.getByRole('button', { name: 'Send' }).isDisabled(), 'the path has no sku yet')
  await way.getByRole('combobox', { name: 'Sku' }).click()
  await page.getByRole('option', { name: /PEN-302/ }).click()
  await way.getByRole('textbox', { name: 'Quantity' }).fill('41')
  await way.getByRole('textbox', { name: 'Expected version' }).fill('1')
  await way.getByRole('button', { name: 'Send' }).click()
  await status(way).getByText(/^200/).waitFor()
  assert.equal((await body(way)).data.data.quantity, 41)
  assert.equal((await curl(way)).diagnostic.code, 'CONFLICT', 'the version was 1 and is not any more')
})

await check('a tool runs as it would for an agent of the reader', async () => {
  const way = await opened('staff', /list_entries/)
  await choose(way, 'Collection', 'Products')
  await way.getByRole('button', { name: 'Send' }).click()
  await status(way).getByText(/^200/).waitFor()
  assert.ok((await body(way)).result.items.length > 0)
  assert.match(await code(way).innerText(), /"name":"list_entries","arguments":\{.*"collection":"products"/)
  await look(page, 'admin-try-tool')
})

await check('the call in TypeScript and in Go does what the page did', async () => {
  const way = await opened('http', /GET \/api\/views\/catalogue/)
  await choose(way, 'Category', 'Ink')
  await way.getByRole('textbox', { name: 'Show' }).fill('1')
  await way.getByRole('button', { name: 'Send' }).click()
  await status(way).getByText(/^200/).waitFor()
  const { data } = await body(way)
  assert.deepEqual(await typescript(await inLanguage(way, 'TypeScript')), data)
  await look(page, 'admin-try-typescript')
  const { Rows, NextCursor } = await go(await inLanguage(way, 'Go'))
  assert.deepEqual([Rows, NextCursor], [data.rows, data.nextCursor])
  await look(page, 'admin-try-go')
})

await check('a report needs the cookie, and Go has no way to it', async () => {
  const way = await opened('http', /GET \/admin\/api\/views\/open-orders/)
  const { rows } = await typescript(await inLanguage(way, 'TypeScript'), { QUARTET_COOKIE: cookie })
  assert.ok(rows.length > 0)
  assert.equal(await way.getByRole('radio', { name: 'Go' }).count(), 0)
})

// granted is a token that a program of the reader's gets for a resource.
async function granted(scope, resource) {
  const kettle = await app('Kettle')
  const heard = await olga.decide(`${kettle.asks(scope)}&resource=${encodeURIComponent(resource)}`)
  const { access_token: token } = await kettle.redeem(heard.searchParams.get('code'))
  kettle.close()
  return token
}

await check('a Trigger is called by its Procedure, with a token', async () => {
  const token = await granted('api', `${origin}/api`)
  const way = await opened('http', /PUT \/api\/stock/)
  const counted = async (version, quantity) => {
    await way.getByRole('textbox', { name: 'Quantity' }).fill(String(quantity))
    await way.getByRole('textbox', { name: 'Expected version' }).fill(String(version))
  }
  await way.getByRole('combobox', { name: 'Sku' }).click()
  await page.getByRole('option', { name: /PEN-302/ }).click()
  await counted(2, 42)
  const first = await typescript(await inLanguage(way, 'TypeScript'), { QUARTET_TOKEN: token })
  assert.deepEqual([first.version, first.data.quantity], [3, 42])
  await counted(3, 43)
  const second = await go(await inLanguage(way, 'Go'), folder, { QUARTET_TOKEN: token })
  assert.deepEqual([second.version, second.data.quantity], [4, 43])
})

await check('the call of a tool does so for who has a token', async () => {
  const token = await granted('mcp', `${origin}/mcp`)
  const way = await opened('staff', /list_entries/)
  await choose(way, 'Collection', 'Products')
  const there = await typescript(await inLanguage(way, 'TypeScript'), { QUARTET_TOKEN: token })
  assert.ok(there.items.length > 0)
  assert.deepEqual((await curl(way, { QUARTET_TOKEN: token })).result.structuredContent, there)
  assert.deepEqual(await go(await inLanguage(way, 'Go'), '..', { QUARTET_TOKEN: token }), there)
})

await rm(folder, { recursive: true })
await close()
