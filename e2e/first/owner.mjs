// The link that quartet owner-link prints, beside a server without mail: it signs in the
// owner, once.
import assert from 'node:assert/strict'
import { close, look, person, settled } from '../chromium.mjs'
import { check } from '../site.mjs'

const link = process.env.OWNER_LINK
const page = await person()
const owner = 'you@example.com · Owner'

// isOwner opens the menu of the person, and closes it.
async function isOwner() {
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByText(owner).waitFor()
  await page.keyboard.press('Escape')
}

await check('Admin sends whoever has no session to a page that names the command', async () => {
  const other = await person()
  await other.goto('/admin')
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  await other.getByText('quartet owner-link').waitFor()
  await look(other, 'sign-in-owner-link')
})

await check('the link leads to Admin, signed in as the owner', async () => {
  await page.goto(link)
  assert.equal(new URL(page.url()).pathname, '/admin')
  await isOwner()
})

await check('nobody else gets in by the same link', async () => {
  const late = await person()
  const answer = await late.goto(link)
  assert.equal(answer.status(), 401)
  await late.goto('/admin')
  await late.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.equal(await late.getByRole('button', { name: 'Your menu' }).count(), 0)
})

await check('the owner stays signed in, and may do what an owner may', async () => {
  await page.goto('/admin/staff')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
  await isOwner()
})

assert.deepEqual(page.complaints, [])
await close()
