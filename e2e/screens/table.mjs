// table.txt, for scripts.
import { readFile } from 'node:fs/promises'
import { settled } from '../chromium.mjs'

const text = await readFile(new URL('table.txt', import.meta.url), 'utf8')

// screens are the lines of an example: { name, example, role, address, heading }.
export const screens = text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => {
  const [name, example, role, address, heading, ...rest] = line.split(/ {2,}/)
  if (!heading || rest.length > 0) throw new Error(`not a line of five columns: ${line}`)
  return { name, example, role, address, heading }
}).filter(({ example }) => example === process.env.EXAMPLE)

// show opens an address and waits for a heading on the page that stands there,
// for any where none is named.
export async function show(page, staff, { address, heading }) {
  await page.goto(await resolve(staff, address))
  await page.getByRole('heading', { level: 1, ...(heading ? { name: heading } : {}) }).waitFor()
  await settled(page)
}

// resolve puts the id of an entry in the place of {collection text}.
async function resolve(staff, address) {
  const [place, collection, search] = /\{(\S+) ([^}]+)\}/.exec(address) ?? []
  if (!place) return address
  const { items } = await (await staff.fetch(`/admin/api/entries?${new URLSearchParams({ collection, search })}`)).json()
  if (items.length === 0) throw new Error(`${address}: no such entry`)
  return address.replace(place, items[0].id)
}
