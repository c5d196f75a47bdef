#!/usr/bin/env node
// Runs the program that the package for this machine carries.
'use strict'

const { spawn } = require('node:child_process')
const { constants } = require('node:os')

const machine = `${process.platform}-${process.arch}`
const carrier = `@quartet-dev/quartet-${machine}`

function find() {
  try {
    return require.resolve(`${carrier}/bin/quartet${process.platform === 'win32' ? '.exe' : ''}`)
  } catch {
    const { optionalDependencies } = require('../package.json')
    const why = carrier in optionalDependencies
      ? `The package ${carrier} is missing. Install again without --omit=optional or --no-optional.`
      : `There is no program for ${machine}. Build it with Go: go install github.com/quartet-dev/quartet/cmd/quartet@latest`
    process.stderr.write(`quartet: ${why}\n`)
    process.exit(1)
  }
}

const child = spawn(find(), process.argv.slice(2), { stdio: 'inherit', windowsHide: true })

// A terminal sends its signals to both; others are passed on. The program decides when it ends.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
process.on('SIGINT', () => {})

child.on('error', (error) => {
  process.stderr.write(`quartet: ${error.message}\n`)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : code))
