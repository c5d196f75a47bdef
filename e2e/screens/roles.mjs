// Who sees which page. The service refuses what the application hides; its own
// tests hold each route of the API for each role.
import assert from 'node:assert/strict'
import { close, openAdmin } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'
import { screens, show } from './table.mjs'

const ranks = ['contributor', 'editor', 'owner']

// places are what the sidebar has below collections and reports.
const places = {
  contributor: ['Calendar', 'Releases'],
  editor: ['Operations', 'Media', 'Calendar', 'Releases', 'Bin', 'Members'],
  owner: ['Operations', 'Media', 'Calendar', 'Releases', 'Bin', 'Members', 'Staff', 'Settings', 'Developer'],
}

const olga = await owner()
const people = { owner: olga, editor: await hire(olga, 'eva', 'editor'), contributor: await hire(olga, 'cora', 'contributor') }
let refused = 0

for (const [rank, role] of ranks.entries()) {
  const page = await openAdmin(people[role])

  await check(`the navigation of ${role}`, async () => {
    await show(page, people[role], { address: '/admin/', heading: 'Welcome' })
    const links = await page.getByRole('navigation').getByRole('listitem').allInnerTexts()
    assert.deepEqual(links, ['Home', 'Authors', 'Pages', 'Posts', 'Suggestions', 'Suggestion inbox', 'Unread suggestions', ...places[role]])
  })

  if (role === 'owner') continue // look.mjs opens every page as one
  await check(`what is not for ${role} says whom it is for`, async () => {
    for (const screen of screens) {
      const needed = screen.role[0].toUpperCase() + screen.role.slice(1)
      const open = rank >= ranks.indexOf(screen.role)
      if (!open) refused++
      await show(page, people[role], open ? screen : { ...screen, heading: `This page requires the role ${needed}` })
    }
  })
  assert.deepEqual(page.complaints, [])
}

await check('some pages were refused', () => assert.ok(refused >= 8, `${refused}`))
await close()
