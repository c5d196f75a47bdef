import { equal, rejects, script, throws } from '../check'

const digest = async (name: string, text: string) => new Uint8Array(await crypto.subtle.digest(name, new TextEncoder().encode(text))).toHex()

export default script(async () => {
  equal(await digest('SHA-1', 'abc'), 'a9993e364706816aba3e25717850c26c9cd0d89d')
  equal(await digest('sha-256', ''), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  equal((await digest('SHA-384', 'abc')).slice(0, 16), 'cb00753f45a35e8b')
  equal((await digest('SHA-512', 'abc')).slice(0, 16), 'ddaf35a193617aba')
  await rejects(crypto.subtle.digest('MD5', new Uint8Array()), 'NotSupportedError')
  await rejects(crypto.subtle.digest('SHA-256', 'text' as any), 'TypeError')
})
