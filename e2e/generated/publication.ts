import { equal, meets, refusal, rejection, type Place } from '../check.ts'
import { createService as olderService, plan as olderPlan } from './older/service.ts'
import { bindService, connectService, createService, plan, ServiceError, view_posts, type Service, type ServiceFacade } from './service.ts'

export async function scenario({ name, baseUrl, headers }: Place): Promise<void> {
  const site = createService({ baseUrl })

  // Reads.
  const first = await site.views.posts({ params: { locale: 'en' }, show: 3 })
  equal([first.rows.length, first.page, first.show, first.hasMore], [3, 1, 3, true], 'a page')
  const [post] = first.rows
  const slug: string | undefined = post?.slug
  equal((await site.views.postBySlug({ params: { locale: 'en', slug: slug ?? '' } })).rows.length, 1, 'one post')
  equal((await view_posts(connectService({ baseUrl }), { params: { locale: 'en' }, show: 3 })).rows, first.rows, 'the operation by itself')

  // Pages, by cursor and by number.
  const slugs: string[] = []
  for await (const page of site.views.posts.pages({ params: { locale: 'en' }, show: 5 })) slugs.push(...page.rows.map((row) => row.slug))
  const all = await site.views.posts({ params: { locale: 'en' }, show: 50 })
  equal(slugs.slice(0, 20), all.rows.map((row) => row.slug), 'every page')
  let tags = 0
  for await (const page of site.views.tagCounts.pages({ params: { locale: 'en' }, show: 3 })) tags += page.rows.length
  equal(tags, (await site.views.tagCounts({ params: { locale: 'en' }, show: 500 })).rows.length, 'every page of a sql View')

  // Writes, and what is refused.
  const subject = `Kettles ${name}`
  const wish: Service.ProcInput_suggest = { email: 'ann@example.com', subject, message: 'Which kettle do you use?' }
  const made = await site.procedures.suggest(wish)
  equal([typeof made.id, made.version, made.data.message], ['string', 1, wish.message], 'a write')
  equal((await refusal(site.procedures.suggest(wish))).slice(0, 2), ['CONFLICT', 409], 'the same again')
  equal(await refusal(site.procedures.suggest({ message: '' })), ['INPUT_VALIDATION_FAILED', 400, 'input#/message'], 'an empty message')
  const error = await rejection(site.procedures.suggest({ message: '' }))
  if (!(error instanceof ServiceError) || error.code !== 'INPUT_VALIDATION_FAILED') throw error

  // Time, abortion, and nobody there.
  equal(await refusal(site.views.authors({ ctx: { timeout: 0 } })), ['CLIENT_TIMEOUT', 0, undefined], 'no time')
  const reason = new Error('left')
  equal((await rejection(site.views.authors({ ctx: { signal: AbortSignal.abort(reason) } }))) === reason, true, 'aborted')
  equal(await refusal(createService({ baseUrl: 'http://127.0.0.1:1' }).views.authors()), ['CLIENT_NETWORK', 0, undefined], 'nobody there')
  equal((await refusal(createService({ baseUrl: `${baseUrl}/nothing` }).views.authors())).slice(0, 1), ['NOT_FOUND'], 'another path')
  let tries = 0
  const busy = async () => {
    const body = JSON.stringify({ ok: false, diagnostic: { code: 'RESOURCE_UNAVAILABLE', message: 'Busy.' } })
    return ++tries < 3 ? new Response(body, { status: 503, headers: { 'retry-after': '0', 'x-request-id': 'r' } }) : fetch(`${baseUrl}/api/views/authors`)
  }
  const patient = createService({ baseUrl, fetch: busy })
  equal((await refusal(patient.views.authors())).slice(0, 2), ['RESOURCE_UNAVAILABLE', 503], 'reads are not repeated unless asked')
  tries = 0
  equal((await patient.views.authors({ ctx: { retry: 2 } })).page, 1, 'repeated')
  tries = 0
  equal((await refusal(patient.procedures.suggest(wish))).slice(0, 2), ['RESOURCE_UNAVAILABLE', 503], 'writes are not repeated')
  equal(tries, 1, 'tries of a write')

  // Staff.
  equal((await refusal(createService({ baseUrl, staff: true, credentials: 'omit' }).views.suggestionInbox())).slice(0, 2), ['UNAUTHENTICATED', 401], 'a stranger')
  const desk = createService({ baseUrl, staff: true, headers })
  const unread = await desk.views.unreadSuggestions()
  equal(unread.rows.some((row) => row.subject === subject), true, 'the inbox')
  equal(await desk.procedures.updateSuggestion({ id: made.id, expectedVersion: 1, stage: 'read' }).then(({ version }) => version), 2, 'an operation')
  const entry = await desk.entries.suggestions.get(made.id)
  equal([entry.status, entry.data.stage, entry.data.subject], ['published', 'read', subject], 'an entry')
  const listed = await desk.entries.suggestions.list({ limit: 1 })
  equal([listed.items.length, typeof listed.nextCursor], [1, 'string'], 'a list of entries')
  const draft = await desk.entries.authors.createDraft({ name: { en: 'Nobody', 'zh-TW': '無名' } })
  equal(draft.status, 'draft', 'a draft')
  if (draft.status !== 'published') equal(draft.data.slug, undefined, 'a property that is missing')
  equal(await desk.entries.authors.delete(draft.id), { removed: true }, 'deleted')
  equal((await refusal(desk.entries.authors.get(draft.id))).slice(0, 2), ['NOT_FOUND', 404], 'gone')
  equal(await desk.procedures.discardSuggestion({ id: made.id }), { removed: true }, 'discarded')

  // The plan.
  equal([plan.views.postBySlug, site.triggers.suggestHttp.source.path, Object.isFrozen(plan)], ['post-by-slug', '/api/suggestions', true], 'the plan')
  await meets(plan, olderPlan,
    (onMismatch) => () => createService({ baseUrl, onMismatch }).views.authors(),
    (onMismatch) => {
      const before = olderService({ baseUrl, onMismatch })
      return () => before.views.authors()
    })
  const stern = olderService({ baseUrl, onMismatch: () => { throw new Error('other manifests') } })
  equal(String(await rejection(stern.views.authors())), 'Error: other manifests', 'a stern client')
  equal(await refusal((async () => bindService({ ...connectService({ baseUrl }), revision: 'another' }))()), ['CLIENT_REVISION', 0, undefined], 'another runtime')
  equal((await bindService(connectService({ baseUrl })).views.authors()).page, 1, 'the same')
}

// What must not compile.
export async function refused(facade: ServiceFacade): Promise<void> {
  const site = createService({ baseUrl: '' })
  // @ts-expect-error a param that the View does not have
  await site.views.posts({ params: { locale: 'en', place: 'x' } })
  // @ts-expect-error a locale that the site does not have
  await site.views.posts({ params: { locale: 'fr' } })
  // @ts-expect-error params are needed
  await site.views.posts()
  // @ts-expect-error params are nested
  await site.views.posts({ locale: 'en' })
  // @ts-expect-error a field that the row does not have
  void (await site.views.posts({ params: { locale: 'en' } })).rows[0]?.titel
  // @ts-expect-error a sql View has no cursors
  await site.views.tagCounts({ params: { locale: 'en' }, cursor: 'x' })
  // @ts-expect-error a staff View over HTTP
  await site.views.suggestionInbox()
  // @ts-expect-error an operation of staff
  await site.procedures.discardSuggestion({ id: 'x' })
  // @ts-expect-error entries are carried for staff
  await site.entries.authors.get('x')
  // @ts-expect-error the message is missing
  await site.procedures.suggest({ email: 'ann@example.com' })
  // @ts-expect-error a number
  await site.procedures.suggest({ message: 1 })
  // @ts-expect-error writes are not repeated
  await site.procedures.suggest({ message: 'x' }, { retry: 1 })
  // @ts-expect-error over HTTP the credential says who calls
  await site.procedures.suggest({ message: 'x' }, { user: { id: 'x' } })
  // @ts-expect-error the server stamps it
  await facade.entries.suggestions.createDraft({ message: 'x', receivedAt: 1 })
  // @ts-expect-error a published entry is complete, and this may be a draft
  const slug: string = (await facade.entries.authors.get('x')).data.slug
  // @ts-expect-error the plan is sealed
  plan.fingerprint = slug
  await facade.procedures.suggest({ message: 'x' }, { user: { id: 'x' }, staff: null })
}
