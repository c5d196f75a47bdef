// Somebody whose browser asks for Traditional Chinese.
import assert from 'node:assert/strict'
import { app } from '../app.mjs'
import { close, look, person, signIn } from '../chromium.mjs'
import { check } from '../site.mjs'

const kettle = await app('茶壺')
const page = await person({ locale: 'zh-TW' })

const spoken = () => page.locator('html').getAttribute('lang')

await check('the sign-in page speaks it', async () => {
  await page.goto(kettle.asks())
  assert.equal(await spoken(), 'zh-TW')
  await page.getByRole('button', { name: '寄驗證碼給我' }).waitFor()
  await look(page, 'zh-TW-sign-in')
})

await check('so does the consent page', async () => {
  await signIn(page, 'anna@tea.example')
  await page.getByRole('heading', { name: '茶壺 要求存取權' }).waitFor()
  assert.equal(await spoken(), 'zh-TW')
  await page.getByRole('radio', { name: '僅限讀取' }).waitFor()
  await look(page, 'zh-TW-consent')
})

await check('and so do the connected apps', async () => {
  const heard = kettle.heard()
  await page.getByRole('button', { name: '允許', exact: true }).click()
  await kettle.redeem((await heard).get('code'))
  await page.goto('/oauth/consents')
  await page.getByRole('heading', { name: '已連接的應用程式' }).waitFor()
  await page.getByText('讀取與修改').waitFor()
  await look(page, 'zh-TW-connected')
})

await check('a language that the pages do not speak becomes English', async () => {
  const other = await person({ locale: 'fr-FR' })
  await other.goto('/oauth/sign-in')
  assert.equal(await other.locator('html').getAttribute('lang'), 'en')
})

kettle.close()
await close()
