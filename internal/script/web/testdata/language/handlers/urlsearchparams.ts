import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const params = new URLSearchParams('?a=1&a=%20%C3%BC+&b&&=c&d=%ff%zz')
  equal([...params], [['a', '1'], ['a', ' ü '], ['b', ''], ['', 'c'], ['d', '\ufffd%zz']])
  equal([params.get('a'), params.getAll('a').length, params.get('z'), params.has('a', '1'), params.size], ['1', 2, null, true, 5])
  params.set('a', 'x')
  params.delete('d')
  params.append("e'~", 'é*(-._')
  params.sort()
  equal(params.toString(), '=c&a=x&b=&e%27%7E=%C3%A9*%28-._')
  equal(`${new URLSearchParams({ q: 'tea & milk', n: 1 as any })}`, 'q=tea+%26+milk&n=1')
  equal(new URLSearchParams([['a', 'b']]).get('a'), 'b')
  equal([...new URLSearchParams(params).keys()].length, 4)
  throws(() => new URLSearchParams([['a']] as any), 'TypeError')
  const seen: string[] = []
  params.forEach((value, name) => seen.push(name + value))
  equal(seen[1], 'ax')
})
