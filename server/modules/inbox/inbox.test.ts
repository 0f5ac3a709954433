import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { INBOX } from '#contracts/limits.ts'
import { EVENTS } from '#contracts/outbox/event-table.ts'
import { type Caller, createSignedInUser, createUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const MENTION = EVENTS['comment.mentioned'].example
const ASSIGNMENT = EVENTS['assignment.assigned'].example

onEveryDatabase('the inbox', (app) => {
  let reader: Caller
  let other: Caller
  beforeEach(async () => {
    reader = await createSignedInUser(app(), 'reviewer', `reader-${randomUUID()}`)
    other = await createSignedInUser(app(), 'editor', `other-${randomUUID()}`)
  })

  const tell = (userIds: readonly string[], id: string = randomUUID()) =>
    app().database.write((transaction) =>
      app().services.outbox.recordFor(transaction, userIds, { id, name: 'comment.mentioned', data: MENTION }),
    )
  const send = async (
    method: 'GET' | 'PATCH' | 'POST',
    path: string,
    { payload, caller = reader }: { payload?: object; caller?: Caller } = {},
  ) => {
    const reply = await app().server.inject({
      method,
      url: `/api/inbox${path}`,
      headers: caller.headers,
      ...(payload && { payload }),
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  const list = async (query = '', caller = reader) => (await send('GET', query, { caller })).body

  it('tells those whom an event concerns, and nobody else', async () => {
    await tell([reader.id])
    expect(await list()).toMatchObject({
      data: [
        {
          event: 'comment.mentioned',
          label: '有人在批注中提到您',
          lines: ['产品提交“示例客服智能体”', '张三：请核对部署方式'],
          path: '/admin/submissions?id=3f0c6a52-5f4e-4a0e-9d0f-6f5f0f6a1c11',
          status: 'unread',
        },
      ],
      unread: 1,
    })
    expect(await list('', other)).toMatchObject({ data: [], unread: 0 })
  })

  it('tells nobody of a transaction that fails', async () => {
    const failed = app().database.write(async (transaction) => {
      await app().services.outbox.recordFor(transaction, [reader.id], { name: 'assignment.assigned', data: ASSIGNMENT })
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect((await list()).data).toEqual([])
  })

  it('tells nobody twice of one event', async () => {
    const id = randomUUID()
    await tell([reader.id, reader.id], id)
    await tell([reader.id, other.id], id)
    expect((await list()).data).toHaveLength(1)
    expect((await list('', other)).data).toHaveLength(1)
  })

  it('leaves out accounts that are inactive or deleted', async () => {
    const inactive = await createUser(app(), { email: `${randomUUID()}@example.com`, status: 'inactive' })
    await tell([inactive._id, randomUUID(), reader.id])
    const rows = await app()
      .database.read.selectFrom('inboxItems')
      .select('userId')
      .where('userId', '=', inactive._id)
      .execute()
    expect(rows).toEqual([])
    expect((await list()).unread).toBe(1)
  })

  it('marks an item as read, and as unread again', async () => {
    await tell([reader.id])
    const [{ id }] = (await list()).data
    expect((await send('PATCH', `/${id}`, { payload: { status: 'read' } })).status).toBe(200)
    expect(await list()).toMatchObject({ data: [{ id, status: 'read' }], unread: 0 })
    expect((await list('?status=unread')).data).toEqual([])
    await send('PATCH', `/${id}`, { payload: { status: 'unread' } })
    expect((await list('?status=unread')).data).toHaveLength(1)
  })

  it('marks all as read that the reader has seen, not what has come since', async () => {
    await tell([reader.id])
    await tell([reader.id, other.id])
    const [{ createdAt }] = (await list()).data
    app().clock.advance(1)
    await tell([reader.id])
    expect((await send('POST', '/read', { payload: { until: createdAt } })).status).toBe(200)
    expect((await list()).unread).toBe(1)
    expect((await list('', other)).unread).toBe(1)
  })

  it('refuses what isn’t one’s own', async () => {
    await tell([other.id])
    const [{ id }] = (await list('', other)).data
    expect((await send('PATCH', `/${id}`, { payload: { status: 'read' } })).status).toBe(404)
    expect((await list('', other)).unread).toBe(1)
  })

  it('counts what is unread beside the pending work, which the menu loads', async () => {
    await tell([reader.id])
    const reply = await app().server.inject({ url: '/api/pending-work', headers: reader.headers })
    expect(reply.json()).toMatchObject({ unread: 1 })
  })

  it('hides contacts from staff who may not see them', async () => {
    const data = { ...MENTION, text: '请致电13912345678' }
    await app().database.write((transaction) =>
      app().services.outbox.recordFor(transaction, [reader.id, other.id], { name: 'comment.mentioned', data }),
    )
    expect(JSON.stringify(await list())).toContain('13912345678')
    expect(JSON.stringify(await list('', other))).not.toContain('13912345678')
  })

  it(`deletes what is older than ${INBOX.days} days`, async () => {
    const { inbox } = app().services
    const count = async () => (await inbox.list({ page: 1, status: undefined }, reader)).items.length
    await tell([reader.id])
    app().clock.advance(INBOX.days * DAY_MS)
    await tell([reader.id])
    await inbox.deleteExpired()
    expect(await count()).toBe(2)
    app().clock.advance(1)
    await inbox.deleteExpired()
    expect(await count()).toBe(1)
  })
})
