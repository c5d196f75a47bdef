import { equal, rejects, script, throws } from '../check'

const later = async <T>(value: T) => {
  for (let i = 0; i < 3; i++) await null
  return value
}

export default script(async () => {
  equal(await Promise.all([later(1), 2]), [1, 2])
  equal(await Promise.any([Promise.reject(1), later(3)]), 3)
  equal(await Promise.race([later('slow'), 'fast']), 'fast')
  equal((await Promise.allSettled([later(1), Promise.reject('no')])).map((each) => each.status), ['fulfilled', 'rejected'])
  const { promise, resolve } = Promise.withResolvers()
  resolve('made')
  equal(await promise, 'made')
  equal(await Promise.try(() => 4), 4)
  let ended = false
  try { await Promise.reject(new Error('x')) } catch (error) { equal((error as Error).message, 'x') } finally { ended = true }
  equal(ended, true)
})
