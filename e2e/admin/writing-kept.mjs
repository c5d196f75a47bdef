// What nobody edits keeps its bytes on the page for writing, and in a rich text of a form.
import assert from 'node:assert/strict'
import { close, settled } from '../chromium.mjs'
import { check } from '../site.mjs'
import { hire, owner } from '../staff.mjs'
import { writer } from '../writer.mjs'

const eva = await hire(await owner(), 'eva', 'editor')
const { page, title, body, entry, press, save, put, make } = await writer(eva)

// Each has a paragraph "Edit me." somewhere.
const texts = [
  '* a\n* b\n\n  more\n* c\n\nEdit me.\n\n1) one\n2) two\n',
  'Setext\n======\n\nEdit me.\n\n~~~\ntildes\n~~~\n\n***\n\n    indented\n',
  '> quoted\n> > twice\n\nEdit me.\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n| x \\| y | `z` |\n',
  '<div class="x">\n\n*in* html\n\n</div>\n\nEdit me.\n\n<!-- a comment -->\n',
  'A note[^1] and __strong__ _em_ words.\n\nEdit me.\n\n[^1]: The note.\n\n    Its second paragraph.\n\n[ref]: https://example.com "t"\n',
  '第一段，有**粗體**。\n\n　　全形空白開頭。\n\nEdit me.\n\n\n\n- [ ] 清單\n- [X] 項目',
]

const form = { locale: 'en', publishedAt: 1_790_000_000_000, title: 'A', summary: 'S' }

await check('texts in Markdown', async () => {
  for (const [at, source] of texts.entries()) {
    await make({ ...form, slug: `kept-${at}`, body: source })
    await title.fill(`Number ${at}`)
    await save()
    assert.equal((await entry()).data.title, `Number ${at}`)
    assert.equal((await entry()).data.body, source)
    await put('Edit me.')
    await page.keyboard.type(' Now.')
    await save()
    assert.equal((await entry()).data.body, source.replace('Edit me.', 'Edit me. Now.'))
    await body.getByText('Edit me. Now.').waitFor()
  }
})

const pages = [
  '<p class="lead">A <b>bold</b> lead</p>\n\n<p>Edit me.</p>\n<ul><li>a<li>b</ul>\n',
  '<div><p>in a box</p></div><p>Edit me.</p><table><tr><td colspan="2">wide</td></tr><tr><td>a</td><td>b</td></tr></table>',
]

await check('rich text in HTML', async () => {
  for (const [at, source] of pages.entries()) {
    const made = await eva.post('/admin/api/entries?collection=posts', { data: { slug: `rich-${at}`, publishedAt: 1_790_000_000_000, author: 'lin-yu-ching', notes: source } })
    assert.equal(made.status, 201, await made.clone().text())
    const { id } = (await made.json()).entry
    const stored = async () => (await (await eva.fetch(`/admin/api/entries/${id}?collection=posts`)).json()).entry.data
    const before = (await stored()).notes
    await page.goto(`/admin/c/posts/${id}`)
    const notes = page.getByRole('textbox', { name: 'Notes', exact: true })
    await notes.waitFor()
    await page.getByRole('textbox', { name: 'Slug' }).fill(`richer-${at}`)
    await save()
    assert.equal((await stored()).slug, `richer-${at}`)
    assert.equal((await stored()).notes, before)
    await notes.getByText('Edit me.').click()
    await settled(page)
    await press('End')
    await settled(page)
    await page.keyboard.type(' Now.')
    await save()
    assert.equal((await stored()).notes, before.replace('Edit me.', 'Edit me. Now.'))
  }
})

assert.deepEqual(page.complaints, [])
await close()
