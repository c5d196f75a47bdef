// A public page that is open while somebody works on the site: it follows what is
// changed, and what is wrong is shown over it.
import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { close, look, person, settled } from './chromium.mjs'
import { check } from './site.mjs'

const folder = process.env.FOLDER
const template = join(folder, 'templates/author.html')
const before = await readFile(template, 'utf8')
const page = await person()
const dialog = page.getByRole('dialog')

// here is on the page that is loaded now; it is gone when the page is loaded again.
const mark = () => page.evaluate(() => { window.here = true })
const isMarked = () => page.evaluate(() => window.here === true)

await page.goto('/en/authors/thomas-hale')
await page.getByRole('heading', { level: 1, name: 'Thomas Hale' }).waitFor()

await check('a template that changes is on the page at once', async () => {
  await writeFile(template, before.replace('<h1 ', '<p>Of the desk</p><h1 '))
  await page.getByText('Of the desk').waitFor()
})

await check('so is a text', async () => {
  await writeFile(join(folder, 'templates/locales/en.yaml'), 'website: Website\nwritten: From this hand\n')
  await page.getByRole('heading', { name: 'From this hand' }).waitFor()
})

await check('and the stylesheet of the site', async () => {
  await writeFile(join(folder, 'templates/theme.css'), 'h1 { color: rgb(1, 2, 3) } img { max-width: 100%; height: auto }')
  await page.waitForFunction(() => getComputedStyle(document.querySelector('h1')).color === 'rgb(1, 2, 3)')
})

await check('a template that does not parse is shown at its line, and the page stays behind', async () => {
  await mark()
  await writeFile(template, before.replace('{{ t "website" }}', '{{ tt "website" }}'))
  await dialog.waitFor()
  const said = await dialog.innerText()
  for (const want of ['The last change has a problem', 'templates/author.html:8:', 'TEMPLATE_INVALID', '{{ tt "website" }}', '^']) assert.ok(said.includes(want), `${want} in ${said}`)
  assert.equal(await isMarked(), true)
  await settled(page)
  await look(page, 'development-overlay')
})

await check('it can be put away, and goes away when it is mended', async () => {
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  await writeFile(template, before)
  await page.waitForFunction(() => window.here === undefined)
  await page.getByRole('heading', { level: 1, name: 'Thomas Hale' }).waitFor()
  assert.equal(await dialog.count(), 0)
})

await check('a template that fails while it runs is shown over the page before, too', async () => {
  await mark()
  await writeFile(template, before.replace('{{ .Title }}', '{{ view (print "Titel") }}'))
  await dialog.getByText('This page cannot be shown').waitFor()
  assert.match(await dialog.innerText(), /templates\/author\.html:\d+:\d+[^]*Titel/)
  assert.equal(await isMarked(), true)
})

await check('who loads that page sees the same, until it is mended', async () => {
  await page.reload()
  await dialog.getByText('This page cannot be shown').waitFor()
  await writeFile(template, before)
  await page.getByRole('heading', { level: 1, name: 'Thomas Hale' }).waitFor()
  assert.equal(await dialog.count(), 0)
})

await check('an entry that is written is on the page', async () => {
  await writeFile(join(folder, 'seed/author-ada.yaml'),
    'collection: authors\nstatus: published\ndata: { slug: ada, name: { en: Ada Ling, zh-TW: 林愛達 }, about: { en: New here., zh-TW: 新人。 } }\n')
  await page.goto('/en/authors')
  await page.getByRole('link', { name: 'Ada Ling' }).waitFor()
})

await check('what is half typed is not thrown away, and the page follows once it is gone', async () => {
  await writeFile(template, before.replace('<h1 ', '<form><input aria-label="Subject"><select aria-label="Desk"><option>News<option>Art</select></form><h1 '))
  const typist = await person()
  await typist.goto('/en/authors/thomas-hale')
  await typist.getByLabel('Desk').selectOption('Art')
  await typist.getByLabel('Subject').fill('A half typed letter')
  await typist.evaluate(() => { window.here = true })
  await writeFile(join(folder, 'seed/author-bea.yaml'),
    'collection: authors\nstatus: published\ndata: { slug: bea, name: { en: Bea Ling, zh-TW: 林貝雅 }, about: { en: New here., zh-TW: 新人。 } }\n')
  await typist.getByText('The page keeps what you typed').waitFor()
  assert.equal(await typist.evaluate(() => window.here), true)
  await settled(typist)
  await look(typist, 'development-half-typed')
  await typist.getByLabel('Subject').fill('')
  assert.equal(await typist.evaluate(() => window.here), true)
  await typist.getByLabel('Desk').selectOption('News')
  await typist.waitForFunction(() => window.here === undefined)
})

await check('a script of the site runs where the settings admit it, as in production', async () => {
  const settings = join(folder, 'quartet.yaml')
  await mkdir(join(folder, 'public'), { recursive: true })
  await writeFile(join(folder, 'public/own.js'), 'document.documentElement.dataset.ran = "yes"\n')
  await writeFile(template, before.replace('<h1 ', '<script src="/own.js"></script><h1 class="scripted" '))
  await page.goto('about:blank')
  const blocked = await person()
  await blocked.goto('/en/authors/thomas-hale')
  await blocked.locator('h1.scripted').waitFor()
  assert.equal(await blocked.evaluate(() => document.documentElement.dataset.ran), undefined)
  const strict = await readFile(settings, 'utf8')
  assert.match(strict, /csp: {/)
  await writeFile(settings, strict.replace('csp: {', 'csp: { script-src: ["\'self\'"],'))
  await blocked.waitForFunction(() => document.documentElement.dataset.ran === 'yes')
  await writeFile(template, before)
})

const handler = join(folder, 'handlers/desk.ts')
const call = () => page.evaluate(async () => (await fetch('/api/desk', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })).status)

await check('a handler that fails is shown over the open page, at its line', async () => {
  await page.goto('about:blank') // a page of the site would follow the files while the next one is loaded
  await mkdir(join(folder, 'handlers'), { recursive: true })
  await writeFile(handler, '// The desk.\nexport const ask = (input: any) => {\n  return input.who.name\n}\n')
  await writeFile(join(folder, 'manifests/desk.yaml'), `apiVersion: quartet/v1
kind: Procedure
metadata: { name: desk }
spec: { input: { type: object }, output: {}, handler: { kind: ref, ref: desk.ask } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: desk }
spec: { source: { kind: http, method: POST, path: /api/desk }, target: { procedure: desk } }
`)
  while ((await page.request.post('/api/desk', { data: {} })).status() === 404) await new Promise((done) => setTimeout(done, 100))
  await page.goto('/en/authors/thomas-hale')
  await mark()
  assert.equal(await call(), 500)
  await dialog.getByText('A handler failed').waitFor()
  assert.match(await dialog.innerText(), /handlers\/desk\.ts:3:\d+[^]*return input\.who\.name/)
  assert.equal(await isMarked(), true)
})

await check('and is gone when it is mended', async () => {
  await writeFile(handler, 'export const ask = () => 1\n')
  await page.waitForFunction(() => window.here === undefined)
  assert.equal(await dialog.count(), 0)
  assert.equal(await call(), 200)
})

page.complaints = page.complaints.filter((each) => !/status of 5\d\d/.test(each))
assert.deepEqual(page.complaints, [])
await close()
