// The page of quartet dev on a site: each link leads somewhere, each command works as it
// stands.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { close, look, person } from '../chromium.mjs'
import { check, origin } from '../site.mjs'

const page = await person()
const section = (name) => page.getByRole('region', { name, exact: true })
const texts = (locator) => locator.allInnerTexts()

await check('it names the site, its collections and what can be read and called', async () => {
  await page.goto('/_service/dev/')
  await page.getByRole('heading', { level: 1, name: 'Tea notes' }).waitFor()
  for (const name of ['Open', 'Collections', 'Read', 'Call']) assert.ok(await section(name).getByRole('listitem').count() > 0, name)
  await look(page, 'development')
})

await check('every link answers', async () => {
  const links = await page.getByRole('link').evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  assert.ok(links.length >= 10, `${links.length} links`)
  for (const link of links) {
    const answer = await page.request.get(link)
    // A View that asks for a session is marked as restricted, and says so.
    const isRestricted = await section('Read').getByRole('listitem').filter({ hasText: 'restricted' }).filter({ hasText: link }).count() > 0
    assert.equal(answer.status(), isRestricted ? 401 : 200, link)
  }
})

await check('every command that anybody may send works as it stands', async () => {
  const commands = await texts(section('Call').getByRole('listitem').filter({ hasNotText: 'restricted' }).locator('pre'))
  assert.ok(commands.length > 0)
  for (const command of commands) {
    const { stdout } = await promisify(execFile)('bash', ['-c', `${command} --silent`])
    assert.equal(JSON.parse(stdout).ok, true, `${command}\n${stdout}`)
  }
})

await check('the commands that connect an agent name addresses that ask it to sign in', async () => {
  const addresses = (await texts(section('Open').locator('pre'))).map((command) => command.split(' ').at(-1))
  assert.deepEqual(addresses, [`${origin}/mcp`, `${origin}/mcp/staff`])
  for (const address of addresses) {
    const answer = await page.request.post(address, { data: { jsonrpc: '2.0', id: 1, method: 'ping' } })
    assert.equal(answer.status(), 401)
    assert.match(answer.headers()['www-authenticate'], /resource_metadata=/)
  }
})

await check('Admin asks whoever is not signed in to sign in', async () => {
  await section('Open').getByRole('link', { name: '/admin', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

assert.deepEqual(page.complaints, [])
await close()
