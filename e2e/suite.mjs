// The official conformance suite as a program, and the baseline that its results
// are held against.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'

// suite runs the program and gives the checks of each scenario. hear is told
// what it has said so far.
export async function suite(parameters, hear = () => {}) {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  try {
    const program = spawn(process.execPath, ['node_modules/.bin/conformance', ...parameters, '--output-dir', folder])
    let said = ''
    program.stdout.on('data', (data) => hear((said += data)))
    program.stderr.on('data', (data) => (said += data))
    await new Promise((done) => program.on('exit', done))
    const results = await read(folder, prefixes[parameters[0]])
    assert.ok(Object.keys(results).length > 0, said)
    return results
  } finally {
    await rm(folder, { recursive: true })
  }
}

const prefixes = { authorization: 'authorization-server-', server: 'server-' }

// read reads <prefix><scenario>-<time>/checks.json of every scenario.
async function read(folder, prefix) {
  const results = {}
  for (const name of await readdir(folder)) {
    const [, scenario] = new RegExp(`^${prefix}(.*?)-\\d{4}-\\d{2}-\\d{2}T`).exec(name)
    results[scenario] = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'))
  }
  return results
}

// expected holds results against a part of the baseline: what it names must
// fail, or be left out, and everything else must pass.
export async function expected(part, results) {
  const baseline = parse(await readFile('conformance/baseline.yml', 'utf8'))[part]
  const known = Object.entries(baseline).flatMap(([scenario, reasons]) => Object.keys(reasons).map((id) => `${scenario}: ${id}`))
  const found = new Map()
  for (const [scenario, checks] of Object.entries(results)) {
    assert.ok(checks.length > 0, `${scenario} has checked nothing`)
    for (const { id, status, errorMessage } of checks) {
      if (!['SUCCESS', 'INFO'].includes(status)) found.set(`${scenario}: ${id}`, `${status} ${errorMessage ?? ''}`)
    }
  }
  const news = [...found].filter(([what]) => !known.includes(what)).map((each) => each.join(' '))
  const stale = known.filter((what) => !found.has(what))
  assert.deepEqual({ news, stale }, { news: [], stale: [] })
}
