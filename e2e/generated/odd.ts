import { equal, meets, refusal, type Place } from '../check.ts'
import { createService as olderService, plan as olderPlan } from './older/service.ts'
import { createService, plan, procedure_1_0, view_2fa, connectService, type Service } from './service.ts'

export async function scenario({ name, baseUrl, headers }: Place): Promise<void> {
  const site = createService({ baseUrl })

  // Writes, with odd names in the path and the body.
  const odd: Service.ProcInput_then = { name: `${name} a/b?c#d%`, constructor: "it's", then: 'no promise', value: 'say "no"', ['__proto__']: 'own', big: 7 }
  const made = await site.procedures.then_(odd)
  equal([Object.hasOwn(made.data, '__proto__'), made.data.__proto__, made.data.name, made.data.big], [true, 'own', odd.name, 7], 'a property named __proto__')
  equal((await refusal(site.procedures.then_(odd))).slice(0, 2), ['CONFLICT', 409], 'the same again')
  equal((await refusal(site.procedures.then_({ ...odd, name: '..' }))), ['INPUT_VALIDATION_FAILED', 0, 'input#/name'], 'dots in a path')
  const more: Service.ProcInput_constructor = { name: `${name} two`, constructor: 'x', value: 'line\nbreak' }
  await site.procedures.constructor(more)
  await procedure_1_0(connectService({ baseUrl }), { name: `${name} three`, constructor: 'x', ['__proto__']: "it's", value: 'line\nbreak' })

  // An integer that a number does not hold is rounded; a parser of one's own keeps it.
  const sent = `{"name":"${name} big","constructor":"x","big":9007199254740993}`
  const post = (init: { body: string | null }) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: init.body && sent })
  const exact = createService({ baseUrl, fetch: (url, init) => fetch(url, post(init)), parse: (text) => JSON.parse(text.replace(/:(\d{16,})/g, ':"$1"')) })
  const big: unknown = (await exact.procedures.constructor({ name: '', constructor: '' })).data.big
  equal(big, '9007199254740993', 'a parser of our own')

  // Reads.
  const names: string[] = []
  for await (const page of site.views.then_.pages()) names.push(...page.rows.map((row) => row.name))
  for (const each of [odd.name, more.name, `${name} three`]) equal(names.includes(each), true, each)
  const lines = await view_2fa(connectService({ baseUrl }), { params: { "it's": 'line\nbreak', constructor: 'a&b=c', ['__proto__']: 'x', 'a b&c=d': 1 }, show: 1 })
  equal([lines.rows.length, lines.rows[0]?.value, lines.hasMore], [1, 'line\nbreak', true], 'params with odd names')
  equal((await site.views['2fa']({ params: { "it's": '', constructor: '', ['__proto__']: '' } })).rows, [], 'empty texts')
  equal((await site.views.class()).page, 1, 'class')
  equal((await site.views.toString()).page, 1, 'toString')
  equal((await site.views.await()).page, 1, 'await')
  equal(plan.views.aBCD, 'a.b-c_d', 'a name of four words')
  equal(await Promise.resolve(site.views).then((views) => typeof views.then_), 'function', 'no promise')

  const desk = createService({ baseUrl, staff: true, headers })
  const nested: Service.Entry_constructor['nested'] = { '': 'a', 'two words': 'b', "it's": 'c', '\n': 'd', ['__proto__']: 'e', '1st': 'f', 食: 'g' }
  const entry = await desk.entries.constructor.createDraft({ name: `${name} entry`, nested, constructor: 'x', toString: 'y', mixed: { 'a b': [1, null, "x'y"], ['__proto__']: true }, number: -1, refs: [{ again: { other: null } }] })
  equal([entry.data.nested?.['\n'], Object.entries(entry.data.nested ?? {}).length, entry.data.refs], ['d', 7, [{ again: { other: null } }]], 'odd members')
  equal(await desk.entries.constructor.delete(entry.id), { removed: true }, 'deleted')

  await meets(plan, olderPlan,
    (onMismatch) => () => createService({ baseUrl, onMismatch }).views.class(),
    (onMismatch) => {
      const before = olderService({ baseUrl, onMismatch })
      return () => before.views.class()
    })
}

export async function refused(): Promise<void> {
  const site = createService({ baseUrl: '' })
  // @ts-expect-error a param with a quote in its name is missing
  await site.views['2fa']({ params: { constructor: 'x', ['__proto__']: 'x' } })
  // @ts-expect-error not among the values
  await site.views['2fa']({ params: { "it's": 'other', constructor: 'x', ['__proto__']: 'x' } })
  // @ts-expect-error no route leads there
  await site.procedures.delete({ name: 'x' })
}
