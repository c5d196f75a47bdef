// The code of docs/front-ends.md, as it stands there, in a browser: on
// https://app.example, for the site https://tea.example.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { signIn, tab } from '../chromium.mjs'
import { check } from '../site.mjs'
import { app, browser, close, heard } from './hosts.mjs'

const here = 'https://app.example/'
const tea = 'https://tea.example'
const plain = { '/index.html': 'app/index.html', '/main.js': 'app/main.js', '/site.js': 'app/site.js', '/ask.js': 'app/ask.js' }

// open opens the front end in windows of its own, whose cookies and storage nobody else has.
async function open(files, where = here) {
  app.files = files
  const page = await tab(await browser.newContext())
  await page.goto(where)
  return page
}

// allow is somebody who answers the consent page.
async function allow(page, access = 'Read and change') {
  await page.waitForURL(`${tea}/oauth/consent?**`)
  await page.getByRole('radio', { name: access }).check()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.waitForURL(here)
}

async function connect(page, email, access) {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${tea}/oauth/sign-in?**`)
  await signIn(page, email)
  await allow(page, access)
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

async function add(page, text) {
  await page.getByLabel('Note').fill(text)
  await page.getByRole('button', { name: 'Add' }).click()
}

const note = (page, text) => page.getByRole('listitem').filter({ hasText: text }).waitFor()
const spoil = (page) => page.evaluate(() => localStorage.setItem('tokens', JSON.stringify({ ...JSON.parse(localStorage.getItem('tokens')), access_token: 'over' })))
const count = (path) => heard.filter((each) => each.path === path && each.method === 'POST').length
const revoked = () => count('/api/auth/oauth2/revoke')

// ask is a request of a script on the page; a browser that keeps the answer from it says "blocked".
const ask = (page, url, init) => page.evaluate(async ([url, init]) => {
  try {
    const answer = await fetch(url, init)
    return { status: answer.status, headers: Object.fromEntries(answer.headers) }
  } catch {
    return 'blocked'
  }
}, [tea + url, init])

let page

await check('a script of another site reads a public View, with its tag and the id of the request', async () => {
  page = await open(plain)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  const { status, headers } = await ask(page, '/api/views/notes')
  assert.equal(status, 200)
  assert.ok(headers.etag && headers['x-request-id'], JSON.stringify(headers))
  assert.equal((await ask(page, '/api/views/notes', { headers: { 'If-None-Match': headers.etag } })).status, 304)
  const { origin, cookie } = heard.findLast(({ path }) => path === '/api/views/notes')
  assert.deepEqual({ origin, cookie }, { origin: 'https://app.example', cookie: undefined })
  assert.deepEqual(page.complaints, [])
})

await check('it reads where to get a token, and the documents that lead there', async () => {
  const { status, headers } = await ask(page, '/api/views/mine')
  assert.equal(status, 401)
  assert.equal(headers['www-authenticate'], `Bearer resource_metadata="${tea}/.well-known/oauth-protected-resource/api", scope="api"`)
  for (const path of ['/.well-known/oauth-protected-resource/api', '/.well-known/oauth-authorization-server/api/auth', '/api/auth/jwks']) {
    assert.equal((await ask(page, path)).status, 200, path)
  }
})

await check('somebody signs in there, and is told who asks for what', async () => {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Tea app asks you to sign in').waitFor()
  await signIn(page, 'ann@tea.example')
  await page.waitForURL(`${tea}/oauth/consent?**`)
  await page.getByRole('heading', { name: 'Tea app asks for access' }).waitFor()
  await page.getByText('ann@tea.example').first().waitFor()
  await page.getByText('the content and the actions of this site (/api)').waitFor()
  await page.getByRole('group', { name: 'What may it do there?' }).waitFor()
  await page.getByText('app.example', { exact: false }).first().waitFor()
  await allow(page)
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  assert.equal(page.url(), here)
})

await check('what they write is theirs', async () => {
  await add(page, 'Sencha')
  await note(page, 'Sencha')
  assert.deepEqual(page.complaints, [])
})

await check('the cookie of the site is one of its host alone, and goes nowhere from here', async () => {
  const cookies = await page.context().cookies(tea)
  const session = cookies.find(({ name }) => name.startsWith('__Host-') && name.endsWith('.session'))
  assert.deepEqual([session.secure, session.sameSite, session.httpOnly], [true, 'Lax', true])
  assert.equal(await ask(page, '/api/views/mine', { credentials: 'include' }), 'blocked')
  assert.equal(heard.at(-1).cookie, undefined)
  assert.equal(await ask(page, '/api/notes', { method: 'POST', credentials: 'include', headers: { 'Content-Type': 'text/plain' }, body: '{"text":"forged"}' }), 'blocked')
  assert.equal(heard.at(-1).cookie, undefined)
})

await check('sign-in, Admin and pages answer no script of another site, with a token or without', async () => {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('tokens')).access_token)
  for (const path of ['/admin/api/me', '/api/auth/get-session', '/oauth/consents', '/clients/app']) {
    assert.equal(await ask(page, path), 'blocked', path)
    assert.equal(await ask(page, path, { headers: { Authorization: `Bearer ${token}` } }), 'blocked', path)
  }
})

await check('a token that is over is renewed once, and another tab has the new one', async () => {
  const other = await tab(page.context())
  await other.goto(here)
  await note(other, 'Sencha')
  const before = count('/api/auth/oauth2/token')
  await spoil(page)
  await page.reload()
  await note(page, 'Sencha')
  await other.reload()
  await note(other, 'Sencha')
  assert.equal(count('/api/auth/oauth2/token'), before + 1)
  await other.close()
})

// What one tab keeps can reach another after the lock does, so that both may ask: the site
// gives the second one what the first one got.
await check('of two tabs that renew at the same time none is left without', async () => {
  const other = await tab(page.context())
  await other.goto(here)
  await note(other, 'Sencha')
  await spoil(page)
  await Promise.all([page.reload(), other.reload()])
  await Promise.all([note(page, 'Sencha'), note(other, 'Sencha')])
  const before = count('/api/auth/oauth2/token')
  await Promise.all([page.reload(), other.reload()])
  await Promise.all([note(page, 'Sencha'), note(other, 'Sencha')])
  assert.equal(count('/api/auth/oauth2/token'), before)
  await other.close()
})

await check('who signs out at the site is signed out here', async () => {
  const own = await tab(page.context())
  await own.goto(`${tea}/oauth/consents`)
  await own.getByRole('button', { name: 'Sign out' }).click()
  await own.getByText('You are signed out').waitFor()
  await own.close()
  await page.reload()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
})

await check('who comes again is asked to sign in, and not to consent', async () => {
  await page.reload()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${tea}/oauth/sign-in?**`)
  await signIn(page, 'ann@tea.example')
  await page.waitForURL(here)
  await note(page, 'Sencha')
})

await check('signing out here ends the tokens and not the session', async () => {
  const before = revoked()
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('tokens')).access_token)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  assert.equal(revoked(), before + 1)
  assert.equal((await ask(page, '/api/views/mine', { headers: { Authorization: `Bearer ${token}` } })).status, 401)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(here)
  await note(page, 'Sencha')
})

await check('who gave reading alone is asked once more when something is to be written', async () => {
  const reader = await open(plain)
  await connect(reader, 'ben@tea.example', 'Read only')
  await add(reader, 'Hojicha')
  await reader.waitForURL(`${tea}/oauth/consent?**`)
  await reader.getByText('So far Tea app can only read.').waitFor()
  await allow(reader)
  await add(reader, 'Hojicha')
  await note(reader, 'Hojicha')
  assert.equal(await reader.getByRole('listitem').count(), 1)
  await reader.context().close()
})

await check('who refuses is told so', async () => {
  const refuser = await open(plain)
  await refuser.getByRole('button', { name: 'Sign in' }).click()
  await signIn(refuser, 'cleo@tea.example')
  await refuser.getByRole('button', { name: 'Do not allow' }).click()
  await refuser.getByRole('alert').filter({ hasText: 'The user said no.' }).waitFor()
  await refuser.context().close()
})

await check('the same code on an origin that is not named gets nothing', async () => {
  const stranger = await open(plain, 'https://other.example/')
  await stranger.getByRole('alert').filter({ hasText: 'Failed to fetch' }).waitFor()
  for (const path of ['/api/views', '/api/views/notes']) assert.equal(await ask(stranger, path), 'blocked')
  assert.equal(await ask(stranger, '/api/notes', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"text":"no"}' }), 'blocked')
  assert.notEqual(heard.at(-1).method, 'POST')
  await stranger.context().close()
})

await check('a script without an origin gets nothing either', async () => {
  const said = await page.evaluate((url) => new Promise((done) => {
    addEventListener('message', ({ origin, data }) => done({ origin, data }), { once: true })
    const frame = document.createElement('iframe')
    frame.sandbox = 'allow-scripts'
    frame.srcdoc = `<script>fetch('${url}').then(() => 'read', () => 'blocked').then((said) => parent.postMessage(said, '*'))</script>`
    document.body.append(frame)
  }), `${tea}/api/views/notes`)
  assert.deepEqual(said, { origin: 'null', data: 'blocked' })
  assert.equal(heard.at(-1).origin, 'null')
})

await page.context().close()

await check('the client with React is built as the page says, and does the same', async () => {
  const shown = await readFile('../docs/front-ends.md', 'utf8')
  const [, command] = /<!-- command -->\n```\nnpx (.*)\n```/.exec(shown)
  const [name, ...parameters] = command.split(' ')
  await promisify(execFile)(resolve('node_modules/.bin', name), parameters, {
    cwd: join(process.env.APPS, 'app'), env: { ...process.env, NODE_PATH: resolve('node_modules') },
  })
  const react = await open({ '/index.html': 'app/react.html', '/app.js': 'app/app.js' })
  await connect(react, 'dora@tea.example')
  await add(react, 'Matcha')
  await note(react, 'Matcha')
  await spoil(react)
  await add(react, 'Genmaicha')
  await note(react, 'Genmaicha')
  await react.getByRole('button', { name: 'Sign out' }).click()
  await react.getByRole('button', { name: 'Sign in' }).waitFor()
  await note(react, 'Sencha') // everybody's
  assert.deepEqual(react.complaints, [])
  await react.context().close()
})

await check('with proofs a token is of no use to anybody else', async () => {
  const bound = await open({ ...plain, '/ask.js': 'dpop/ask.js' })
  await connect(bound, 'emil@tea.example')
  await add(bound, 'Gyokuro')
  await note(bound, 'Gyokuro')
  const { authorization, dpop } = heard.findLast(({ path, method }) => path === '/api/notes' && method === 'POST')
  assert.match(authorization, /^DPoP /)
  const token = authorization.split(' ')[1]
  for (const headers of [{ Authorization: `Bearer ${token}` }, { Authorization: `DPoP ${token}` }, { Authorization: authorization, DPoP: dpop }]) {
    const { status, headers: said } = await ask(bound, '/api/views/mine', { headers })
    assert.equal(status, 401)
    assert.match(said['www-authenticate'], /error="invalid_(token|dpop_proof)"/)
  }
  await bound.reload()
  await note(bound, 'Gyokuro')
  await spoil(bound)
  await bound.reload()
  await note(bound, 'Gyokuro')
  assert.deepEqual(bound.complaints, [])
  await bound.context().close()
})

await close()
