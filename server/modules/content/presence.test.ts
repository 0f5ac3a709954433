import { beforeAll, beforeEach, expect, it } from 'vitest'
import { buildCallUrl } from '#contracts/call-url.ts'
import { documentCalls } from '#contracts/content/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { PRESENCE } from '#contracts/limits.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('presence', (app) => {
  let anna: Caller
  let bo: Caller
  beforeAll(async () => {
    anna = await createSignedInUser(app(), 'editor', 'anna')
    bo = await createSignedInUser(app(), 'super_admin', 'bo')
  })
  // Nobody edits at the beginning of a test.
  beforeEach(async () => {
    for (const caller of [anna, bo]) await leave('home', caller)
  })

  const url = (kind: string) => `/api/content/${kind}/presence`
  const sendHeartbeat = (kind: string, { headers }: Caller, payload: object) =>
    app().server.inject({ method: 'POST', url: url(kind), headers, payload })
  const leave = (kind: string, { name, headers }: Caller, editor = `${name}-first-tab`) =>
    app().server.inject({ method: 'DELETE', url: `${url(kind)}?editor=${editor}`, headers })
  const recordPresence = async (kind: string, actor: Caller, editor = `${actor.name}-first-tab`) =>
    (await sendHeartbeat(kind, actor, { editor, revision: 0 })).json().data
  const getNow = () => app().clock.now().toISOString()

  it('lists the other editors with start times', async () => {
    const since = getNow()
    expect((await recordPresence('home', anna)).editors).toEqual([])
    expect((await recordPresence('home', bo)).editors).toEqual([{ name: 'anna', since }])
    app().clock.advance(PRESENCE.heartbeatMs)
    expect((await recordPresence('home', anna)).editors).toEqual([{ name: 'bo', since }])
    expect((await recordPresence('home', bo)).editors).toEqual([{ name: 'anna', since }])
    expect((await recordPresence('ai', bo)).editors).toEqual([])
  })

  it('omits editors after 75 seconds without a request', async () => {
    await recordPresence('home', anna)
    await recordPresence('home', bo)
    app().clock.advance(75_001)
    expect((await recordPresence('home', bo)).editors).toEqual([])
    expect((await recordPresence('home', anna)).editors).toEqual([{ name: 'bo', since: getNow() }])
  })

  it('omits editors who were seen by a clock that was ahead', async () => {
    app().clock.advance(10 * MINUTE_MS)
    await recordPresence('home', bo)
    app().clock.advance(-10 * MINUTE_MS)
    expect((await recordPresence('home', anna)).editors).toEqual([])
  })

  it('omits editors who have left', async () => {
    await recordPresence('home', bo)
    expect((await recordPresence('home', anna)).editors).toMatchObject([{ name: 'bo' }])
    expect((await leave('home', bo)).statusCode).toBe(200)
    expect((await leave('home', bo)).statusCode).toBe(200)
    expect((await recordPresence('home', anna)).editors).toEqual([])
  })

  it('reports another tab of the same user, and lists every other user once', async () => {
    expect(await recordPresence('home', anna)).toMatchObject({ isOpenElsewhere: false })
    expect(await recordPresence('home', anna, 'anna-second-tab')).toMatchObject({ editors: [], isOpenElsewhere: true })
    expect((await recordPresence('home', bo)).editors).toMatchObject([{ name: 'anna' }])
    await leave('home', anna, 'anna-second-tab')
    expect(await recordPresence('home', anna)).toMatchObject({ isOpenElsewhere: false })
    app().clock.advance(PRESENCE.expiryMs + 1)
    expect((await recordPresence('home', bo)).editors).toEqual([])
  })

  it('returns the newest revision, its author and time', async () => {
    expect(await recordPresence('submit', anna)).toEqual({
      editors: [],
      isOpenElsewhere: false,
      revision: 0,
      savedBy: null,
      savedAt: null,
    })
    await app().server.inject({
      method: 'PUT',
      url: documentCalls.submit.path,
      payload: withAllSections('submit', { a: 1 }),
      headers: bo.headers,
    })
    expect(await recordPresence('submit', anna)).toMatchObject({ revision: 1, savedBy: 'bo', savedAt: getNow() })
  })

  it('includes product changes, with their author', async () => {
    await app().server.inject({
      method: 'PUT',
      url: documentCalls.products.path,
      payload: withAllSections('products', { a: 1 }),
      headers: bo.headers,
    })
    expect(await recordPresence('products', anna)).toMatchObject({ revision: 1, savedBy: 'bo' })
    app().clock.advance(1_000)
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '别处所建' }])
    expect(await recordPresence('products', anna)).toMatchObject({ revision: 2, savedBy: null, savedAt: getNow() })
    const url = buildCallUrl(catalogueCalls.update, { params: { catalogue: 'agent', id } })
    await app().server.inject({ method: 'PUT', url, headers: anna.headers, payload: { slogan: '另有其人' } })
    expect(await recordPresence('products', bo)).toMatchObject({ revision: 3, savedBy: 'anna', savedAt: getNow() })
    const { headers } = await app().server.inject(documentCalls.products.path)
    expect(headers.etag).toBe('"3"')
  })

  it.each([
    ['nothing', {}],
    ['no editor', { revision: 1 }],
    ['an editor with a space', { editor: 'a tab', revision: 1 }],
    ['no revision', { editor: 'first-tab' }],
    ['a revision that is text', { editor: 'first-tab', revision: '1' }],
    ['a negative revision', { editor: 'first-tab', revision: -1 }],
    ['a revision that is not an integer', { editor: 'first-tab', revision: 1.5 }],
  ])('rejects %s', async (_, payload) => {
    expect((await sendHeartbeat('home', anna, payload)).statusCode).toBe(400)
  })

  it("rejects users who aren't editors", async () => {
    const payload = { editor: 'first-tab', revision: 1 }
    expect((await sendHeartbeat('elsewhere', anna, payload)).statusCode).toBe(400)
    const viewer = await createSignedInUser(app(), 'viewer')
    expect((await sendHeartbeat('home', viewer, payload)).statusCode).toBe(403)
    expect((await app().server.inject({ method: 'DELETE', url: url('home') })).statusCode).toBe(401)
  })
})
