// Every screen with data in it: what axe finds in both themes, whether it fits a
// telephone, what it looks like, and whether it speaks Chinese.
import assert from 'node:assert/strict'
import { app } from '../app.mjs'
import { close, look, lookAgain, openAdmin, tab } from '../chromium.mjs'
import { check } from '../site.mjs'
import { address, hire, owner } from '../staff.mjs'
import { goWrong } from './deferred.mjs'
import { screens, show } from './table.mjs'
import { answersOf, english } from './words.mjs'

const olga = await owner()

await check('somebody was invited, somebody left, and a program is connected', async () => {
  await hire(olga, 'eva', 'editor')
  await hire(olga, 'cora', 'contributor')
  assert.equal((await olga.post('/admin/api/staff/invitations', { email: address('ivo'), role: 'editor' })).status, 201)
  const kettle = await app('Kettle')
  await kettle.redeem((await olga.decide(kettle.asks())).searchParams.get('code'))
  kettle.close()
})

if (process.env.EXAMPLE === 'commerce') {
  await check('the stock was counted, and hooks went wrong', () => goWrong(olga, ['Order more ink.', 'Water the fern in the window.']))
}

// seen is what is done with a page, by the language of whoever reads it.
const seen = {
  en: async (page, screen) => {
    await show(page, olga, screen)
    await look(page, `admin-${screen.name}`)
  },
  'zh-TW': async (page, screen) => {
    const answers = answersOf(page)
    await show(page, olga, { address: screen.address })
    assert.deepEqual(await english(page, answers), [])
    await lookAgain(page, `zh-TW-admin-${screen.name}`)
  },
}

// All are looked at, whatever is found in one.
const failures = []
const { READS: locale } = process.env
const context = (await openAdmin(olga, { locale })).context()
for (const screen of screens) {
  const page = await tab(context)
  await check(`${screen.name}: ${screen.address}`, () => seen[locale](page, screen)).catch((failure) => failures.push(failure))
  await page.close()
}

await close()
if (failures.length > 0) throw new AggregateError(failures)
