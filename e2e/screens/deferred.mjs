// The hooks of deferred.yaml, set off: some are given up, one waits.
import assert from 'node:assert/strict'

// listed are the deferred hooks in a state.
export const listed = async (olga, state) => (await (await olga.fetch(`/admin/api/deferred?state=${state}`)).json()).items

// goWrong makes as many dead hooks as there are texts, and one that waits. The
// queue needs a moment for each.
export async function goWrong(olga, texts) {
  for (const text of texts) await remind(olga, text)
  const { items: [{ version }] } = await (await olga.fetch('/admin/api/entries?collection=inventory&search=PAP-101')).json()
  const counted = await olga.post('/admin/api/operations/set-stock', { sku: 'PAP-101', quantity: 96, reorderAt: 30, countedOn: '2026-10-19', expectedVersion: version })
  assert.equal(counted.status, 200, await counted.text())
  await come(olga, 'dead', texts.length)
  await come(olga, 'pending', 1)
}

async function remind(olga, text) {
  const made = await olga.post('/admin/api/entries?collection=reminders', { data: { text } })
  assert.equal(made.status, 201, await made.text())
}

// come waits until so many that were tried are in a state.
export async function come(olga, state, count) {
  for (const start = Date.now(); ;) {
    const tried = (await listed(olga, state)).filter(({ diagnostic }) => diagnostic)
    if (tried.length === count) return
    assert.ok(Date.now() - start < 30_000, `${tried.length} are ${state}, not ${count}`)
  }
}
