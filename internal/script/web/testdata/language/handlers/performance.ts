import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const begun = performance.now()
  let n = 0
  while (n < 1000) n++
  equal([performance.now() >= begun, begun >= 0, Math.abs(performance.timeOrigin + begun - Date.now()) < 60_000], [true, true, true])
})
