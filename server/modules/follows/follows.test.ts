import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import { FOLLOW_MESSAGES } from '#contracts/follows/messages.ts'
import { FOLLOWS } from '#contracts/limits.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createImportClient } from '#testing/factories/product-imports.ts'
import { createProductInput, createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'

type Method = 'GET' | 'PUT' | 'DELETE'

/** Returns a client that sends as one member. */
const createClient =
  (app: () => TestApp) =>
  async (caller: Caller, method: Method, path = '', payload?: object) => {
    const reply = await app().server.inject({
      method,
      url: `/api/follows${path}`,
      headers: caller.headers,
      ...(payload && { payload }),
    })
    return { status: reply.statusCode, ...reply.json() }
  }

const createMember = (app: TestApp) => createSignedInUser(app, 'member', `follower-${randomUUID()}`)
const setEmailVerified = (app: TestApp, { id }: { id: string }, emailVerifiedAt: string | null) =>
  app.database.write(({ db }) => db.updateTable('users').set({ emailVerifiedAt }).where('id', '=', id).execute())

onEveryDatabase('what a member follows', (app) => {
  const send = createClient(app)
  let editor: Caller
  let member: Caller
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
  })
  beforeEach(async () => {
    member = await createMember(app())
  })

  const facts = createFactClient(app, () => editor)
  const create = async (fields: { category?: string; isActive?: boolean } = {}) => {
    const name = `产品${randomUUID()}`
    const [id = ''] = await createProducts(app(), 'agent', [{ name, ...fields }])
    return { id, name }
  }
  const follow = (product: string) => send(member, 'PUT', '', { kind: 'product', catalogue: 'agent', product })
  const search = (query: string) => send(member, 'PUT', '', { kind: 'search', catalogue: 'agent', query })
  const list = async () => (await send(member, 'GET')).data
  const changeFacts = async (id: string, value = 'yes') => {
    app().clock.advance(MINUTE_MS)
    await facts.save(id, [createPublicFact('sso', value)])
  }

  it('lists what changed in a product since the last look', async () => {
    const { id, name } = await create()
    await changeFacts(id, 'no')
    expect((await follow(name)).data).toMatchObject({ kind: 'product', productId: id, query: null })
    expect((await list()).items).toMatchObject([{ label: name, isAvailable: true, newProducts: 0, news: [] }])
    await changeFacts(id)
    const changed = await list()
    expect(changed.items).toMatchObject([
      {
        path: `/products/${encodeURIComponent(name)}`,
        newProducts: 1,
        news: [{ product: { id, name }, updates: [{ kind: 'facts', text: 'SSO：不支持 → 支持' }] }],
      },
    ])
    expect((await send(member, 'PUT', '/seen', { until: changed.readAt })).status).toBe(200)
    expect((await list()).items).toMatchObject([{ newProducts: 0, news: [] }])
  })

  it('never marks as seen what changes after the list was read', async () => {
    const { id } = await create()
    await follow(id)
    const { readAt } = await list()
    await changeFacts(id)
    await send(member, 'PUT', '/seen', { until: readAt })
    expect((await list()).items[0].newProducts).toBe(1)
    await send(member, 'PUT', '/seen', { until: '2999-01-01T00:00:00.000Z' })
    await changeFacts(id, 'no')
    expect((await list()).items[0].newProducts).toBe(1)
  })

  it('follows the same once, also from two tabs', async () => {
    const { id, name } = await create()
    const replies = await Promise.all([follow(id), follow(name), follow(id)])
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
    await search('category=客服&page=2&sort=name')
    await search('f.rag=yes&category=客服')
    expect((await search('category=客服&f.rag=yes&compare=a,b')).status).toBe(200)
    const targets = (await send(member, 'GET', '/targets')).data
    expect(
      targets
        .map(({ kind, query }: { kind: string; query: string }) => [kind, query && decodeURIComponent(query)])
        .sort(),
    ).toEqual([
      ['category', 'category=客服'],
      ['product', null],
      ['search', 'category=客服&f.rag=yes'],
    ])
  })

  it('describes a search in words, and tells of its new and changed products', async () => {
    const category = `类别${randomUUID()}`
    const old = await create({ category })
    await create({ category: '别的类别' })
    await search(new URLSearchParams({ category, 'f.sso': 'yes', verified: '' }).toString())
    expect((await list()).items).toMatchObject([{ kind: 'search', label: `${category}，SSO：支持`, newProducts: 0 }])
    await changeFacts(old.id)
    const added = await create({ category })
    await changeFacts(added.id)
    await changeFacts((await create({ category })).id, 'no')
    const [item] = (await list()).items
    expect(item.newProducts).toBe(2)
    expect(item.news.map(({ product }: { product: { id: string } }) => product.id)).toEqual([added.id, old.id])
    expect(item.news[0].updates.map(({ kind }: { kind: string }) => kind)).toEqual(['facts', 'listed'])
  })

  it('keeps a follow whose product is taken offline or deleted, and tells nothing of it meanwhile', async () => {
    const { id, name } = await create()
    await follow(id)
    await changeFacts(id)
    const url = `/api/products/agent/${id}`
    expect((await app().server.inject({ method: 'DELETE', url, headers: editor.headers })).statusCode).toBe(200)
    expect((await list()).items).toMatchObject([{ label: name, isAvailable: false, newProducts: 0, news: [] }])
    await app().server.inject({ method: 'POST', url: `${url}/restore`, headers: editor.headers })
    expect((await list()).items).toMatchObject([{ label: name, isAvailable: true, newProducts: 1 }])
  })

  it('says that a search by a category or a fact that was deleted is gone', async () => {
    const category = `类别${randomUUID()}`
    const { id } = await create({ category })
    await search(new URLSearchParams({ category }).toString())
    expect((await list()).items).toMatchObject([{ isAvailable: true }])
    await app().server.inject({ method: 'DELETE', url: `/api/products/agent/${id}`, headers: editor.headers })
    expect((await list()).items).toMatchObject([{ label: category, isAvailable: false }])
  })

  it.each([
    ['an unknown product', { kind: 'product', catalogue: 'agent', product: 'nothing' }, 404, undefined],
    ['a search without filters', { kind: 'search', catalogue: 'agent', query: 'page=3' }, 400, 'query'],
    ['an unknown filter', { kind: 'search', catalogue: 'agent', query: 'f.rag=maybe' }, 400, 'f.rag'],
    [
      'an endless search',
      { kind: 'search', catalogue: 'agent', query: 'a'.repeat(FOLLOWS.queryLength + 1) },
      400,
      'query',
    ],
    ['another kind', { kind: 'vendor', catalogue: 'agent', product: 'x' }, 400, 'kind'],
  ])('refuses to follow %s', async (_, body, status, path) => {
    const reply = await send(member, 'PUT', '', body)
    expect({ status: reply.status, path: reply.errors?.[0]?.path }).toEqual({ status, path })
  })

  it('refuses an inactive product', async () => {
    const { id } = await create({ isActive: false })
    expect((await follow(id)).status).toBe(404)
  })

  it('ends a follow once', async () => {
    const { id } = await create()
    const { data } = await follow(id)
    expect((await send(member, 'DELETE', `/${data.id}`)).message).toBe(FOLLOW_MESSAGES.unfollowed)
    expect((await send(member, 'DELETE', `/${data.id}`)).status).toBe(404)
    expect((await list()).items).toEqual([])
  })

  it('limits the number of follows, but returns an existing one', async () => {
    const { id } = await create()
    await follow(id)
    await app().database.write(({ db }) =>
      db
        .insertInto('follows')
        .values(
          Array.from({ length: FOLLOWS.perMember - 1 }, (_, index) => ({
            id: randomUUID(),
            userId: member.id,
            kind: 'search' as const,
            catalogue: 'agent' as const,
            target: `search=${index}`,
            name: '',
            createdAt: '2026-11-21T02:00:00.000Z',
            seenAt: '2026-11-21T02:00:00.000Z',
          })),
        )
        .execute(),
    )
    const refused = await follow((await create()).id)
    expect({ status: refused.status, message: refused.message }).toEqual({
      status: 409,
      message: FOLLOW_MESSAGES.tooMany(FOLLOWS.perMember),
    })
    expect((await follow(id)).status).toBe(200)
  })

  it('is in the copy of one’s data, and deleted with the account', async () => {
    const { id, name } = await create()
    await follow(id)
    expect(await app().services.follows.readForOwner(member.id)).toMatchObject({
      frequency: 'weekly',
      follows: [{ kind: 'product', productId: id, label: name }],
    })
    await app().database.write(({ db }) => db.deleteFrom('users').where('id', '=', member.id).execute())
    expect(await app().services.follows.readForOwner(member.id)).toEqual({ frequency: 'weekly', follows: [] })
  })
})

onEveryDatabase('digests of what members follow', (app) => {
  const send = createClient(app)
  let editor: Caller
  beforeEach(async () => {
    // Days pass in each test, after which sessions have expired.
    editor = await createSignedInUser(app(), 'editor', `editor-${randomUUID()}`)
    await enableMail(app())
  })
  const { importFile } = createImportClient(app, () => editor, 'agent')
  const sendDue = () => app().services.follows.digests.sendDue()
  const setFrequency = (member: Caller, frequency: string) => send(member, 'PUT', '/frequency', { frequency })
  const listMails = ({ name }: { name: string }) =>
    app()
      .database.read.selectFrom('outbox')
      .select(['id', 'subject'])
      .where('kind', '=', 'followDigest')
      .where('toEmail', '=', `${name}@example.com`)
      .execute()
  const setPrice = (id: string, name: string, price: string) =>
    app().database.write((transaction) =>
      app().services.products.update(transaction, { catalogue: 'agent', id }, createProductInput({ name, price }), {
        id: editor.id,
        name: editor.name,
        ip: null,
      }),
    )
  /** Creates a product that a new member follows, who wants a digest every day unless stated otherwise. */
  const prepare = async (frequency = 'daily') => {
    const name = `价格${randomUUID()}`
    const [id = ''] = await createProducts(app(), 'agent', [{ name, price: '免费' }])
    app().clock.advance(1_000)
    const member = await createMember(app())
    await setEmailVerified(app(), member, '2026-11-20T02:00:00.000Z')
    await send(member, 'PUT', '', { kind: 'product', catalogue: 'agent', product: id })
    await setFrequency(member, frequency)
    const change = (price: string) => {
      app().clock.advance(1_000)
      return setPrice(id, name, price)
    }
    return { id, name, member, change }
  }
  /** Moves the clock to a day after the next 9:00, so that daily digests are due. */
  const nextDay = () => app().clock.advance(DAY_MS)

  it('tells once what changed, and nothing if nothing did', async () => {
    const { name, member, change } = await prepare()
    await change('企业版')
    nextDay()
    await Promise.all([sendDue(), sendDue(), sendDue()])
    const [mail, ...others] = await listMails(member)
    expect({ subject: mail?.subject, others }).toEqual({ subject: `“${name}”有变化`, others: [] })
    const content = await app().services.mail.outbox.findContent(mail?.id ?? '')
    expect(content?.text).toContain('价格变化：免费 → 企业版')
    expect(content?.text).toContain('/my/following')
    expect(content?.unsubscribeUrl).toContain('followDigest')
    nextDay()
    await sendDue()
    expect(await listMails(member)).toHaveLength(1)
  })

  it('waits for Monday if a member wants it weekly, and for ever if they want none', async () => {
    const weekly = await prepare('weekly')
    const never = await prepare('never')
    await weekly.change('企业版')
    await never.change('企业版')
    for (let day = 0; day < 8; day += 1) {
      nextDay()
      await sendDue()
    }
    expect([(await listMails(weekly.member)).length, (await listMails(never.member)).length]).toEqual([1, 0])
    await setFrequency(never.member, 'daily')
    nextDay()
    await sendDue()
    expect(await listMails(never.member)).toEqual([])
  })

  it('sends one digest each for an import of many products to a category and its products', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `导入产品${index}`)
    const category = '批量类别'
    const toRows = (price: string) =>
      ['名称,类别,价格', ...names.map((name) => `${name},${category},${price}`)].join('\n')
    await importFile(toRows(''))
    const member = await createMember(app())
    await setEmailVerified(app(), member, '2026-11-20T02:00:00.000Z')
    app().clock.advance(1_000)
    for (const product of names.slice(0, 3))
      await send(member, 'PUT', '', { kind: 'product', catalogue: 'agent', product })
    await send(member, 'PUT', '', {
      kind: 'search',
      catalogue: 'agent',
      query: `category=${encodeURIComponent(category)}`,
    })
    await setFrequency(member, 'daily')
    await app().database.write(({ db }) =>
      db.updateTable('products').set({ price: '旧价' }).where('category', '=', category).execute(),
    )
    app().clock.advance(1_000)
    await importFile(toRows('免费'))
    nextDay()
    await sendDue()
    const mails = await listMails(member)
    expect(mails).toHaveLength(1)
    const content = await app().services.mail.outbox.findContent(mails[0]?.id ?? '')
    expect(content?.text?.match(/价格变化：/g)).toHaveLength(FOLLOWS.digestProducts)
    expect(content?.text).toContain('还有270个产品有变化')
    expect(mails[0]?.subject).toContain('等300个产品有变化')
  })

  it('sends none to whoever has unsubscribed, nor to an inactive account or an unverified address', async () => {
    const unsubscribed = await prepare()
    const inactive = await prepare()
    const unverified = await prepare()
    await setEmailVerified(app(), unverified.member, null)
    await app().services.mail.choices.change('followDigest', false, unsubscribed.member)
    await app().database.write(({ db }) =>
      db.updateTable('users').set({ status: 'inactive' }).where('id', '=', inactive.member.id).execute(),
    )
    await unsubscribed.change('企业版')
    await inactive.change('企业版')
    await unverified.change('企业版')
    nextDay()
    await sendDue()
    for (const { member } of [unsubscribed, inactive, unverified]) expect(await listMails(member)).toEqual([])
  })

  it('leaves what was saved just before for the next digest, and waits while no mail can be sent', async () => {
    const { member, change } = await prepare()
    nextDay()
    await change('企业版')
    await sendDue()
    expect(await listMails(member)).toEqual([])
    await enableMail(app(), { isActive: false })
    nextDay()
    expect(await sendDue()).toBe(0)
    await enableMail(app())
    await sendDue()
    expect(await listMails(member)).toHaveLength(1)
  })
})
