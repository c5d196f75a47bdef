// One browser for every script: each connects to it and has windows, cookies and
// storage of its own there. It says where it is, and ends with its input.
import { chromium } from 'playwright-core'
import { flags } from './flags.mjs'

const server = await chromium.launchServer({ executablePath: process.env.CHROMIUM, args: flags, host: '127.0.0.1' })
console.log(server.wsEndpoint())
process.stdin.resume().on('end', () => server.close())
