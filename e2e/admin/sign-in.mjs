// The first owner signs in to a site that has no staff yet.
import assert from 'node:assert/strict'
import { close, look, lookAgain, person } from '../chromium.mjs'
import { answersOf, english } from '../screens/words.mjs'
import { check, Visitor } from '../site.mjs'
import { address } from '../staff.mjs'

const page = await person()

async function askForCode(somebody) {
  await page.getByLabel('Email address').fill(somebody)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByText(`If ${somebody} may sign in, a code is on its way.`).waitFor()
  return new Visitor().letter(somebody)
}

async function enter(code) {
  await page.getByLabel('Six-digit code').fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOut() {
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

await check('whoever has no session is sent to sign in', async () => {
  await page.goto('/admin/c/posts')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByText('Tea notes desk', { exact: true }).waitFor() // whose site it is
  await look(page, 'admin-sign-in')
})

await check('it speaks Chinese to whoever reads it', async () => {
  const chinese = await person({ locale: 'zh-TW' })
  const answers = answersOf(chinese)
  await chinese.goto('/admin/sign-in')
  await chinese.getByRole('heading', { level: 1 }).waitFor()
  assert.deepEqual(await english(chinese, answers), [])
  await lookAgain(chinese, 'zh-TW-admin-sign-in')
})

await check('a wrong code is said on the page', async () => {
  const code = await askForCode(address('olga'))
  await enter(code === '000000' ? '000001' : '000000')
  await page.getByRole('alert').getByText('That did not work').waitFor()
  await look(page, 'admin-wrong-code')
  await page.getByRole('button', { name: 'Use another address' }).click()
})

await check('the right code leads to the page that was wanted', async () => {
  await enter(await askForCode(address('olga')))
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/admin/c/posts')
})

await check('the address that the settings name is the owner', async () => {
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByText(`${address('olga')} · Owner`).waitFor()
  await page.keyboard.press('Escape')
})

await check('signing out ends the session, and going back shows nothing', async () => {
  await signOut()
  await page.goBack()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

await check('whoever comes later has no role, and is told what to do', async () => {
  await page.goto('/admin')
  await enter(await askForCode(address('gus')))
  await page.getByRole('heading', { name: 'You have no staff role here' }).waitFor()
  await look(page, 'admin-no-role')
})

await close()
