// A program on the user's machine that wants access: it registers, sends the
// browser to the service, and waits on loopback for the answer.
import { createHash, randomBytes } from 'node:crypto'
import { issuer, listen } from './site.mjs'

const send = async (path, body) => {
  const answer = await fetch(`${issuer}/oauth2/${path}`, { method: 'POST', body })
  return { status: answer.status, ...(await answer.json().catch(() => ({}))) }
}

// app registers under a name. heard is a promise of the next answer, unless more
// has redirect_uris that lead elsewhere.
export async function app(name, more = {}) {
  let hear
  const heard = () => new Promise((done) => (hear = done))
  const server = await listen((request, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    answer.end('<!doctype html><html lang="en"><title>Done</title><main><h1>You may close this page.</h1></main>')
    if (request.url.startsWith('/callback')) hear(new URL(request.url, server.url).searchParams)
  })
  const { redirect_uris: [redirect] = [`${server.url}/callback`], ...rest } = more
  const client = await send('register', JSON.stringify({ client_name: name, redirect_uris: [redirect], ...rest }))
  const verifier = randomBytes(32).toString('base64url')

  // asks is where the app sends the browser.
  const asks = (scope = 'mcp offline_access') => `${issuer}/oauth2/authorize?${new URLSearchParams({
    response_type: 'code', client_id: client.client_id, redirect_uri: redirect, scope, state: 'kettle',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256',
  })}`
  const redeem = (code) => send('token', new URLSearchParams({
    grant_type: 'authorization_code', client_id: client.client_id, redirect_uri: redirect, code, code_verifier: verifier,
  }))
  const refresh = (token) => send('token', new URLSearchParams({
    grant_type: 'refresh_token', client_id: client.client_id, refresh_token: token,
  }))
  return { registered: client, asks, heard, redeem, refresh, close: server.close }
}
