// quartet dev: the link that it prints, and the mail.
import assert from 'node:assert/strict'
import { check, Visitor } from './site.mjs'

const me = async (visitor) => (await visitor.fetch('/api/auth/get-session')).json()

await check('the link signs the owner in, and leads to the site', async () => {
  const owner = new Visitor()
  const answer = await owner.fetch(process.env.OWNER_LINK)
  assert.equal(answer.status, 302)
  assert.equal((await owner.fetch(answer.headers.get('location'))).status, 200)
  assert.equal((await me(owner)).user.role, 'owner')
})

await check('it does so once', async () => {
  const late = new Visitor()
  assert.equal((await late.fetch(process.env.OWNER_LINK)).status, 401)
  assert.equal(await me(late), null)
})

await check('others sign in with the codes that are printed, and are nobody in particular', async () => {
  const anna = new Visitor()
  await anna.signIn('anna@tea.example')
  assert.equal((await me(anna)).user.role, 'user')
})
