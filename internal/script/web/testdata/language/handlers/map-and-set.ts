import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const map = new Map<unknown, string>([[NaN, 'n'], [{}, 'o']])
  equal([map.get(NaN), map.size, [...map.values()]], ['n', 2, ['n', 'o']])
  equal(new Set([1, 2]).union(new Set([2, 3])), new Set([1, 2, 3]))
  equal([new Set([1, 2]).difference(new Set([1])), new Set([1]).isSubsetOf(new Set([1, 2]))], [new Set([2]), true])
  equal(Map.groupBy([1, 2, 3], (n) => n % 2), new Map([[1, [1, 3]], [0, [2]]]))
})
