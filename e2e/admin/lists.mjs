// Lists: any condition, any order, saved for everybody, and all that match at once.
import assert from 'node:assert/strict'
import { close, look, openAdmin, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { call, hire, owner } from '../staff.mjs'

const olga = await owner()
const eva = await hire(olga, 'eva', 'editor')
const cara = await hire(olga, 'cara', 'contributor')
const page = await openAdmin(eva)
const count = async (query) => (await (await eva.fetch(`/admin/api/entries/count?collection=posts&${query}`)).json()).count

async function selectMatching(matching) {
  await page.getByRole('checkbox', { name: 'Select all rows that are loaded' }).click()
  await page.getByRole('button', { name: `Select all ${matching.toLocaleString('en')} that match` }).click()
  await page.getByRole('region', { name: 'Selected entries' }).getByText(`${matching.toLocaleString('en')} selected`).waitFor()
}

await check('a list is found by the title that it shows', async () => {
  await page.goto('/admin/c/posts')
  const [first] = (await (await eva.fetch('/admin/api/entries?collection=posts&sort=slug&limit=1&status=published')).json()).items
  const title = first.translations.find((each) => each.locale === 'en').title
  const words = title.split(/\s+/).slice(0, 2).reverse().join(' ')
  await page.getByRole('searchbox').fill(words)
  await page.getByRole('row').filter({ hasText: title }).first().waitFor()
})

const panel = page.getByRole('dialog', { name: 'Filters' })

// condition narrows the list that is open by a field.
async function condition(field, test, value) {
  await page.getByRole('button', { name: /^Filters/ }).click()
  await panel.getByLabel('Author').first().waitFor() // the quick ones are in the same panel
  await panel.getByRole('button', { name: 'Add a condition' }).click()
  await fillCondition(panel, field, test, value)
}

// drop takes a condition away; its words change it.
const drop = (words) => page.getByRole('button', { name: words, exact: true }).locator('xpath=following-sibling::button').click()

// chooseIn takes an option of a form.
async function chooseIn(form, label, name) {
  await form.getByRole('combobox', { name: label }).or(form.getByRole('textbox', { name: label })).first().click()
  await page.getByRole('option', { name, exact: true }).click()
}

async function fillCondition(form, field, test, value) {
  await chooseIn(form, 'Field', field)
  await chooseIn(form, 'Condition', test)
  if (value) await form.getByLabel('Value').first().fill(value)
  await form.getByRole('button', { name: 'Add the condition' }).click()
}

await check('a condition that a field is empty narrows the list, and is in the address', async () => {
  await page.goto('/admin/c/posts')
  assert.equal(await page.getByRole('button', { name: 'Add a condition' }).count(), 0) // one way to filters
  await condition('Cover', 'is empty')
  await page.waitForURL(/empty\.cover=/)
  await page.getByRole('button', { name: 'Cover is empty' }).waitFor()
  for (const state of ['Draft', 'Published']) {
    const found = await count(`empty.cover=true&status=${state.toLowerCase()}`)
    await page.getByRole('tab', { name: `${state} ${found.toLocaleString('en')}` }).waitFor()
  }
  await settled(page)
  await look(page, 'lists-condition')
  await page.getByRole('button', { name: 'Filters 1 filter is active' }).click()
  await panel.getByRole('button', { name: 'Remove all filters' }).waitFor()
  assert.equal(await panel.getByRole('button', { name: 'Cover is empty' }).count(), 0) // it is told once, above the list
  await look(page, 'lists-filters')
  await panel.getByRole('button', { name: 'Remove all filters' }).click()
  await page.waitForURL((url) => !url.search.includes('empty.cover'))
  await page.getByRole('button', { name: 'Filters', exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Filters 1 filter is active' }).waitFor()
})

await check('a list is narrowed to a tag, and to everything but one entry', async () => {
  await page.goto('/admin/c/posts')
  await condition('Tags', 'contains', 'Oolong')
  await page.waitForURL(/contains\.tags=Oolong/)
  await page.getByRole('row', { name: /Charcoal at midnight/ }).waitFor()
  await condition('Slug', 'is not', 'charcoal-at-midnight')
  await page.getByRole('button', { name: 'Slug is not charcoal-at-midnight' }).waitFor()
  await page.getByRole('row', { name: /The iron goddess/ }).waitFor()
  assert.equal(await page.getByRole('row', { name: /Charcoal at midnight/ }).count(), 0)
  await look(page, 'lists-conditions')
  await page.goto('/admin/c/posts?empty.cover=true')
})

await check('words that entries have are suggested for what a list contains, and Escape leads back to where the panel was opened', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/c/posts')
  const filters = page.getByRole('button', { name: 'Filters', exact: true })
  await filters.click()
  await panel.getByRole('button', { name: 'Add a condition' }).click()
  await panel.getByLabel('Value').or(panel.getByLabel('Condition')).first().waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await filters.and(page.locator(':focus')).waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  await filters.click()
  await panel.getByRole('button', { name: 'Add a condition' }).click()
  await chooseIn(panel, 'Field', 'Tags')
  await chooseIn(panel, 'Condition', 'contains')
  await panel.getByLabel('Value').first().pressSequentially('ool')
  await page.getByRole('option', { name: 'oolong' }).click()
  await settled(page)
  await look(page, 'lists-suggested')
  await panel.getByRole('button', { name: 'Add the condition' }).click()
  await page.getByRole('button', { name: 'Tags contains oolong' }).waitFor()
  await page.getByRole('row', { name: /Charcoal at midnight/ }).waitFor()
})

await check('a condition is put on what each language has, and one of several is enough', async () => {
  await page.goto('/admin/c/posts')
  await condition('Title', 'contains', 'CHARCOAL')
  await page.getByRole('button', { name: 'Title contains CHARCOAL' }).waitFor()
  await page.getByRole('row', { name: /The iron goddess/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Charcoal at midnight/ }).waitFor()
  await page.getByRole('button', { name: 'Or…' }).click()
  await fillCondition(page.getByRole('dialog', { name: 'Or…' }), 'Title', 'contains', 'iron')
  const group = page.getByRole('group', { name: 'One of these must be true' })
  await group.getByRole('button', { name: 'Title contains iron' }).waitFor()
  await page.getByRole('row', { name: /The iron goddess/ }).waitFor()
  await page.getByRole('row', { name: /Charcoal at midnight/ }).waitFor()
  await condition('Title', 'does not contain', 'goddess')
  await page.getByRole('button', { name: 'Title does not contain goddess' }).waitFor()
  await page.getByRole('row', { name: /The iron goddess/ }).waitFor({ state: 'detached' })
  await look(page, 'lists-alternatives')
  await page.reload()
  await drop('Title contains CHARCOAL')
  await page.getByText('Nothing here').or(page.getByText(/^No entr/)).first().waitFor()
  await page.getByRole('button', { name: 'Title does not contain goddess' }).click()
  const form = page.getByRole('dialog', { name: 'Title does not contain goddess' })
  await form.getByLabel('Value').fill('charcoal')
  await form.getByRole('button', { name: 'Change the condition' }).click()
  await page.getByRole('row', { name: /The iron goddess/ }).waitFor()
  await page.getByRole('button', { name: 'Title does not contain charcoal' }).and(page.locator(':focus')).waitFor()
})

await check('who is one of two authors is asked for by name', async () => {
  const authors = ['Amélie Roux', 'Thomas Hale']
  await page.goto('/admin/c/posts')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const choose = async (label, form, name) => {
    await form.getByLabel(label).first().click()
    await page.getByRole('option', { name }).first().click()
  }
  await choose('Author', panel, authors[0])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Or…' }).click()
  const form = page.getByRole('dialog', { name: 'Or…' })
  await choose('Field', form, 'Author')
  await choose('Condition', form, /^is$/)
  await choose('Value', form, authors[1])
  await form.getByRole('button', { name: 'Add the condition' }).click()
  const group = page.getByRole('group', { name: 'One of these must be true' })
  for (const each of authors) await group.getByRole('button', { name: `Author is ${each}` }).waitFor()
  assert.ok(await count(new URL(page.url()).search.slice(1).replaceAll('%22', '')) > 0)
})

await check('what is not translated yet is found by a condition', async () => {
  await page.goto('/admin/c/posts?q=leaf+words')
  await condition('Translation: Chinese (Taiwan)', 'is missing')
  await page.getByRole('button', { name: 'Translation: Chinese (Taiwan) is missing' }).waitFor()
  await page.getByRole('row', { name: /A small glossary of leaf words/ }).waitFor()
  await page.goto('/admin/c/posts?q=charcoal&empty.translation.zh-TW=true')
  await page.getByText('Nothing here').or(page.getByText(/^No entr/)).first().waitFor()
  await drop('Translation: Chinese (Taiwan) is missing')
  await page.getByRole('row', { name: /Charcoal at midnight/ }).waitFor()
  await page.goto('/admin/c/posts?empty.cover=true')
  await page.getByRole('button', { name: 'Cover is empty' }).waitFor()
})

await check('the list is saved for everybody, and a second person sees it', async () => {
  await page.getByRole('button', { name: 'Saved lists' }).click()
  await page.getByRole('menuitem', { name: 'Save this list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this list' })
  await dialog.getByRole('textbox', { name: 'Name of the list' }).fill('Without a cover')
  await dialog.getByRole('checkbox', { name: 'Everybody on the staff sees it' }).check()
  await dialog.getByRole('button', { name: 'Save the list' }).click()
  await page.getByText('List “Without a cover” saved').waitFor()
  const second = await openAdmin(cara)
  await second.goto('/admin/c/posts')
  await second.getByRole('button', { name: 'Saved lists' }).click()
  await second.getByRole('menuitem', { name: 'Without a cover' }).click()
  await second.getByRole('button', { name: 'Cover is empty' }).waitFor()
  assert.deepEqual(second.complaints, [])
})

const menu = page.getByRole('navigation')
const head = (who) => who.getByRole('heading', { level: 1 })

await check('a saved list is a place: the sidebar leads there, its name is told, and what is changed of it is saved or taken back', async () => {
  await head(page).getByText('Without a cover').waitFor() // it was saved, and is open since
  await page.goto('/admin/c/posts')
  await head(page).getByText('Posts').waitFor()
  await menu.getByRole('link', { name: 'Without a cover' }).click()
  await head(page).getByText('Without a cover').waitFor()
  await menu.getByRole('link', { name: 'Without a cover' }).and(page.locator('[aria-current=page]')).waitFor()
  assert.equal(await menu.locator('[aria-current=page]').count(), 1)
  assert.equal(await page.getByRole('button', { name: 'Save changes' }).count(), 0)
  await condition('Tags', 'is empty')
  await page.getByText('Changed since it was saved').waitFor()
  await settled(page)
  await look(page, 'lists-changed')
  await page.getByRole('link', { name: 'Reset' }).click()
  await page.getByRole('button', { name: 'Tags is empty' }).waitFor({ state: 'detached' })
  await page.getByRole('columnheader').getByRole('button', { name: 'Created' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changed since it was saved').waitFor({ state: 'detached' })
  const [{ search }] = (await call(eva, 'GET', '/lists?collection=posts')).lists
  assert.equal(search.sort, 'createdAt')
  assert.equal(search.list, undefined)
  await page.goto('/admin/c/posts')
  await head(page).getByText('Posts').waitFor()
  await settled(page)
  assert.match(await page.locator('th[aria-sort]').innerText(), /Updated/) // the list of all posts is as it was
})

await check('who may not change a saved list saves it as a new one', async () => {
  const second = await openAdmin(cara)
  await second.goto('/admin/c/posts')
  await second.getByRole('navigation').getByRole('link', { name: 'Without a cover' }).click()
  await second.getByRole('searchbox').fill('leaf')
  await second.getByRole('button', { name: 'Save as new…' }).waitFor()
  assert.equal(await second.getByRole('button', { name: 'Save changes' }).count(), 0)
  await second.getByRole('button', { name: 'Save as new…' }).click()
  const dialog = second.getByRole('dialog', { name: 'Save this list' })
  await dialog.getByRole('textbox', { name: 'Name of the list' }).fill('Leaves without a cover')
  await dialog.getByRole('button', { name: 'Save the list' }).click()
  await head(second).getByText('Leaves without a cover').waitFor()
  await second.getByRole('navigation').getByRole('link', { name: 'Leaves without a cover' }).and(second.locator('[aria-current=page]')).waitFor()
  assert.equal(await menu.getByRole('link', { name: 'Leaves without a cover' }).count(), 0) // it is hers
  await second.setViewportSize({ width: 390, height: 844 })
  await second.goto('/admin/c/posts')
  await second.getByRole('button', { name: 'Open navigation' }).click()
  await second.getByRole('link', { name: 'Without a cover', exact: true }).click()
  await head(second).getByText('Without a cover').waitFor()
  await second.getByRole('button', { name: 'Open navigation' }).waitFor() // it is closed by itself
  await settled(second)
  await look(second, 'lists-narrow')
  assert.deepEqual(second.complaints, [])
})

await check('a list that everybody sees is deleted after a question, and not before', async () => {
  const ask = async () => {
    await page.getByRole('button', { name: 'Saved lists' }).click()
    await page.getByRole('menuitem', { name: 'Delete “Without a cover”…' }).click()
    const question = page.getByRole('dialog', { name: 'Delete “Without a cover”' })
    await question.getByText('Everybody on the staff sees this list').waitFor()
    return question
  }
  const kept = async () => (await (await olga.fetch('/admin/api/lists?collection=posts')).json()).lists.map(({ name }) => name)
  await (await ask()).getByRole('button', { name: 'Cancel' }).click()
  assert.deepEqual(await kept(), ['Without a cover'])
  await (await ask()).getByRole('button', { name: 'Delete the list' }).click()
  await page.getByText('List deleted').waitFor()
  assert.deepEqual(await kept(), [])
})

await check('a value is changed in its cell: of what is published it is a draft, and Escape changes nothing', async () => {
  await page.goto('/admin/c/posts?q=leaf-0003&columns=data.author')
  const row = page.getByRole('row', { name: /leaf-0003/ })
  const edit = async () => {
    await settled(page)
    await row.getByRole('cell').filter({ has: page.getByTitle(/^Edit Author of/) }).hover()
    await row.getByTitle(/^Edit Author of/).click()
    return page.getByRole('dialog', { name: /^Edit Author of/ })
  }
  const panel = await edit()
  await panel.getByRole('combobox', { name: 'Author' }).waitFor()
  await look(page, 'lists-cell')
  await panel.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await edit()
  await panel.getByRole('combobox', { name: 'Author' }).fill('lin-yu')
  await page.getByRole('option', { name: /^Lin Yu-ching/ }).click()
  await panel.getByRole('button', { name: /^Save/ }).click()
  await panel.waitFor({ state: 'hidden' })
  await settled(page)
  const { items: [{ id }] } = await (await eva.fetch('/admin/api/entries?collection=posts&search=leaf-0003')).json()
  const { entry, draft } = await (await eva.fetch(`/admin/api/entries/${id}?collection=posts`)).json()
  assert.match((draft ?? entry).data.author, /^lin-yu/)
  assert.equal(draft === undefined, entry.status === 'draft')
})

await check('a reference is called as what it leads to, with its key behind it', async () => {
  const row = page.getByRole('row', { name: /leaf-0004/ })
  await page.goto('/admin/c/posts?q=leaf-0004&columns=data.author')
  await row.getByText('Thomas Hale', { exact: true }).and(page.getByTitle('thomas-hale')).waitFor()
})

// author is who the service says wrote a post, with its pending draft.
async function author(slug) {
  const { items: [{ id }] } = await (await eva.fetch(`/admin/api/entries?collection=posts&search=${slug}`)).json()
  const { entry, draft } = await (await eva.fetch(`/admin/api/entries/${id}?collection=posts`)).json()
  return (draft ?? entry).data.author
}

await check('all that match are selected, and a field of them is set', async () => {
  const matching = await count('search=leaf-00')
  assert.equal(matching, 100)
  await page.goto('/admin/c/posts?q=leaf-00&sort=slug&direction=asc')
  await selectMatching(matching)
  await page.getByRole('button', { name: 'Set a field' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set a field' })
  const field = dialog.getByRole('combobox', { name: 'Field' }).or(dialog.getByRole('textbox', { name: 'Field' })).first()
  assert.equal(await field.inputValue(), '') // nobody has chosen one
  assert.equal(await dialog.getByRole('alert').count(), 0)
  await field.click()
  const slug = page.getByRole('option', { name: 'Slug (each entry has its own)' })
  assert.equal(await slug.getAttribute('data-combobox-disabled'), 'true')
  await look(page, 'lists-set-fields')
  await page.getByRole('option', { name: 'Author' }).click()
  await dialog.getByText('Enter a value.').waitFor()
  assert.ok(await dialog.getByRole('button', { name: 'Set the field' }).isDisabled())
  await dialog.getByRole('combobox', { name: 'Author' }).fill('lin-yu')
  await page.getByRole('option', { name: /^Lin Yu-ching/ }).click()
  await dialog.getByText(`The value is set in ${matching - 1} Posts, in place of the one that each has now. 1 entry is as you want it already.`).waitFor() // its cell was changed before
  await settled(page)
  await look(page, 'lists-set')
  await dialog.getByRole('button', { name: 'Set the field' }).click()
  await page.getByText(`${matching - 1} entries changed`).waitFor({ timeout: 120_000 })
  assert.equal(await count('search=leaf-00&filter.author=lin-yu-ching'), matching)
  assert.match(await author('leaf-0099'), /^lin-yu/)
})

// post is an entry by its slug.
async function post(slug) {
  const { items: [{ id }] } = await call(eva, 'GET', `/entries?collection=posts&search=${slug}`)
  return (await call(eva, 'GET', `/entries/${id}?collection=posts`)).entry
}

async function tag(slug, tags) {
  const { id, version } = await post(slug)
  await call(eva, 'PATCH', `/entries/${id}?collection=posts`, { data: { tags }, expectedVersion: version })
}

// changeTags opens the form for all that match, and says a tag in it.
async function changeTags(matching, way, word) {
  await page.goto('/admin/c/posts?q=leaf-00&sort=slug&direction=asc')
  await selectMatching(matching)
  await page.getByRole('button', { name: 'Set a field' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set a field' })
  await dialog.getByRole('combobox', { name: 'Field' }).or(dialog.getByRole('textbox', { name: 'Field' })).first().click()
  await page.getByRole('option', { name: 'Tags' }).click()
  assert.ok(await dialog.getByRole('radio', { name: 'Add', exact: true }).isChecked())
  await dialog.getByText(way, { exact: true }).click()
  await dialog.getByRole('combobox', { name: /^Tags/ }).pressSequentially(word)
  await page.keyboard.press('Enter')
  return dialog
}

await check('a tag is added to all that match, and removed: the others of each stay', async () => {
  const matching = await count('search=leaf-00')
  await tag('leaf-0005', ['kept', 'spring'])
  await tag('leaf-0006', ['kept'])
  const adding = await changeTags(matching, 'Add', 'spring')
  await adding.getByText(`The values are added to ${matching - 1} Posts, after those that each has now. 1 entry is as you want it already.`).waitFor()
  await settled(page)
  await look(page, 'lists-add-values')
  await adding.getByRole('button', { name: 'Add the values' }).click()
  await page.getByText(`Added to ${matching - 1} entries. 1 entry is as you want it already.`).waitFor({ timeout: 120_000 })
  assert.deepEqual((await post('leaf-0005')).data.tags, ['kept', 'spring'])
  assert.deepEqual((await post('leaf-0006')).data.tags, ['kept', 'spring'])
  assert.deepEqual((await post('leaf-0099')).data.tags, ['spring'])
  const removing = await changeTags(matching, 'Remove', 'kept')
  await removing.getByText(/^The values are removed from 2 Posts\./).waitFor()
  await removing.getByRole('button', { name: 'Remove the values' }).click()
  await page.getByText(/^Removed from 2 entries\./).waitFor({ timeout: 120_000 })
  assert.deepEqual((await post('leaf-0005')).data.tags, ['spring'])
})

await check('what was set stays selected for the next change', async () => {
  await page.goto('/admin/c/posts?q=leaf-000&sort=slug&direction=asc')
  for (const slug of ['leaf-0001', 'leaf-0002']) await page.getByRole('checkbox', { name: `Select ${slug}` }).click()
  const bar = page.getByRole('region', { name: 'Selected entries' })
  for (const word of ['first', 'second']) {
    await bar.getByText('2 selected').waitFor()
    await bar.getByRole('button', { name: 'Set a field' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set a field' })
    await chooseIn(dialog, 'Field', 'Tags')
    await dialog.getByRole('combobox', { name: /^Tags/ }).pressSequentially(word)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Add the values' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Added to 2 entries').first().waitFor()
  }
  await bar.getByText('2 selected').waitFor()
  for (const slug of ['leaf-0001', 'leaf-0002']) assert.deepEqual((await post(slug)).data.tags.slice(-2), ['first', 'second'])
  await bar.getByRole('button', { name: 'Clear selection' }).click()
})

await check('what was set is taken back, but for what somebody has changed since', async () => {
  const slugs = ['leaf-0003', 'leaf-0004']
  const before = await Promise.all(slugs.map(author))
  await page.goto('/admin/c/posts?q=leaf-000&sort=slug&direction=asc')
  for (const slug of slugs) await page.getByRole('checkbox', { name: `Select ${slug}` }).click()
  const bar = page.getByRole('region', { name: 'Selected entries' })
  const told = page.getByRole('alert').filter({ hasText: '2 entries changed' })
  const set = async (name) => {
    await bar.getByRole('button', { name: 'Set a field' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set a field' })
    await chooseIn(dialog, 'Field', 'Author')
    await dialog.getByRole('combobox', { name: 'Author' }).fill(name)
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
    await dialog.getByRole('button', { name: 'Set the field' }).click()
    await told.waitFor()
  }
  await set('Thomas Hale')
  await told.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: 2 entries').waitFor()
  assert.deepEqual(await Promise.all(slugs.map(author)), before)
  await bar.getByText('2 selected').waitFor()
  await set('Thomas Hale')
  await tag('leaf-0003', ['since'])
  await told.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: 1 entry').waitFor()
  const left = page.getByRole('alert').filter({ hasText: '1 entry was not changed' })
  await left.getByText(/Somebody has changed it/).waitFor()
  await left.getByRole('button', { name: 'Close' }).click()
  assert.deepEqual(await Promise.all(slugs.map(author)), ['thomas-hale', before[1]])
})

await check('what is published is not deleted, which is told before', async () => {
  await page.goto('/admin/c/posts?q=leaf-10')
  const matching = await count('search=leaf-10')
  await selectMatching(matching)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog', { name: `Publish ${matching} Posts?` }).getByRole('button', { name: 'Publish' }).click()
  await page.getByText(`${matching} entries published`).waitFor({ timeout: 120_000 })
  await selectMatching(matching)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Delete 0 Posts?' })
  await question.getByText(`${matching} × `).waitFor()
  assert.ok(await question.getByRole('button', { name: 'Delete' }).isDisabled())
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await page.getByRole('dialog', { name: `Unpublish ${matching} Posts?` }).getByRole('button', { name: 'Unpublish' }).click()
  await page.getByText(`${matching} entries unpublished`).waitFor({ timeout: 120_000 })
})

await check('what is deleted is told before: how many, and which', async () => {
  const published = await count('search=leaf&status=published')
  await page.goto('/admin/c/posts?q=leaf&sort=slug&direction=asc')
  await selectMatching(await count('search=leaf'))
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('dialog', { name: /^Delete at most 1,\d\d\d Posts\?$/ })
  await question.getByText('leaf-', { exact: false }).first().waitFor()
  await settled(page)
  await look(page, 'lists-delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/^1,\d\d\d entries deleted/).waitFor({ timeout: 120_000 })
  assert.equal(await count('search=leaf'), published)
})

await check('unpublishing says what readers are still served', async () => {
  await page.goto('/admin/c/posts?status=published')
  await page.getByRole('checkbox', { name: /^Select (?!all)/ }).first().click()
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  const question = page.getByRole('dialog', { name: /^Unpublish “/ })
  await question.getByRole('checkbox', { name: 'Its translations, too' }).uncheck()
  await question.getByText(/stays? published: readers still see/).waitFor()
  await settled(page)
  await look(page, 'lists-unpublish')
  await question.getByRole('button', { name: 'Cancel' }).click()
})

assert.deepEqual(page.complaints, [])
await close()
