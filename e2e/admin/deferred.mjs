// An owner looks into deferred hooks that went wrong, and into the audit log.
import assert from 'node:assert/strict'
import { close, look, openAdmin } from '../chromium.mjs'
import { goWrong, listed } from '../screens/deferred.mjs'
import { check } from '../site.mjs'
import { owner } from '../staff.mjs'

const olga = await owner()
const page = await openAdmin(olga)
const sheet = page.getByRole('dialog')

await check('a hook goes wrong', () => goWrong(olga, ['Order more ink.']))

await check('home leads to it', async () => {
  await page.goto('/admin/')
  await page.getByText('1 deferred hook was given up').waitFor()
  await page.getByRole('link', { name: 'Look at them' }).click()
  await page.getByRole('row', { name: /^after_create/ }).waitFor()
})

await check('it tells what failed, and why', async () => {
  await page.getByRole('cell', { name: 'after_create' }).click()
  await sheet.getByText('CONFLICT').waitFor()
  await sheet.getByRole('link', { name: 'remind-again' }).waitFor()
  await look(page, 'admin-dead-hook')
})

await check('replayed, it goes wrong again', async () => {
  const [{ time }] = await listed(olga, 'dead')
  await sheet.getByRole('button', { name: 'Replay' }).click()
  await look(page, 'admin-replay')
  await page.getByRole('dialog', { name: 'Run after_create again?' }).getByRole('button', { name: 'Replay' }).click()
  await page.getByText('1 hook is due again').waitFor()
  for (const start = Date.now(); ;) {
    const [dead] = await listed(olga, 'dead')
    if (dead?.time > time) break
    assert.ok(Date.now() - start < 30_000, 'the hook was not tried again')
  }
})

await check('what waits is run at once', async () => {
  const [{ time }] = await listed(olga, 'pending')
  await page.goto('/admin/dev?tab=deferred&state=pending')
  await page.getByRole('row', { name: /after_update/ }).getByRole('button', { name: 'Replay' }).click()
  await page.getByRole('dialog', { name: 'Run after_update again?' }).getByRole('button', { name: 'Replay' }).click()
  await page.getByText('1 hook is due again').waitFor()
  for (const start = Date.now(); ;) {
    const [waits] = await listed(olga, 'pending')
    if (waits?.time !== time) break
    assert.ok(Date.now() - start < 30_000, 'the hook was not tried')
  }
})

await check('how the service fares is on one page', async () => {
  await page.getByRole('navigation', { name: 'Pages for developers' }).getByRole('link', { name: 'Health' }).click()
  const hooks = page.getByRole('region', { name: 'Deferred hooks' })
  await hooks.getByRole('link', { name: '1 Given up' }).waitFor()
  const tries = page.getByRole('region', { name: 'Hooks that this server ran' })
  await tries.getByText('Tries').waitFor()
  const file = page.getByRole('region', { name: 'Database', exact: true })
  await file.getByText('Free disk space').waitFor()
  await look(page, 'admin-health')
  await hooks.getByRole('link', { name: '1 Given up' }).click()
  await page.getByRole('row', { name: /^after_create/ }).waitFor()
})

await check('the log tells each change, before and after', async () => {
  await page.getByRole('navigation', { name: 'Pages for developers' }).getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('combobox', { name: 'Collection' }).fill('inventory')
  await page.getByRole('option', { name: 'inventory' }).click()
  await page.getByRole('cell', { name: 'Changed', exact: true }).click()
  await sheet.getByText('120', { exact: true }).waitFor()
  await sheet.getByText('96', { exact: true }).waitFor()
  await look(page, 'admin-audit-line')
})

assert.deepEqual(page.complaints, [])
await close()
