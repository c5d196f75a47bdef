// An editor's role is taken away while she works.
import assert from 'node:assert/strict'
import { close, look } from '../chromium.mjs'
import { check } from '../site.mjs'
import { address, desk, hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const page = await desk(eva)

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

await check('as a contributor she is refused at the next move, and told the role that it needs', async () => {
  await appoint('contributor')
  await page.getByRole('checkbox', { name: /^Select (?!all)/ }).first().click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1 entry was left as it was').waitFor()
})

await check('the page that needs more says so, and the navigation leaves it out', async () => {
  await page.goto('/admin/members')
  await page.getByRole('heading', { name: 'This page needs the role Editor' }).waitFor()
  assert.equal(await page.getByRole('navigation').getByRole('link', { name: 'Members' }).count(), 0)
  await look(page, 'role-needed')
})

await check('without a role she is told at the next click', async () => {
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  await appoint(null)
  await page.getByRole('navigation').getByRole('link', { name: 'Authors' }).click()
  await page.getByRole('heading', { name: 'You have no staff role here' }).waitFor()
})

await check('and again when she comes back', async () => {
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'You have no staff role here' }).waitFor()
})

assert.deepEqual(page.complaints, [])
await close()
