// What the application itself says, in its two languages: where the one should
// stand, the other is found.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'

const languages = new URL('../../admin/src/i18n/', import.meta.url)

// catalogue has every text of a language by its key.
async function catalogue(language) {
  const folder = new URL(`${language}/`, languages)
  const rooms = await Promise.all((await readdir(folder)).map((file) => import(new URL(file, folder))))
  return Object.assign({}, ...rooms.flatMap((room) => Object.values(room)))
}

const [en, chinese] = await Promise.all(['en', 'zh-TW'].map(catalogue))

// forms are the English texts that read otherwise in Chinese, with room for what
// is filled in. One that has fewer than two words beside that could be anything.
const forms = Object.keys(en).filter((key) => en[key] !== chinese[key] && isSaying(en[key])).map((key) => {
  const parts = en[key].split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return { key, form: new RegExp(`^${parts.join('.+')}$`, 's') }
})
if (forms.length < 500) throw new Error(`${forms.length} texts differ between the languages`)

function isSaying(text) {
  return !text.includes('{') || (text.replace(/\{\w+\}/g, '').match(/\p{L}{2,}/gu) ?? []).length >= 2
}

// answersOf gathers what the service tells a page: the site's own words, which
// may read like the application's.
export function answersOf(page) {
  const answers = []
  page.on('response', (answer) => {
    if (/json/.test(answer.headers()['content-type'])) answers.push(answer.json().catch(() => null))
  })
  return async () => new Set((await Promise.all(answers)).flatMap(strings))
}

const strings = (value) =>
  typeof value === 'string' ? [value.trim()] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []

// english are the texts of the application that stand on a page in English, each
// a text of its own or the name of something, and not among what the site says.
// The page must say that it is Chinese.
export async function english(page, answers) {
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-TW')
  const [site, said] = [await answers(), await page.evaluate(readable)]
  return [...new Set(said)].filter((text) => !site.has(text)).flatMap((text) => {
    const found = forms.find(({ form }) => form.test(text))
    return found ? [`${found.key}: ${text}`] : []
  })
}

// readable runs in the page: all that somebody reads or hears there, but for
// what is quoted as code.
function readable() {
  const texts = document.title ? [document.title] : []
  for (const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walker.nextNode();) {
    if (!walker.currentNode.parentElement.closest('script, style, pre, code, .cm-content')) texts.push(walker.currentNode.data)
  }
  for (const name of ['aria-label', 'aria-description', 'alt', 'placeholder', 'title']) {
    for (const each of document.querySelectorAll(`[${name}]`)) texts.push(each.getAttribute(name))
  }
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}
