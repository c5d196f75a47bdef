// What browsers and Node have and handlers do not, does not compile.
export const missing = [
  // @ts-expect-error there is no page
  () => document,
  // @ts-expect-error there is no window
  () => window,
  // @ts-expect-error there is no storage
  () => localStorage,
  // @ts-expect-error there is no process
  () => process.env,
  // @ts-expect-error there are modules alone
  () => require('fs'),
  // @ts-expect-error there are no bytes of Node
  () => Buffer.from('a'),
  // @ts-expect-error fetch is the way out
  () => new XMLHttpRequest(),
  // @ts-expect-error fetch is the way out
  () => new WebSocket('wss://tea.example'),
  // @ts-expect-error there are no forms with files
  () => new FormData(),
  // @ts-expect-error there are no streams
  async () => (await fetch('https://tea.example')).body,
  // @ts-expect-error there are no blobs
  async () => (await fetch('https://tea.example')).blob(),
  // @ts-expect-error only the clock
  () => performance.mark('a'),
  // @ts-expect-error keys are of HMAC alone
  () => crypto.subtle.encrypt('AES-GCM', {}, new Uint8Array(1)),
  // @ts-expect-error keys are of HMAC alone
  () => crypto.subtle.importKey('raw', new Uint8Array(1), 'AES-GCM', true, ['sign']),
  // @ts-expect-error there is no cache
  () => fetch('https://tea.example', { cache: 'no-store' }),
]
