import { equal, rejects, script, throws } from '../check'

async function* pages() {
  for (const page of [[1, 2], [3]]) {
    await null
    yield page
  }
}

export default script(async () => {
  const all: number[] = []
  for await (const page of pages()) all.push(...page)
  equal(all, [1, 2, 3])
  for await (const each of [Promise.resolve(1), 2]) all.push(each)
  equal(all.length, 5)
})
