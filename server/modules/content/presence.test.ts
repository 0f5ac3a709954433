import { beforeAll, expect, it } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
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

  const call = (method: 'POST' | 'DELETE', kind: string, actor: Caller, payload?: object) =>
    app().server.inject({
      method,
      url: `/api/content/${kind}/presence`,
      headers: actor.headers,
      ...(payload ? { payload } : {}),
    })
  const recordPresence = async (kind: string, actor: Caller) =>
    (await call('POST', kind, actor, { revision: 0 })).json().data
  const now = () => app().clock.now().toISOString()

  it('lists the other editors, and since when', async () => {
    const since = now()
    expect((await recordPresence('home', anna)).editors).toEqual([])
    expect((await recordPresence('home', bo)).editors).toEqual([{ name: 'anna', since }])
    app().clock.advance(15_000)
    expect((await recordPresence('home', anna)).editors).toEqual([{ name: 'bo', since }])
    expect((await recordPresence('home', bo)).editors).toEqual([{ name: 'anna', since }])
    expect((await recordPresence('ai', bo)).editors).toEqual([])
  })

  it('drops editors after 40 seconds of silence', async () => {
    app().clock.advance(41_000)
    expect((await recordPresence('home', bo)).editors).toEqual([])
    expect((await recordPresence('home', anna)).editors).toEqual([{ name: 'bo', since: now() }])
  })

  it('drops editors who leave', async () => {
    expect((await call('DELETE', 'home', bo)).statusCode).toBe(200)
    expect((await call('DELETE', 'home', bo)).statusCode).toBe(200)
    expect((await recordPresence('home', anna)).editors).toEqual([])
  })

  it('tells the newest revision, who saved it and when', async () => {
    expect(await recordPresence('submit', anna)).toEqual({ editors: [], revision: 0, savedBy: null, savedAt: null })
    await app().server.inject({ method: 'PUT', url: documentCalls.submit.path, payload: { a: 1 }, headers: bo.headers })
    expect(await recordPresence('submit', anna)).toEqual({ editors: [], revision: 1, savedBy: 'bo', savedAt: now() })
  })

  it('counts changes of products without naming an author', async () => {
    await app().server.inject({
      method: 'PUT',
      url: documentCalls.products.path,
      payload: { a: 1 },
      headers: bo.headers,
    })
    expect(await recordPresence('products', anna)).toMatchObject({ revision: 1, savedBy: 'bo' })
    app().clock.advance(1_000)
    await createProducts(app(), 'agent', [{ name: '别处所建' }])
    expect(await recordPresence('products', anna)).toMatchObject({ revision: 2, savedBy: null, savedAt: now() })
    const { headers } = await app().server.inject(documentCalls.products.path)
    expect(headers.etag).toBe('"2"')
  })

  it.each([[{}], [{ revision: '1' }], [{ revision: -1 }], [{ revision: 1.5 }]])('refuses %j', async (payload) => {
    expect((await call('POST', 'home', anna, payload)).statusCode).toBe(400)
  })

  it('is for editors', async () => {
    expect((await call('POST', 'elsewhere', anna, { revision: 1 })).statusCode).toBe(400)
    const viewer = await createSignedInUser(app(), 'viewer')
    expect((await call('POST', 'home', viewer, { revision: 1 })).statusCode).toBe(403)
    expect((await app().server.inject({ method: 'DELETE', url: '/api/content/home/presence' })).statusCode).toBe(401)
  })
})
