import { equal, rejects, script, throws } from '../check'

const bytes = (text: string) => new TextEncoder().encode(text)

export default script(async () => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes('key'), algorithm, false, ['sign', 'verify'])
  const signature = await crypto.subtle.sign('HMAC', key, bytes('The quick brown fox jumps over the lazy dog'))
  equal(new Uint8Array(signature).toHex(), 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8')
  equal(await crypto.subtle.verify('HMAC', key, signature, bytes('The quick brown fox jumps over the lazy dog')), true)
  equal(await crypto.subtle.verify('HMAC', key, signature, bytes('another text')), false)
  equal(await crypto.subtle.verify('HMAC', key, signature.slice(1), bytes('another text')), false)
  equal([key.type, key.extractable, key.usages, (key.algorithm as any).hash.name], ['secret', false, ['sign', 'verify'], 'SHA-256'])
  await rejects(crypto.subtle.exportKey('raw', key), 'InvalidAccessError')
  const verifier = await crypto.subtle.importKey('raw', bytes('key'), { name: 'HMAC', hash: { name: 'SHA-1' } }, true, ['verify'])
  await rejects(crypto.subtle.sign('HMAC', verifier, bytes('x')), 'InvalidAccessError')
  equal((await crypto.subtle.exportKey('raw', verifier)).byteLength, 3)
  await rejects(crypto.subtle.importKey('raw', bytes('k'), 'AES-GCM', false, ['encrypt']), 'NotSupportedError')
  const made = (await crypto.subtle.generateKey(algorithm, true, ['sign'])) as CryptoKey
  equal((await crypto.subtle.sign('HMAC', made, bytes('x'))).byteLength, 32)
})
