// The staff of a site, for scripts that are about something else than signing in.
import assert from 'node:assert/strict'
import { Visitor } from './site.mjs'

export const address = (name) => `${name}@tea.example`

// owner signs in whom the site's settings make its first owner.
export async function owner() {
  const olga = new Visitor()
  await olga.signIn(address('olga'))
  return olga
}

// hire has an owner invite somebody, who then signs in.
export async function hire(olga, name, role) {
  const invited = await olga.post('/admin/api/staff/invitations', { email: address(name), role })
  assert.equal(invited.status, 201, await invited.text())
  const hired = new Visitor()
  await hired.letter(address(name))
  await hired.signIn(address(name))
  return hired
}

// call is an answer of the Admin API to somebody, which is no refusal.
export async function call(who, method, path, body) {
  const answer = await who.fetch(`/admin/api${path}`, { method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body) })
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`)
  return answer.json()
}
