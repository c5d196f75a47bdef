// Somebody opens Admin before sign-in is set up: the page says what to set, and what it
// shows is written into the settings, as a reader would do.
import assert from 'node:assert/strict'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { close, look, lookAgain, person } from '../chromium.mjs'
import { check } from '../site.mjs'

const page = await person()

// open is Admin, whose answer is 503: the browser reports that, and it is right.
async function open(somebody) {
  const answer = await somebody.goto('/admin')
  assert.equal(answer.status(), 503)
  somebody.complaints = somebody.complaints.filter((each) => !/status of 503/.test(each))
}

await check('Admin says what is missing, and nothing that is set or that another way would need', async () => {
  await open(page)
  await page.getByRole('heading', { level: 1, name: 'Set up sign-in' }).waitFor()
  assert.ok(await page.getByText('AUTH_SECRET=').isVisible())
  assert.doesNotMatch(await page.locator('main').innerText(), /PUBLIC_ORIGIN|SERVICE_AUTH_MODE|ADMIN_CODEHOST_LOGIN/)
  await look(page, 'setup')
})

await check('it speaks Chinese to whoever reads it', async () => {
  const chinese = await person({ locale: 'zh-TW' })
  await open(chinese)
  await chinese.getByRole('heading', { level: 1, name: '設定登入' }).waitFor()
  await lookAgain(chinese, 'zh-TW-setup')
})

await check('a program gets the body of the contract', async () => {
  const answer = await page.request.get('/admin', { headers: { Accept: 'application/json' } })
  assert.equal(answer.status(), 503)
  assert.ok(JSON.stringify(await answer.json()).includes('setup_incomplete'))
})

await check('the link back leads to the public part, which works', async () => {
  await page.locator('p.foot').getByRole('link').click()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
})

await check('what the page shows goes into quartet.yaml', async () => {
  await page.goBack()
  const settings = page.locator('pre').filter({ hasText: 'bootstrapOwner' })
  await appendFile(join(process.env.FOLDER, 'quartet.yaml'), `\n${await settings.innerText()}\n`)
})

await close()
