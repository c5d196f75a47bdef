// table.txt, for scripts.
import { readFile } from 'node:fs/promises'

const text = await readFile(new URL('table.txt', import.meta.url), 'utf8')

// pages are the lines of the site that the script runs against.
export const pages = text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => {
  const [name, site, address, heading, ...rest] = line.split(/ {2,}/)
  if (!heading || rest.length > 0) throw new Error(`not a line of four columns: ${line}`)
  return { name, site, address, heading }
}).filter(({ site }) => site === process.env.LOOK)
if (pages.length === 0) throw new Error(`table.txt has no page of ${process.env.LOOK}`)
