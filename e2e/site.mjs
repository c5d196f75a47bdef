// What every script needs: the site that it runs against, people who sign in to
// it without a browser, and a way to say what was checked.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

export const origin = process.env.SITE
export const issuer = `${origin}/api/auth`
export const resource = `${origin}/mcp`

// read is how much of the letters was read.
let read = 0

// failing is called before a script ends because something did not hold.
export const failing = []

// check prints what holds, with its seconds where it took long; what does not ends
// the script.
export async function check(what, work) {
  const start = performance.now()
  try {
    const found = await work()
    const seconds = (performance.now() - start) / 1000
    console.log(`ok    ${what}${seconds < 5 ? '' : ` (${seconds.toFixed(0)} s)`}`)
    return found
  } catch (error) {
    console.log(`FAIL  ${what}`)
    await Promise.allSettled(failing.map((each) => each()))
    throw error
  }
}

// Visitor is somebody with a browser of their own: fetch keeps its cookies and
// follows no redirect.
export class Visitor {
  #cookies = new Map()

  fetch = async (input, init = {}) => {
    const request = new Request(new URL(input.url ?? input, origin), input instanceof Request ? input : undefined)
    const headers = new Headers(init.headers ?? request.headers)
    if (request.url.startsWith(origin) && this.#cookies.size > 0) {
      headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    const answer = await fetch(request, { ...init, headers, redirect: 'manual' })
    for (const cookie of answer.headers.getSetCookie()) this.#keep(cookie)
    return answer
  }

  #keep(cookie) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)
    if (/;\s*max-age=(0|-)/i.test(cookie)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }

  // cookies are what a browser needs to be the same person.
  cookies = () => [...this.#cookies].map(([name, value]) => ({ name, value, url: origin }))

  post = (path, body) =>
    this.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

  submit = (path, form) => this.fetch(path, { method: 'POST', body: new URLSearchParams(form) })

  // letter waits for the next letter to an address and gives what stands in it: a
  // code or a link.
  async letter(address) {
    for (const start = Date.now(); Date.now() - start < 10_000; await pause(20)) {
      const text = await readFile(process.env.LETTERS, 'utf8')
      const found = new RegExp(`mail to ${RegExp.escape?.(address) ?? address}: .*\\n\\n +(\\S+)\\n`, 'g')
      found.lastIndex = read
      const match = found.exec(text)
      if (match) {
        read = found.lastIndex
        return match[1]
      }
    }
    throw new Error(`no letter to ${address}`)
  }

  async signIn(email) {
    await this.post('/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' })
    const answer = await this.post('/api/auth/sign-in/email-otp', { email, otp: await this.letter(email) })
    assert.equal(answer.status, 200)
    return (await answer.json()).user
  }

  // followLink opens a link that came by mail, and presses the button behind it.
  async followLink(link) {
    const page = await this.fetch(link)
    const html = await page.text()
    assert.equal(page.status, 200, html)
    return this.submit(new URL(link).pathname, { token: hidden(html, 'token') })
  }

  signOut = () => this.post('/api/auth/sign-out', {})

  // decide goes where a client sends the browser, answers the consent page, and
  // gives the URL at which the client hears of it. access is what is chosen where
  // the page leaves the choice: read or write.
  async decide(authorization, accept = true, access = 'write') {
    let answer = await this.fetch(authorization)
    assert.equal(answer.status, 302)
    const page = await this.fetch(answer.headers.get('location'))
    const html = await page.text()
    assert.equal(page.status, 200, html)
    answer = await this.submit('/api/auth/oauth2/consent', {
      request: hidden(html, 'request'),
      proof: hidden(html, 'proof'),
      accept: String(accept),
      access,
    })
    assert.equal(answer.status, 303)
    return new URL(answer.headers.get('location'))
  }
}

// hidden is the value of a hidden field of a page.
function hidden(html, name) {
  const [, value] = new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html)
  return value.replace(/&(?:#(\d+)|amp|quot|lt|gt);/g, (entity, code) =>
    code ? String.fromCharCode(code) : { '&amp;': '&', '&quot;': '"', '&lt;': '<', '&gt;': '>' }[entity])
}

// expireSessions lets the time of every browser session run out, as a week
// without a visit does.
export function expireSessions() {
  const database = new DatabaseSync(process.env.DATABASE)
  database.exec('PRAGMA busy_timeout = 5000; UPDATE _quartet_sessions SET expires_at = 1, purge_at = 1')
  database.close()
}

// arrive goes to where a program of this machine hears of a decision. Some send
// the user off before they listen, since people take longer than scripts.
export async function arrive(url) {
  for (const start = Date.now(); ; await pause(20)) {
    try {
      return await fetch(url)
    } catch (error) {
      if (error.cause?.code !== 'ECONNREFUSED' || Date.now() - start > 10_000) throw error
    }
  }
}

// listen serves on loopback and gives the URL; close ends it.
export async function listen(answer) {
  const server = createServer(answer)
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}
