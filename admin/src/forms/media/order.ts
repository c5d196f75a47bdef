/**
 * A list with what has just arrived, in the order in which files were given: behind those of its company that were given
 * before it, or before the first that was given after it.
 */
export function withArrival(list: readonly string[], arrived: string, company: readonly (string | undefined)[], place: number): string[] {
  const before = company.slice(0, place).findLast((each) => each !== undefined && list.includes(each));
  const after = company.slice(place + 1).find((each) => each !== undefined && list.includes(each));
  const at = before !== undefined ? list.lastIndexOf(before) + 1 : after !== undefined ? list.indexOf(after) : list.length;
  return [...list.slice(0, at), arrived, ...list.slice(at)];
}
