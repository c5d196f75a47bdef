// A guide of blocks of several kinds goes from nothing to published: with a mouse, and in Chinese with keys alone.
import assert from 'node:assert/strict'
import { close, holds, look, lookAgain, openAdmin, settled, tabTo } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'

const eva = await hire(await owner(), 'eva', 'editor')

// blocksOf is what the service has of an entry that a page shows.
async function stored(page) {
  const [id] = new URL(page.url()).pathname.split('/').slice(-1)
  const answer = await (await eva.fetch(`/admin/api/entries/${id}?collection=guides`)).json()
  return answer.entry
}

const page = await openAdmin(eva)
const list = (name, within = page) => within.getByRole('group', { name, exact: false }).first()
const blocks = page.getByRole('list', { name: 'Blocks', exact: true }).first()
const cards = () => blocks.locator(':scope > [data-at]')
const heads = async () => (await blocks.locator(':scope > [data-at] > div > [data-head]').allTextContents()).map((each) => each.replace(/\s+/g, ' ').trim())
const add = async (kind, name = 'Add to Blocks') => {
  await page.getByRole('button', { name, exact: true }).last().click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
}
const focus = page.locator(':focus')

await check('blocks of three kinds are added by their names, and the focus is in their first field', async () => {
  await page.goto('/admin/c/guides/new')
  await focus.and(page.getByLabel(/^Title/)).waitFor() // what is begun anew has the focus in its first field
  await page.keyboard.type('A first pot')
  await add('Quotation')
  await focus.and(page.getByLabel(/^Words( \*)?$/)).waitFor()
  await page.keyboard.type('Water is the mother of tea.')
  await add('Steps')
  await cards().nth(1).getByRole('button', { name: 'Add to Steps', exact: true }).click()
  await page.keyboard.type('Warm the pot')
  await add('Bare fact')
  await page.keyboard.type('95')
  assert.deepEqual(await heads(), ['Item 1 Quotation', 'Item 2 Steps', 'Item 3 Bare fact'])
  await look(page, 'admin-cards-open')
})

await check('a card is folded, dragged, duplicated, removed and brought back', async () => {
  await page.getByRole('button', { name: 'Fold all' }).first().click()
  assert.deepEqual(await heads(), ['Item 1 Quotation Water is the mother of tea.', 'Item 2 Steps 1 item', 'Item 3 Bare fact 95'])
  await look(page, 'admin-cards-folded')
  const from = await page.getByRole('button', { name: /^Move item 3:/ }).boundingBox()
  const to = await cards().first().boundingBox()
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y - 20, { steps: 4 })
  await page.mouse.move(from.x + 8, to.y + 4, { steps: 6 })
  await page.mouse.up()
  assert.deepEqual(await heads(), ['Item 1 Bare fact 95', 'Item 2 Quotation Water is the mother of tea.', 'Item 3 Steps 1 item'])
  await page.getByRole('button', { name: 'Duplicate item 2' }).click()
  assert.equal((await heads()).length, 4)
  await page.getByRole('button', { name: 'Remove item 2' }).click()
  const undo = page.getByRole('button', { name: /^Undo: Quotation/ })
  await focus.and(undo).waitFor()
  await look(page, 'admin-cards-removed')
  await undo.click()
  assert.equal((await heads()).length, 4)
  await page.getByRole('button', { name: 'Remove item 3' }).click()
  await page.getByRole('button', { name: /^Leave Quotation/ }).click()
  assert.deepEqual(await heads(), ['Item 1 Bare fact 95', 'Item 2 Quotation Water is the mother of tea.', 'Item 3 Steps 1 item'])
})

await check('a card that was open comes back open, also among many', async () => {
  await add('Bare fact', 'Add above item 1')
  await page.keyboard.type('1')
  await page.getByRole('button', { name: 'Remove item 1' }).click()
  await page.getByRole('button', { name: /^Undo: Bare fact/ }).click()
  assert.equal(await page.getByRole('button', { name: /^Item 1 Bare fact/ }).getAttribute('aria-expanded'), 'true')
  await page.getByRole('button', { name: 'Remove item 1' }).click()
  await page.getByRole('button', { name: /^Leave Bare fact/ }).click()
})

await check('what a folded card lacks keeps the guide from being published: it opens, has the focus, and is said above', async () => {
  await page.getByRole('button', { name: /^Item 3 Steps/ }).click()
  await page.getByLabel('Words of the step').fill('')
  await page.getByRole('button', { name: 'Fold all' }).first().click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('alert').getByText(/^Not published:/).waitFor()
  await focus.and(page.getByLabel('Words of the step')).waitFor()
  await page.getByText('Required.').first().waitFor()
  await look(page, 'admin-cards-fault')
  await page.keyboard.type('Warm the pot, and empty it')
})

await check('it is published as it stands, each block with what tells its kind', async () => {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published', { exact: true }).first().waitFor()
  await settled(page)
  const { status, data } = await stored(page)
  assert.equal(status, 'published')
  assert.deepEqual(data, {
    title: 'A first pot',
    blocks: [{ fact: 'bare-fact', value: 95 }, { kind: 'quote', words: 'Water is the mother of tea.' }, { kind: 'steps', steps: [{ words: 'Warm the pot, and empty it' }] }],
  })
})

await check('a section holds blocks of its own, and a value of one kind becomes another', async () => {
  await page.goto('/admin/c/guides/new')
  await page.getByLabel(/^Title/).fill('Inside')
  await add('Section')
  await page.keyboard.type('Leaves')
  const inner = page.getByRole('list', { name: 'Blocks', exact: true })
  await page.getByRole('button', { name: 'Add to Blocks', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Quotation' }).click()
  await page.keyboard.type('Small leaves first.')
  await page.getByRole('combobox', { name: 'Kind of Closing' }).click()
  await page.getByRole('option', { name: 'Link' }).click()
  await page.getByLabel('Address').fill('https://tea.example/')
  await page.getByRole('combobox', { name: 'Kind of Closing' }).click()
  await page.getByRole('option', { name: 'Note' }).click()
  await page.getByLabel('Remark').fill('The end.')
  await page.getByRole('combobox', { name: 'Kind of Closing' }).click()
  await page.getByRole('option', { name: 'Link' }).click()
  await holds(page.getByLabel('Address'), 'https://tea.example/')
  await look(page, 'admin-cards-nested')
  assert.equal(await inner.count(), 2)
  await page.keyboard.press('Control+s')
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  assert.deepEqual((await stored(page)).data, {
    title: 'Inside',
    blocks: [{ kind: 'section', heading: 'Leaves', blocks: [{ kind: 'quote', words: 'Small leaves first.' }] }],
    closing: { as: 'link', address: 'https://tea.example/' },
  })
})

await check('a date of which a part is typed is not said to be saved, and keeps the rest from being sent', async () => {
  await page.getByLabel('Day').focus()
  await page.keyboard.type('12')
  await page.getByRole('status').getByText('Unsaved changes', { exact: true }).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('This date is not complete.').first().waitFor()
  await page.keyboard.type('242026')
  await holds(page.getByLabel('Day'), '2026-12-24')
  await page.keyboard.press('Control+s')
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
})

assert.deepEqual(page.complaints, [])

const hers = await openAdmin(eva, { locale: 'zh-TW' })
const at = hers.locator(':focus')
const press = async (...keys) => { for (const key of keys) await hers.keyboard.press(key) }
const kindOf = async (name) => {
  const menu = hers.getByRole('menuitem', { name, exact: true })
  await press('Enter')
  await hers.getByRole('menu').waitFor()
  await menu.first().waitFor()
  for (let i = 0; i < 8 && !(await menu.and(at).count()); i++) await press('ArrowDown')
  await press('Enter')
}
const toAdd = hers.getByRole('button', { name: '新增至「內容區塊」', exact: true }).last()

await check('in Chinese, with keys alone, from nothing to published', async () => {
  await hers.goto('/admin/c/guides/new')
  await hers.getByLabel(/^標題/).waitFor()
  await tabTo(hers, hers.getByLabel(/^標題/))
  await hers.keyboard.insertText('第一壺茶')
  await tabTo(hers, toAdd)
  await kindOf('引文')
  await at.and(hers.getByLabel('引用的話')).waitFor()
  await hers.keyboard.insertText('水為茶之母。')
  await tabTo(hers, toAdd)
  await kindOf('Bare fact')
  await hers.keyboard.type('95')
  await press('Alt+ArrowUp')
  await at.and(hers.getByLabel('Value')).waitFor()
  await tabTo(hers, hers.getByRole('button', { name: /^移動第 1 項/ }), 'Shift+Tab')
  await press('ArrowDown', 'ArrowUp', 'ArrowDown')
  await at.and(hers.getByRole('button', { name: /^移動第 2 項/ })).waitFor()
  await tabTo(hers, toAdd)
  await kindOf('步驟')
  await tabTo(hers, hers.getByRole('button', { name: '新增至「步驟」' }))
  await press('Enter')
  await hers.keyboard.insertText('溫壺')
  await lookAgain(hers, 'admin-cards-zh-TW')
  await press('Control+Enter')
  await hers.getByText('已發布', { exact: true }).first().waitFor()
  const { status, data } = await stored(hers)
  assert.equal(status, 'published')
  assert.deepEqual(data, {
    title: '第一壺茶',
    blocks: [{ kind: 'quote', words: '水為茶之母。' }, { fact: 'bare-fact', value: 95 }, { kind: 'steps', steps: [{ words: '溫壺' }] }],
  })
})

await check('with keys alone a card is removed and brought back, and the focus is never lost', async () => {
  await tabTo(hers, hers.getByRole('button', { name: '移除第 2 項' }), 'Shift+Tab')
  await press('Enter')
  await at.and(hers.getByRole('button', { name: /^復原/ })).waitFor()
  await press('Enter')
  await at.and(hers.getByRole('button', { name: /^第 2 項/ })).waitFor()
})

assert.deepEqual(hers.complaints, [])
await close()
