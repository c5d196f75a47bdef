// An editor publishes many entries at once.
import assert from 'node:assert/strict'
import { close, look, openAdmin } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const eva = await hire(await owner(), 'eva', 'editor')
const page = await openAdmin(eva)

const states = async () => {
  const answer = await eva.fetch('/admin/api/entries?collection=posts&search=kettle-&limit=100')
  return Object.fromEntries((await answer.json()).items.map(({ title, status }) => [title, status]))
}

// draft makes a post that nobody has published.
async function draft(slug, more = { author: 'thomas-hale', publishedAt: 1_700_000_000_000 }) {
  const answer = await eva.post('/admin/api/entries?collection=posts', { data: { slug, ...more } })
  assert.equal(answer.status, 201, await answer.text())
}

const row = (name) => page.getByRole('checkbox', { name: `Select ${name}` })

await check('a range of rows is selected with Shift', async () => {
  for (let i = 1; i <= 6; i++) await draft(`kettle-${i}`)
  await draft('kettle-broken', {})
  await page.goto('/admin/c/posts?q=kettle-&sort=slug&direction=asc')
  await row('kettle-1').click()
  await row('kettle-4').click({ modifiers: ['Shift'] })
  await row('kettle-broken').click()
  await page.getByRole('region', { name: 'Selected entries' }).getByText('5 selected').waitFor()
  await look(page, 'bulk')
})

await check('what can be published is, and the reason is told for what cannot', async () => {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('4 entries published').waitFor()
  const left = page.getByRole('alert').filter({ hasText: '1 entry was not changed' })
  await left.waitFor()
  await look(page, 'bulk-done')
  await left.getByRole('button', { name: 'Close' }).click()
  assert.deepEqual(await states(), {
    'kettle-1': 'published', 'kettle-2': 'published', 'kettle-3': 'published', 'kettle-4': 'published', 'kettle-5': 'draft', 'kettle-6': 'draft', 'kettle-broken': 'draft',
  })
})

await check('the list shows it without being asked', async () => {
  await page.getByRole('row').filter({ hasText: 'kettle-4' }).getByText('Published').waitFor()
  await page.getByRole('row').filter({ hasText: 'kettle-broken' }).getByText('Draft').waitFor()
})

await check('deleting asks first', async () => {
  await row('kettle-5').click()
  await row('kettle-6').click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete 2 entries?' }).getByRole('button', { name: 'Cancel' }).click()
  assert.equal((await states())['kettle-5'], 'draft')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('2 entries deleted').waitFor()
  assert.equal((await states())['kettle-5'], undefined)
})

await check('unpublishing asks, names what it will take down, and can be taken back', async () => {
  await row('kettle-1').click()
  await row('kettle-2').click()
  await page.getByRole('button', { name: 'Unpublish' }).click()
  const question = page.getByRole('dialog', { name: 'Unpublish 2 entries?' })
  await question.getByText('kettle-2').waitFor()
  assert.equal((await states())['kettle-1'], 'published')
  await question.getByRole('button', { name: 'Unpublish' }).click()
  const told = page.getByRole('alert').filter({ hasText: '2 entries unpublished' })
  await told.waitFor()
  assert.equal((await states())['kettle-1'], 'draft')
  await told.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: 2 entries').waitFor()
  assert.equal((await states())['kettle-1'], 'published')
})

await check('what is published is not offered to be deleted', async () => {
  await row('kettle-1').click()
  await page.getByRole('button', { name: 'Unpublish' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0)
})

assert.deepEqual(page.complaints, [])
await close()
