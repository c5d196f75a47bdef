// The first minutes in an empty folder: what the page of quartet dev shows is pasted, and
// the link that the terminal prints then leads to Admin.
import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { close, look, person, settled } from '../chromium.mjs'
import { check } from '../site.mjs'

const page = await person()
const section = (name) => page.getByRole('region', { name, exact: true })

await check('the address that the terminal prints shows a manifest to begin with, and no fault', async () => {
  await page.goto('/')
  await section('Your first collection').waitFor()
  assert.doesNotMatch(await page.title(), /^\(/)
  assert.equal(await section('Open').count(), 0)
  await look(page, 'development-empty')
})

await check('the manifest in its place, the page follows by itself', async () => {
  await mkdir(join(process.env.FOLDER, 'manifests'))
  await writeFile(join(process.env.FOLDER, 'manifests/notes.yaml'), await section('Your first collection').locator('pre').innerText())
  await section('Collections').getByText('Notes', { exact: true }).waitFor()
  assert.equal(await section('Your first collection').count(), 0)
})

await check('the View that it declares answers', async () => {
  const link = section('Read').getByRole('link')
  assert.equal(await section('Read').getByRole('listitem').getByText('All notes').count(), 1)
  const answer = await page.request.get(await link.getAttribute('href'))
  assert.deepEqual((await answer.json()).data.rows, [])
})

// signIn is the link that the terminal prints once there is a site.
async function signIn() {
  for (const start = Date.now(); Date.now() - start < 30_000; await new Promise((done) => setTimeout(done, 20))) {
    for (const line of (await readFile(process.env.LETTERS, 'utf8')).split('\n')) {
      if (line.endsWith('}') && line.includes('"signIn"')) return JSON.parse(line).signIn
    }
  }
  return assert.fail('the terminal has printed no link')
}

await check('the link signs in the owner, and Admin has the collection', async () => {
  await page.goto(await signIn())
  await page.goto('/_service/dev/')
  await section('Collections').getByRole('link').click()
  await page.getByRole('heading', { name: 'Notes', level: 1 }).waitFor()
  await settled(page)
})

assert.deepEqual(page.complaints, [])
await close()
