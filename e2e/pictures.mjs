// Makes the pictures of the README from the example magazine, as it is now:
//
//   go build -o /tmp/quartet ./cmd/quartet
//   QUARTET=/tmp/quartet CHROMIUM=/usr/bin/chromium node e2e/pictures.mjs
//
// docs/pictures/admin-light.webp and admin-dark.webp show Admin, terminal.svg a real
// run of the program. A test holds their sizes.
import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { flags } from './flags.mjs'
import { drawn } from './recording.mjs'

const root = new URL('..', import.meta.url).pathname
const target = join(root, 'docs/pictures')
const program = process.env.QUARTET
const work = await mkdtemp(join(tmpdir(), 'pictures-'))
const site = join(work, 'my-site')

await mkdir(target, { recursive: true })
await cp(join(root, 'examples/publication'), site, { recursive: true, filter: (name) => !name.includes('.service') })
const shown = [await refused(), await mended()]
const server = await serve()
try {
  shown.push({ command: 'quartet dev my-site', output: server.printed() }, await asked())
  await writeFile(join(target, 'terminal.svg'), drawn(shown))
  await admin()
} finally {
  server.stop()
  await rm(work, { recursive: true, force: true })
}

// run runs a command as somebody types it, with the program on the path.
function run(command) {
  return new Promise((done) => {
    const path = `${work}:${process.env.PATH}`
    execFile('bash', ['-c', command.replace(/^quartet/, program)], { cwd: work, env: { ...process.env, PATH: path } }, (_, stdout, stderr) =>
      done({ command, output: (stdout + stderr).trimEnd() }),
    )
  })
}

// refused is a mistake in a manifest, and what the program says of it.
async function refused() {
  const file = join(site, 'manifests/reading.yaml')
  const right = await readFile(file, 'utf8')
  await writeFile(file, right.replace('  orderBy:', '  ordrBy:'))
  const { command, output } = await run('quartet validate my-site --format text')
  await writeFile(file, right)
  return { command, output: output.replace(/^ *expected: .*\n/m, '') }
}

function mended() {
  return run('quartet validate my-site --format text')
}

// asked is a View of the site that is served.
async function asked() {
  const { output } = await run(`curl -s '${server.origin}/api/views/posts?locale=en&show=1'`)
  return { command: "curl 'http://localhost:8787/api/views/posts?locale=en&show=1'", output }
}

// serve starts the site and waits until it has its entries.
async function serve() {
  const child = spawn(program, ['dev', site, '--addr', '127.0.0.1:0'], { env: { ...process.env, NO_COLOR: '1' } })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (each) => (log += each))
  for (const start = Date.now(); !log.includes('seed documents loaded'); ) {
    if (Date.now() - start > 30_000) throw new Error(`the site does not start: ${log}`)
    await new Promise((done) => setTimeout(done, 50))
  }
  const link = /http:\S+magic-link\/verify\S+/.exec(log)[0]
  const { origin } = new URL(link)
  const lines = /^ {2}(Tea notes {2}|What it offers|Sign in as the owner|\d+ of \d+ seed).*$/gm
  const printed = () => log.match(lines).join('\n').replaceAll(origin, 'http://localhost:8787').replace(/token=\S+/, 'token=…')
  return { link, origin, printed, stop: () => child.kill() }
}

// admin takes the list of posts in both color schemes.
async function admin() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: flags })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(server.link)
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${server.origin}${process.env.PAGE ?? '/admin/c/post-translations'}`)
      await page.waitForLoadState('load')
      await new Promise((done) => setTimeout(done, 2500)) // an open stream keeps the network busy
      const png = await page.screenshot()
      await writeFile(join(target, `admin-${colorScheme}.webp`), await webp(browser, png))
    }
  } finally {
    await browser.close()
  }
}

// webp is a picture in that format, which the browser writes.
async function webp(browser, png) {
  const page = await browser.newPage()
  const url = await page.evaluate(async (source) => {
    const image = await createImageBitmap(await (await fetch(source)).blob())
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.85)
  }, `data:image/png;base64,${png.toString('base64')}`)
  await page.close()
  return Buffer.from(url.split(',')[1], 'base64')
}
