// An owner invites somebody, who follows the mail, works, and is promoted.
import assert from 'node:assert/strict'
import { close, look, openAdmin, person } from '../chromium.mjs'
import { check, Visitor } from '../site.mjs'
import { address, owner } from '../staff.mjs'

const olga = await owner()
const hers = await openAdmin(olga)
const his = await person()
const row = () => hers.getByRole('row').filter({ hasText: address('ivo') })

await check('the owner invites a contributor', async () => {
  await hers.goto('/admin/staff')
  await hers.getByRole('button', { name: 'Invite', exact: true }).click()
  await hers.getByLabel('Email address').fill(address('ivo'))
  await hers.getByRole('radio', { name: 'Contributor' }).click()
  await look(hers, 'admin-invite')
  await hers.getByRole('button', { name: 'Send the invitation' }).click()
  await hers.getByText('The invitation was sent').waitFor()
  await look(hers, 'admin-invited')
  await hers.keyboard.press('Escape')
  await row().getByRole('cell', { name: 'Invited', exact: true }).waitFor()
})

await check('the mail leads to the sign-in, and from there to Admin', async () => {
  await his.goto(await new Visitor().letter(address('ivo')))
  await his.getByLabel('Email address').fill(address('ivo'))
  await his.getByRole('button', { name: 'Send me a code' }).click()
  await his.locator('#otp').fill(await new Visitor().letter(address('ivo')))
  await his.getByRole('button', { name: 'Sign in', exact: true }).click()
  await his.getByRole('heading', { name: /^Welcome/ }).waitFor()
  assert.equal(new URL(his.url()).pathname.replace(/\/$/, ''), '/admin')
})

await check('he may write drafts, and publish nothing', async () => {
  await his.goto('/admin/c/authors/new')
  await his.getByRole('button', { name: 'Save', exact: false }).first().waitFor()
  assert.equal(await his.getByRole('button', { name: 'Publish' }).count(), 0)
})

await check('he is active now, and is made an editor', async () => {
  await hers.reload()
  await row().getByRole('cell', { name: 'Active', exact: true }).waitFor()
  await row().getByRole('button', { name: /^Actions for/ }).click()
  await hers.getByRole('menuitem', { name: 'Change role' }).click()
  await hers.getByRole('radio', { name: 'Editor' }).click()
  await look(hers, 'admin-role')
  await hers.getByRole('button', { name: 'Make Editor' }).click()
  await row().getByRole('cell', { name: 'Editor', exact: true }).waitFor()
})

await check('which counts with his next page', async () => {
  await his.goto('/admin/members')
  await his.getByText(address('olga')).first().waitFor()
})

await check('nobody changes their own role', async () => {
  await hers.getByText('You are the only owner.').waitFor()
  assert.equal(await hers.getByRole('button', { name: `Actions for ${address('olga')}` }).count(), 0)
})

await check('removed from the staff, his session ends', async () => {
  await row().getByRole('button', { name: /^Actions for/ }).click()
  await hers.getByRole('menuitem', { name: 'Remove from the staff' }).click()
  await look(hers, 'admin-remove')
  await hers.getByRole('dialog').getByRole('button', { name: 'Remove from the staff' }).click()
  await row().waitFor({ state: 'detached' })
  await his.getByRole('navigation').getByRole('link', { name: 'Posts' }).click()
  await his.getByRole('heading', { name: 'Sign in' }).waitFor()
})

for (const page of [hers, his]) assert.deepEqual(page.complaints, [])
await close()
