// An editor's role is taken away while she works.
import assert from 'node:assert/strict'
import { close, look, openAdmin } from '../chromium.mjs'
import { check } from '../site.mjs'
import { address, hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const page = await openAdmin(eva)

// appoint gives Eva another role, or none.
async function appoint(role) {
  const { users } = await (await olga.fetch('/admin/api/staff')).json()
  const { id } = users.find((each) => each.email === address('eva') && each.state === 'active')
  const answer = await olga.fetch(`/admin/api/staff/${id}/role`, {
    method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ role }),
  })
  assert.equal(answer.status, 200)
}

await check('an editor sees what her role opens', async () => {
  await page.goto('/admin/c/suggestions')
  await page.getByRole('navigation').getByRole('link', { name: 'Members' }).waitFor()
})

await check('as a contributor she is refused at the next move, and the application follows', async () => {
  await appoint('contributor')
  await page.getByRole('checkbox', { name: /^Select (?!all)/ }).first().click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alert').getByText('That did not work').first().waitFor() // what would be deleted is asked first
  assert.equal(await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).isDisabled(), true)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Members' }).waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('checkbox').count(), 0)
})

await check('a page that needs more says which role', async () => {
  await page.goto('/admin/members')
  await page.getByRole('heading', { name: 'This page requires the role Editor' }).waitFor()
  await page.getByText(`You are signed in as ${address('eva')} with the role Contributor.`).waitFor()
  await look(page, 'role-needed')
})

await check('without a role her session ends at the next click', async () => {
  await appoint(null)
  await page.getByRole('navigation').getByRole('link', { name: 'Authors' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

await check('when she signs in again she is told why', async () => {
  await page.getByLabel('Email address').fill(address('eva'))
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Six-digit code').fill(await eva.letter(address('eva')))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'You have no staff role here' }).waitFor()
})

assert.deepEqual(page.complaints, [])
await close()
