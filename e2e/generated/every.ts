import { equal, meets, refusal, type Place } from '../check.ts'
import { createService as olderService, plan as olderPlan } from './older/service.ts'
import { createService, plan, type Service } from './service.ts'

export async function scenario({ name, baseUrl, headers }: Place): Promise<void> {
  const site = createService({ baseUrl })
  const desk = createService({ baseUrl, staff: true, headers })

  // Entries with every kind of property.
  const steps: Service.Entry_recipes['steps'] = [{ minutes: 2, text: 'Stir.' }, { steps: [{ text: 'Wait.' }] }]
  const recipe = await desk.entries.recipes.createDraft({ slug: `soup-${name}`, title: 'Soup', level: 'easy', kind: 'recipe', steps, labels: { origin: 'home' }, rating: null, anything: [1] })
  equal([recipe.status, recipe.data.steps, recipe.data.reviewedBy === undefined], ['draft', steps, false], 'a draft')
  const text = await desk.entries.recipeTexts.createDraft({ slug: `soup-${name}`, locale: 'en' })
  equal([text.locale, text.status], ['en', 'draft'], 'a translation without its text')
  equal((await refusal(desk.entries.recipes.createDraft({ title: '' }))).slice(0, 2), ['INPUT_VALIDATION_FAILED', 400], 'what is present is checked')

  // Each builtin, through each method.
  const made: string[] = []
  for (const cook of ['ann', 'bo', 'cy', 'dee', 'ed']) {
    made.push((await site.procedures.addTry({ recipe: name, cook, stars: 3, mood: 'good' })).id)
  }
  const [first = '', second = ''] = made
  equal((await site.procedures.changeTry({ id: first, expectedVersion: 1, stars: 5 })).version, 2, 'PATCH')
  equal((await refusal(site.procedures.changeTry({ id: first, expectedVersion: 1 }))).slice(0, 2), ['CONFLICT', 409], 'a stale version')
  equal((await site.procedures.putTry({ recipe: name, cook: 'zoë & co/1%', stars: 1 })).version, 1, 'PUT with text in its path')
  equal(await site.procedures.removeTry({ id: second }), { removed: true }, 'DELETE')
  equal((await refusal(site.procedures.removeTry({ id: second }))).slice(0, 2), ['NOT_FOUND', 404], 'twice')
  equal(await site.procedures.convert({ amount: 2, from: 'cup', to: 'gram' }), { amount: 240, unit: 'gram' }, 'a handler')
  equal(await refusal(site.procedures.convert({ amount: '1/2', from: 'cup', to: 'gram' })), ['INPUT_VALIDATION_FAILED', 400, 'input#/amount'], 'what the handler refuses')
  equal(await desk.procedures.retireRecipe({ id: recipe.id }).then(({ status }) => status), 'archived', 'an operation')

  // Views of every form.
  const cooks: string[] = []
  for await (const page of site.views.triesOf.pages({ params: { recipe: name } })) cooks.push(...page.rows.map(({ cook }) => cook))
  equal(cooks, ['ann', 'cy', 'dee', 'ed', 'zoë & co/1%'], 'every page by cursor')
  const { rows: stars } = await site.views.stars({ params: { least: 2 } })
  const mine = stars.find(({ recipe }) => recipe === name)
  equal([mine?.tries, mine?.stars], [4, 3.5], 'rows that the View declares')
  equal((await site.views.recipesByLevel({ params: { level: 'easy', least: 1, most: 2.5, vegan: true } })).page, 1, 'params of every type')
  equal(await refusal(site.views.recipesByLevel({ params: { level: 'easy', least: 1.5 } })), ['INPUT_VALIDATION_FAILED', 400, 'input#/least'], 'half a whole number')
  equal((await refusal(createService({ baseUrl, credentials: 'omit' }).views.myTries())).slice(0, 2), ['UNAUTHENTICATED', 401], 'nobody')
  equal((await createService({ baseUrl, headers }).views.myTries()).rows.every(({ user }) => typeof user === 'string'), true, 'somebody')
  equal((await refusal(createService({ baseUrl, token: async () => 'nonsense', credentials: 'omit' }).views.stars({ params: { least: 1 } }))).slice(0, 2), ['UNAUTHENTICATED', 401], 'a token that is none')
  equal((await desk.views.allTries({ show: 2 })).rows.length, 2, 'a staff View')
  let levels = 0
  for await (const page of desk.views.levels.pages({ show: 1 })) levels += page.rows.length
  equal(levels, 1, 'pages by number')

  await meets(plan, olderPlan,
    (onMismatch) => () => createService({ baseUrl, onMismatch }).views.stars({ params: { least: 1 } }),
    (onMismatch) => {
      const before = olderService({ baseUrl, onMismatch })
      return () => before.views.stars({ params: { least: 1 } })
    })
}

export async function refused(): Promise<void> {
  const site = createService({ baseUrl: '', staff: true })
  // @ts-expect-error a step has a text or steps
  await site.entries.recipes.createDraft({ steps: [{ minutes: 1 }] })
  // @ts-expect-error labels are texts
  await site.entries.recipes.createDraft({ labels: { a: 1 } })
  // @ts-expect-error an operational entry is complete
  await site.entries.tries.createDraft({ recipe: 'x' })
  // @ts-expect-error Procedures alone write it
  await site.entries.ledger.createDraft({ text: 'x' })
  // @ts-expect-error a boolean
  await site.views.recipesByLevel({ params: { level: 'easy', least: 1, vegan: 'yes' } })
  // @ts-expect-error a row that the View declares
  void (await site.views.stars({ params: { least: 1 } })).rows[0]?.cook
}
