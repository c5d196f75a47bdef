// Every screen with data in it: what axe finds in both themes, whether it fits a
// telephone, and what it looks like.
import assert from 'node:assert/strict'
import { app } from '../app.mjs'
import { close, desk, look } from '../chromium.mjs'
import { check } from '../site.mjs'
import { address, hire, owner } from '../staff.mjs'
import { screens, show } from './table.mjs'

const olga = await owner()

await check('somebody was invited, somebody left, and a program is connected', async () => {
  await hire(olga, 'eva', 'editor')
  await hire(olga, 'cora', 'contributor')
  assert.equal((await olga.post('/admin/api/staff/invitations', { email: address('ivo'), role: 'editor' })).status, 201)
  const kettle = await app('Kettle')
  await kettle.redeem((await olga.decide(kettle.asks())).searchParams.get('code'))
  kettle.close()
})

// All are looked at, whatever is found in one.
const failures = []
for (const screen of screens) {
  const page = await desk(olga)
  await check(`${screen.name}: ${screen.address}`, async () => {
    await show(page, olga, screen)
    await look(page, `admin-${screen.name}`)
  }).catch((failure) => failures.push(failure))
  await page.context().close()
}

await close()
if (failures.length > 0) throw new AggregateError(failures)
