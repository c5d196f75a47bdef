// An owner names the site anew.
import assert from 'node:assert/strict'
import { close, look, openAdmin } from '../chromium.mjs'
import { check } from '../site.mjs'
import { owner } from '../staff.mjs'

const olga = await owner()
const page = await openAdmin(olga)
const stored = async () => (await olga.fetch('/admin/api/site-settings')).json()
const save = page.getByRole('button', { name: 'Save', exact: true })

await check('there is nothing to save at first', async () => {
  await page.goto('/admin/settings')
  await page.getByLabel('Brand').waitFor()
  assert.ok(await save.isDisabled())
})

await check('what is left unsaved is asked about', async () => {
  await page.getByLabel('Brand').fill('The tea desk')
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.waitFor()
  await look(page, 'admin-leave')
  await question.getByRole('button', { name: 'Stay' }).click()
  assert.equal(await page.getByLabel('Brand').inputValue(), 'The tea desk')
})

await check('only what was changed is sent, and the header follows', async () => {
  const [request] = await Promise.all([page.waitForRequest((each) => each.method() === 'PATCH'), save.click()])
  assert.deepEqual(request.postDataJSON(), { brand: 'The tea desk' })
  await page.getByText('The settings were saved').waitFor()
  await page.getByRole('banner').getByText('The tea desk').waitFor()
  assert.equal((await stored()).brand, 'The tea desk')
})

await check('what could not be saved stays in the form, and is saved by the next try', async () => {
  await page.getByLabel('Title', { exact: true }).fill('Tea notes, anew')
  await page.context().setOffline(true)
  await save.click()
  await page.getByText('The settings were not saved').waitFor()
  await look(page, 'admin-settings-unsaved')
  await page.context().setOffline(false)
  await save.click()
  await page.getByRole('status').getByText('No changes').waitFor()
  assert.equal((await stored()).title, 'Tea notes, anew')
})

await check('an id that is emptied is cleared', async () => {
  const id = page.getByLabel('Google Analytics measurement id')
  for (const value of ['G-KETTLE', '']) {
    await id.fill(value)
    await page.keyboard.press('Control+s')
    await page.getByRole('status').getByText('No changes').waitFor()
    assert.equal((await stored()).ga4MeasurementId, value)
  }
})

await check('what the operator declares is shown, and cannot be changed', async () => {
  await page.getByRole('heading', { name: 'Declared by the operator' }).waitFor()
  await page.getByText('zh-TW').first().waitFor()
})

assert.deepEqual(page.complaints, [])
await close()
