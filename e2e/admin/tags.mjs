// Words that other entries have in the same field are suggested while one types, to the mouse and to the keyboard.
import assert from 'node:assert/strict'
import { close, look, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const olga = await owner()
const page = await openAdmin(await hire(olga, 'carl', 'contributor'))
const tags = page.getByRole('combobox', { name: /^(Tags|標籤)/ })
const options = page.getByRole('option')
const { values } = await (await olga.fetch('/admin/api/collections/posts/values?field=tags&search=t')).json()
const said = () => tags.evaluate((field) => {
  const active = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  return { expanded: field.getAttribute('aria-expanded'), list: list?.getAttribute('role') ?? null, named: Boolean(list?.getAttribute('aria-label')), active: active?.textContent ?? null }
})
// chosen are the words that the field has.
const chosen = () => tags.evaluate((field) => [...field.parentElement.children].filter((each) => each !== field).map((each) => each.textContent))

await check('before anything is typed there is no list', async () => {
  await page.goto('/admin/c/posts/new')
  await tags.click()
  await settled(page)
  assert.equal(await options.count(), 0)
  assert.deepEqual(await said(), { expanded: 'false', list: null, named: false, active: null })
})

await check('what begins with the letters comes first, the most used before the others, in any case', async () => {
  await tags.pressSequentially('T')
  await options.first().waitFor()
  await settled(page)
  assert.ok(values.length > 2 && values[0].entries >= values[1].entries, JSON.stringify(values))
  assert.deepEqual(await options.allInnerTexts(), values.slice(0, 6).map(({ value }) => value))
  assert.deepEqual(await said(), { expanded: 'true', list: 'listbox', named: true, active: null })
  await look(page, 'admin-tags')
})

await check('arrows and Enter take one, and Escape closes the list', async () => {
  await page.keyboard.press('ArrowDown')
  assert.equal((await said()).active, values[0].value)
  await page.keyboard.press('ArrowDown')
  assert.equal((await said()).active, values[1].value)
  await page.keyboard.press('Enter')
  assert.deepEqual(await chosen(), [values[1].value])
  await page.keyboard.type('t')
  await options.first().waitFor()
  assert.equal((await options.allInnerTexts()).includes(values[1].value), false) // it is there already
  await page.keyboard.press('Escape')
  await options.first().waitFor({ state: 'hidden' })
  assert.equal((await said()).expanded, 'false')
  await page.keyboard.press('Backspace')
})

await check('a press takes one, and what nobody has used is taken as it is', async () => {
  await page.keyboard.type(values[0].value.slice(0, 2))
  await options.filter({ hasText: values[0].value }).first().click()
  assert.deepEqual(await chosen(), [values[1].value, values[0].value])
  await tags.pressSequentially('t-never-used')
  await page.keyboard.press('Enter')
  assert.deepEqual(await chosen(), [values[1].value, values[0].value, 't-never-used'])
})

assert.deepEqual(page.complaints, [])
await close()
