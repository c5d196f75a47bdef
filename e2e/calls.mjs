// What is called in each example, on the surface for everybody and on that of
// staff: a View and a Procedure where there is one. An argument that begins with
// $ is a column of the first row of the View before it. Another example is
// another line.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { check, resource } from './site.mjs'

const staff = `${resource}/staff`

// once is a text that nobody has sent before: orders and suggestions are taken
// once each.
const once = () => randomBytes(4).toString('hex').toUpperCase()

const order = () => ({
  number: `BQ-${once()}`, email: 'anna@tea.example', stage: 'placed', currency: 'EUR',
  lines: [{ sku: 'INK-202', quantity: 2, unitPrice: 1200 }],
})

const applications = {
  [resource]: [['query_view_my_applications', {}], ['query_view_workshops', {}]],
  [staff]: [['query_view_application_inbox', {}], ['decide_application', { id: '$id', expectedVersion: '$version', stage: 'invited' }]],
}

const calls = () => ({
  publication: {
    [resource]: [['query_view_posts', { locale: 'en', show: 2 }], ['suggest', { message: `More about oolong ${once()}.` }]],
    [staff]: [['query_view_suggestion_inbox', {}], ['update_suggestion', { id: '$id', expectedVersion: '$version', stage: 'read' }]],
  },
  commerce: {
    [resource]: [['query_view_catalogue', { category: 'pens' }], ['place_order', order()]],
    [staff]: [['query_view_open_orders', {}], ['advance_order', { id: '$id', expectedVersion: '$version', stage: 'paid' }]],
  },
  intake: applications,
  'intake-ts': applications,
})

// play lists the tools of each surface and calls those above. open gives what
// lists and calls at a URL, in some way.
export async function play(open, way = '') {
  for (const [url, made] of Object.entries(calls()[process.env.EXAMPLE])) {
    const surface = `${way} ${new URL(url).pathname}`.trim()
    const client = await check(`${surface} opens`, () => open(url))
    await check(`${surface} lists its tools`, async () => {
      const { tools } = await client.list()
      const names = tools.map(({ name }) => name)
      for (const [name] of made) assert.ok(names.includes(name), `${name} is not among ${names}`)
    })
    let row
    for (const [name, given] of made) {
      const answer = await check(`${surface} answers ${name}`, async () => good(await client.call(name, filled(given, row))))
      row = answer.rows?.[0]
    }
    await client.close?.()
  }
}

// filled puts the columns of a row where an argument names one.
const filled = (given, row) => Object.fromEntries(Object.entries(given).map(([name, value]) =>
  [name, typeof value === 'string' && value.startsWith('$') ? row[value.slice(1)] : value]))

// good is what a tool answered, without an error, as a value and as its text.
function good({ content, structuredContent, isError }) {
  assert.ok(!isError, JSON.stringify(content))
  assert.deepEqual(JSON.parse(content[0].text), structuredContent)
  assert.ok(structuredContent.rows ?? structuredContent.id, content[0].text)
  return structuredContent
}
