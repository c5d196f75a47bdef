// The page of docs/guides/load-more.md: a reader loads their notes page by page, and
// searches them.
import assert from 'node:assert/strict'
import { close, look, person } from '../chromium.mjs'
import { check, Visitor } from '../site.mjs'

const page = await person()
const letters = new Visitor()
const notes = page.getByRole('listitem')
const more = page.getByRole('button', { name: 'Load more' })

await check('a reader with 45 notes sees the newest 20', async () => {
  await page.goto('/oauth/sign-in?callbackURL=/en')
  await page.getByRole('textbox').first().fill('ann@example.com')
  await page.getByRole('button', { name: /code/i }).first().click()
  await page.locator('input[name=otp]').fill(await letters.letter('ann@example.com'))
  await page.locator('input[name=otp]').press('Enter')
  await page.getByText('There are no notes.').waitFor()
  await page.evaluate(async () => {
    for (let n = 1; n <= 45; n++) {
      const body = JSON.stringify({ text: n % 3 ? `Note ${n}` : `Tea ${n}` })
      const { ok } = await fetch('/api/my-notes', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
      if (!ok) throw new Error(`note ${n} was refused`)
    }
  })
  await page.reload()
  await page.getByText('Tea 45').waitFor()
  assert.equal(await notes.count(), 20)
})

await check('more come below, each once, until there are no more', async () => {
  for (const count of [40, 45]) {
    await more.click()
    await notes.nth(count - 1).waitFor()
    assert.equal(await notes.count(), count)
  }
  assert.equal(new Set(await notes.allTextContents()).size, 45)
  assert.equal(await more.isVisible(), false)
  await look(page, 'readers-load-more')
})

await check('a search finds what has the words, whatever their case', async () => {
  await page.getByLabel('Find').fill('TEA')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForFunction(() => document.querySelectorAll('#notes li').length === 15)
  assert.equal((await notes.allTextContents()).every((text) => text.startsWith('Tea ')), true)
  assert.equal(await more.isVisible(), false)
})

assert.deepEqual(page.complaints, [])
await close()
