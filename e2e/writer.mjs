// Somebody at the page for writing, for the journeys that write.
import assert from 'node:assert/strict'
import { openAdmin, settled } from './chromium.mjs'

export const collection = 'post-translations'

// names are what a writer looks for, in each language of the application.
const names = {
  en: { title: 'Title', body: 'Body', saved: 'Saved', raw: 'Markdown', rail: 'Side panel', insert: 'Insert', find: 'Find', focus: 'Focus' },
  'zh-TW': { title: 'Title', body: 'Body', saved: '已儲存', raw: 'Markdown 原文', rail: '側邊面板', insert: '插入', find: '尋找', focus: '專注' },
}

export async function writer(visitor, language = 'en') {
  const page = await openAdmin(visitor, { viewport: { width: 1280, height: 900 } })
  await page.addInitScript((chosen) => localStorage.setItem('quartet.preferences', JSON.stringify({ language: chosen })), language)
  const named = names[language]
  const title = page.getByRole('textbox', { name: named.title, exact: true })
  const body = page.getByRole('textbox', { name: named.body, exact: true })
  const id = () => new URL(page.url()).pathname.split('/').at(-1)
  const entry = async () => (await (await visitor.fetch(`/admin/api/entries/${id()}?collection=${collection}`)).json()).entry
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key) }

  // isSaved waits until the entry is: what was typed and is told at the next rest counts as not saved yet.
  const save = async () => {
    await press('Control+s')
    await page.getByRole('status').getByText(named.saved, { exact: true }).first().waitFor() // in focus it is said twice
  }

  // text is the body as it is stored, once it is saved.
  const text = async () => {
    await save()
    return (await entry()).data.body
  }

  // put sets the caret at the end of words by a click; the editor hears of a click, and of where a key leads, in the next frame.
  const put = async (words, key = 'End') => {
    const there = body.and(page.locator(':focus'))
    for (let tries = 0; tries < 3 && (tries === 0 || !(await there.count())); tries++) { // what goes meanwhile may take the focus along
      await body.getByText(words).first().click()
      await settled(page)
    }
    await press(key)
    await settled(page)
  }

  // end leads to an empty line behind the last paragraph, which is there behind a table, too.
  const end = async () => {
    await body.locator(':scope > p').last().click()
    await settled(page)
    await press('End')
    await settled(page)
    await press('Enter')
  }

  // pick chooses from the menu that "/" opens.
  const pick = async (words, name) => {
    await page.keyboard.type(`/${words}`)
    await page.getByRole('listbox', { name: named.insert }).getByRole('option', { name, exact: true }).and(page.locator('[aria-selected="true"]')).waitFor()
    await press('Enter')
  }

  // paste gives the text what a clipboard has.
  const paste = (html, plain = 'x') => body.evaluate((element, [markup, words]) => {
    const data = new DataTransfer()
    data.setData('text/plain', words)
    if (markup) data.setData('text/html', markup)
    element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }))
  }, [html, plain])

  // compose types as an input method does: drafts of a word, and then the word.
  const compose = async (drafts, words) => {
    const session = await page.context().newCDPSession(page)
    for (const draft of drafts) await session.send('Input.imeSetComposition', { text: draft, selectionStart: draft.length, selectionEnd: draft.length })
    await session.send('Input.insertText', { text: words })
    await session.detach()
  }

  // make makes an entry and opens it.
  const make = async (data) => {
    const made = await visitor.post(`/admin/api/entries?collection=${collection}`, { data })
    assert.equal(made.status, 201, await made.clone().text())
    await page.goto(`/admin/c/${collection}/${(await made.json()).entry.id}`)
    await body.waitFor()
    await settled(page)
  }

  const buttons = Object.fromEntries(['raw', 'rail', 'find', 'focus'].map((each) => [each, page.getByRole('button', { name: named[each], exact: true })]))
  return { page, title, body, ...buttons, entry, press, save, text, put, end, pick, paste, compose, make }
}
