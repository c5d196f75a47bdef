// Makes the npm packages of a release: one for each machine, which carries the program, and
// one that depends on all of them and runs the right one.
//
//   node deploy/npm/pack.mjs --version 1.2.3 --programs dist --out packages [--only linux/amd64]
//
// dist has the programs as <goos>_<goarch>/quartet, with .exe for Windows. Each package
// becomes a folder below out, which npm publish or npm pack takes.
import { cpSync, copyFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const here = dirname(fileURLToPath(import.meta.url))
const { values: given } = parseArgs({
  options: { version: { type: 'string' }, programs: { type: 'string' }, out: { type: 'string' }, only: { type: 'string', multiple: true } },
})
for (const name of ['version', 'programs', 'out']) {
  if (!given[name]) {
    console.error(`pack.mjs: --${name} is missing`)
    process.exit(2)
  }
}

const all = JSON.parse(readFileSync(join(here, 'targets.json'), 'utf8'))
const wanted = all.filter((target) => !given.only || given.only.includes(`${target.goos}/${target.goarch}`))
if (wanted.length === 0) {
  console.error(`pack.mjs: --only names none of ${all.map((target) => `${target.goos}/${target.goarch}`).join(', ')}`)
  process.exit(2)
}

const nameOf = (target) => `@quartet-dev/quartet-${target.os}-${target.cpu}`
const shared = {
  version: given.version,
  license: 'Apache-2.0',
  homepage: 'https://github.com/quartet-dev/quartet',
  repository: { type: 'git', url: 'git+https://github.com/quartet-dev/quartet.git' },
}

function write(folder, description) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
  copyFileSync(join(here, '..', '..', 'LICENSE'), join(folder, 'LICENSE'))
}

for (const target of wanted) {
  const folder = join(given.out, `quartet-${target.os}-${target.cpu}`)
  const program = target.goos === 'windows' ? 'quartet.exe' : 'quartet'
  write(folder, {
    name: nameOf(target), ...shared,
    description: `The program of @quartet-dev/quartet for ${target.os} on ${target.cpu}.`,
    os: [target.os], cpu: [target.cpu], files: ['bin'], preferUnplugged: true,
  })
  mkdirSync(join(folder, 'bin'), { recursive: true })
  copyFileSync(join(given.programs, `${target.goos}_${target.goarch}`, program), join(folder, 'bin', program))
  chmodSync(join(folder, 'bin', program), 0o755)
}

const main = join(given.out, 'quartet')
cpSync(join(here, 'quartet'), main, { recursive: true })
write(main, {
  name: '@quartet-dev/quartet', ...shared,
  description: 'A content and application service in one program, declared by a folder of manifests.',
  keywords: ['cms', 'headless', 'api', 'mcp', 'sqlite', 'postgresql'],
  bin: { quartet: 'bin/quartet.cjs' }, files: ['bin'], engines: { node: '>=18' },
  optionalDependencies: Object.fromEntries(all.map((target) => [nameOf(target), given.version])),
})
console.log([...wanted.map(nameOf), '@quartet-dev/quartet'].map((name) => `${name}@${given.version}`).join('\n'))
