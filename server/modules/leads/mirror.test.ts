/** Proves for the lists of changes, by that of leads, that a program which keeps a copy misses nothing. */
import { beforeAll, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import type { ProductFactChange } from '#contracts/facts/fact.ts'
import type { LeadRecord } from '#contracts/leads/lead.ts'
import { CHANGES_PER_PAGE, MIRROR_MESSAGES } from '#contracts/mirror.ts'
import { createKey } from '#testing/factories/keys.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSubmission } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const LEAD = {
  companyName: '某集团',
  contactName: '陈女士',
  phone: '138 0013 8000',
  email: 'chen@example.com',
  requirements: '比较三个客服智能体。',
}

onEveryDatabase('a copy kept by a program', (app) => {
  let admin: Caller
  let headers: Caller['headers']

  beforeAll(async () => {
    admin = await createSignedInUser(app(), 'super_admin', 'admin-of-copies')
    headers = await createKey(app(), admin, ['leads:read', 'contacts:read', 'products:read', 'submissions:read'])
  })

  const get = async (url: string) => toResult(await app().server.inject({ method: 'GET', url, headers }))
  const createLead = () => app().server.inject({ method: 'POST', url: '/api/consultation', payload: LEAD })
  const changeLead = (id: string, version: number) =>
    app().server.inject({
      method: 'PATCH',
      url: `/api/leads/${id}`,
      headers: admin.headers,
      payload: { version, notes: `第${version}次` },
    })

  /** Returns an empty copy of the leads that change from now on, and how to read the next page into it. */
  function createCopy() {
    app().clock.advance(MINUTE_MS)
    const since = app().clock.now().toISOString()
    const leads = new Map<string, LeadRecord>()
    let query = `updatedSince=${since}`
    return {
      leads,
      /** Returns the length of the page. */
      async readPage(): Promise<number> {
        const page = await get(`/api/leads?${query}`)
        expect(page.status).toBe(200)
        for (const lead of page.data) leads.set(lead.id, lead)
        query = `cursor=${page.pagination.nextCursor}`
        return page.data.length
      },
      listStored: () =>
        app()
          .database.read.selectFrom('leads')
          .select(['id', 'version', 'notes'])
          .where('updatedAt', '>=', since)
          .orderBy('id')
          .execute(),
    }
  }
  const toStored = (leads: Iterable<LeadRecord>) =>
    [...leads].map(({ id, version, notes }) => ({ id, version, notes })).sort((a, b) => (a.id < b.id ? -1 : 1))

  it('equals the leads after changes between its pages', async () => {
    const { leads, readPage, listStored } = createCopy()
    for (let count = 0; count < CHANGES_PER_PAGE + 20; count += 1) expect((await createLead()).statusCode).toBe(200)
    app().clock.advance(2 * MINUTE_MS)
    expect(await readPage()).toBe(CHANGES_PER_PAGE)
    // What was read changes, what wasn't read changes, and something new comes, all before the next page.
    const [first] = [...leads.values()]
    await changeLead(first?.id ?? '', 1)
    const unread = (await listStored()).find(({ id }) => !leads.has(id))
    await changeLead(unread?.id ?? '', 1)
    await createLead()
    expect(await readPage()).toBe(19)
    expect(await readPage()).toBe(0)

    app().clock.advance(2 * MINUTE_MS)
    expect(await readPage()).toBe(3)
    expect(await readPage()).toBe(0)
    expect(toStored(leads.values())).toEqual(await listStored())
  })

  it('equals the leads that a writer changed while it read', async () => {
    const { leads, readPage, listStored } = createCopy()
    let isWriting = true

    async function write(): Promise<void> {
      for (let count = 0; count < 40; count += 1) {
        await createLead()
        app().clock.advance(MINUTE_MS / 4)
        const rows = await listStored()
        const row = rows[(count * 7) % rows.length]
        expect((await changeLead(row?.id ?? '', row?.version ?? 0)).statusCode).toBe(200)
      }
      isWriting = false
    }
    async function read(): Promise<void> {
      for (let length = 1; isWriting || length > 0; ) length = await readPage()
    }

    await Promise.all([write(), read()])
    app().clock.advance(2 * MINUTE_MS)
    await read()
    expect(toStored(leads.values())).toEqual(await listStored())
  })

  it('gets a change whose transaction ended after a later one', async () => {
    const since = app().clock.now().toISOString()
    await createLead()
    app().clock.advance(2 * MINUTE_MS)
    const { data, pagination } = await get(`/api/leads?updatedSince=${since}`)
    const slow = data[0]
    // A slow transaction took its time half a minute ago, and ends now.
    const updatedAt = new Date(app().clock.now().getTime() - MINUTE_MS / 2).toISOString()
    const before = await get(`/api/leads?cursor=${pagination.nextCursor}`)
    await app().database.write(({ db }) =>
      db.updateTable('leads').set({ updatedAt, notes: '迟到' }).where('id', '=', slow.id).execute(),
    )
    app().clock.advance(2 * MINUTE_MS)
    const after = await get(`/api/leads?cursor=${before.pagination.nextCursor}`)
    expect(after.data).toContainEqual(expect.objectContaining({ id: slow.id, notes: '迟到' }))
  })

  it('learns which products and submissions were removed', async () => {
    const [product = ''] = await createProducts(app(), 'agent', [{ name: '将被移除的平台' }])
    const { id: submission } = await createSubmission(app(), { productName: '将被移除的提交' })
    await createProducts(app(), 'agent', [{ name: '留下的平台' }])
    app().clock.advance(MINUTE_MS)
    const since = app().clock.now().toISOString()
    const remove = (url: string) => app().server.inject({ method: 'DELETE', url, headers: admin.headers })
    expect((await remove(`/api/products/agent/${product}`)).statusCode).toBe(200)
    expect((await remove(`/api/submissions/${submission}`)).statusCode).toBe(200)
    app().clock.advance(2 * MINUTE_MS)
    const products = await get(`/api/products/agent?updatedSince=${since}`)
    expect(products.data).toMatchObject([{ id: product, deletedAt: since }])
    const submissions = await get(`/api/submissions/page?updatedSince=${since}`)
    expect(submissions.data).toMatchObject([{ _id: submission, deletedAt: since }])
    const all = await get('/api/products/agent?updatedSince=2026-01-01T00:00:00Z')
    expect(all.data).toContainEqual(expect.objectContaining({ name: '留下的平台', deletedAt: null }))
  })

  it('gets the changes of facts in order, and learns which were removed', async () => {
    const [product = ''] = await createProducts(app(), 'agent', [{ name: '有资料的平台' }])
    const save = (facts: object[]) =>
      app().server.inject({
        method: 'PUT',
        url: `/api/products/agent/${product}/facts`,
        headers: admin.headers,
        payload: { facts },
      })
    const fact = { attribute: 'private-deployment', value: 'yes', grade: 'public', sourceUrl: 'https://example.com' }
    expect((await save([fact])).statusCode).toBe(200)
    app().clock.advance(MINUTE_MS)
    expect((await save([])).statusCode).toBe(200)
    app().clock.advance(2 * MINUTE_MS)
    const { data, pagination } = await get('/api/facts/changes')
    const ofProduct = data.filter(
      (change: ProductFactChange) => change.productId === product && change.attribute === fact.attribute,
    )
    expect(ofProduct).toMatchObject([
      { action: 'add', after: { value: 'yes' } },
      { action: 'remove', after: null },
    ])
    expect((await get(`/api/facts/changes?cursor=${pagination.nextCursor}`)).data).toEqual([])
  })

  it('begins where it is told to, and not with a cursor of others', async () => {
    const since = new Date(app().clock.now().getTime() + DAY_MS).toISOString()
    expect((await get(`/api/leads?updatedSince=${since}`)).data).toEqual([])
    for (const url of ['/api/leads', '/api/products/agent', '/api/submissions/page'])
      expect(await get(`${url}?cursor=x`)).toMatchObject({
        status: 400,
        errors: [{ path: 'cursor', message: MIRROR_MESSAGES.cursor }],
      })
  })
})
