import { beforeAll, expect, it } from 'vitest'
import { commentCalls } from '#contracts/comments/calls.ts'
import type { Comment } from '#contracts/comments/comment.ts'
import { COMMENT_MESSAGES as MESSAGES } from '#contracts/comments/messages.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { COMMENTS, RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSubmission } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { withKey } from '#testing/with-key.ts'

const LEAD = { contactName: '陈女士', phone: '13800000000', email: 'chen@example.com', requirements: '想了解排班' }

onEveryDatabase('comments', (app) => {
  let admin: Caller
  let reviewer: Caller
  let editor: Caller
  let viewer: Caller
  let leadId: string
  const inject = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, caller: Caller, payload?: object) =>
    app().server.inject({ method, url, headers: caller.headers, ...(payload && { payload }) })
  const list = (kind: string, id: string, caller = admin) =>
    inject('GET', `/api/comments?kind=${kind}&id=${id}`, caller)
  const listData = async (kind: string, id: string, caller = admin): Promise<Comment[]> =>
    (await list(kind, id, caller)).json().data
  const create = (subject: object, text: string, caller = admin, more: object = {}) =>
    inject('POST', commentCalls.create.path, caller, { subject, text, ...more })
  async function createData(...input: Parameters<typeof create>): Promise<Comment> {
    // Comments of the same time have no order.
    app().clock.advance(1_000)
    return (await create(...input)).json().data
  }
  const createProduct = async (name: string): Promise<string> =>
    (await createProducts(app(), 'agent', [{ name }]))[0] ?? ''

  beforeAll(async () => {
    admin = await createSignedInUser(app(), 'super_admin')
    reviewer = await createSignedInUser(app(), 'reviewer', '李审核')
    editor = await createSignedInUser(app(), 'editor', '王编辑')
    viewer = await createSignedInUser(app(), 'viewer')
    await inject('POST', '/api/consultation', admin, { ...LEAD, companyName: '批注公司', agreeToTerms: true })
    leadId = (await inject('GET', `/api/leads?search=${encodeURIComponent('批注公司')}`, admin)).json().data[0].id
  })

  it('begins a thread at a field, with replies in the same field, and audits no text', async () => {
    const productId = await createProduct('批注甲')
    const subject = { kind: 'product', id: productId, path: 'description' }
    const begin = await createData(subject, '描述太长')
    const reply = await createData({ kind: 'product', id: productId }, '已改短', editor, { thread: begin.id })
    expect(begin).toMatchObject({ thread: begin.id, path: 'description', isOwn: true, editedAt: null })
    expect(reply).toMatchObject({ thread: begin.id, path: 'description', author: { name: '王编辑' } })
    expect((await listData('product', productId)).map(({ text, isOwn }) => ({ text, isOwn }))).toEqual([
      { text: '描述太长', isOwn: true },
      { text: '已改短', isOwn: false },
    ])
    const entries = (await listAudit(app(), 'product.comment')).filter(({ target }) => target === '批注甲')
    expect(entries.map(({ detail }) => detail)).toEqual(['回复', '发表'])
  })

  it.each([
    { kind: 'submission', role: 'editor' },
    { kind: 'lead', role: 'editor' },
    { kind: 'product', role: 'reviewer' },
    { kind: 'document', role: 'reviewer' },
  ] as const)('refuses the comments on a $kind to the $role', async ({ kind, role }) => {
    const caller = role === 'editor' ? editor : reviewer
    const id = { submission: 'any', lead: leadId, product: 'any', document: 'home' }[kind]
    expect((await list(kind, id, caller)).statusCode).toBe(403)
    expect((await create({ kind, id }, '看看', caller)).statusCode).toBe(403)
    expect((await inject('GET', `/api/comments/mentionable?kind=${kind}&id=${id}`, caller)).statusCode).toBe(403)
    if (kind !== 'lead') return
    const { id: commentId } = await createData({ kind, id }, '线索的批注')
    expect(
      (await inject('PUT', `/api/comments/${commentId}/resolution`, caller, { isResolved: true })).statusCode,
    ).toBe(403)
    expect((await inject('PATCH', `/api/comments/${commentId}`, caller, { text: '改' })).statusCode).toBe(403)
  })

  it('mentions who may read the subject, and names in a field error who may not', async () => {
    const { data } = (await inject('GET', `/api/comments/mentionable?kind=lead&id=${leadId}`, admin)).json()
    expect(data).toContainEqual({ id: reviewer.id, name: '李审核', searchText: expect.stringContaining('lishenhe') })
    expect(data.map(({ id }: { id: string }) => id)).not.toContain(editor.id)
    const subject = { kind: 'lead', id: leadId }
    const mentioned = await createData(subject, '@李审核 请联系', admin, { mentions: [reviewer.id] })
    expect(mentioned.mentions).toEqual([{ id: reviewer.id, name: '李审核' }])
    const refused = await create(subject, '@王编辑 请看', admin, { mentions: [reviewer.id, editor.id] })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors).toEqual([{ path: 'mentions.1', message: MESSAGES.cannotRead('王编辑') }])
  })

  it('lets only the author edit and delete, and keeps a deleted comment that has replies', async () => {
    const subject = { kind: 'document', id: 'home', path: 'hero.title' }
    const begin = await createData(subject, '标题改一下')
    const reply = await createData(subject, '好的', editor, { thread: begin.id })
    expect((await inject('PATCH', `/api/comments/${begin.id}`, editor, { text: '改' })).statusCode).toBe(403)
    expect((await inject('DELETE', `/api/comments/${begin.id}`, editor)).statusCode).toBe(403)
    const edited = (await inject('PATCH', `/api/comments/${begin.id}`, admin, { text: '标题再改' })).json().data
    expect(edited).toMatchObject({ text: '标题再改', editedAt: expect.any(String) })
    await inject('DELETE', `/api/comments/${begin.id}`, admin)
    expect(await listData('document', 'home', editor)).toMatchObject([
      { id: begin.id, text: '', isDeleted: true },
      { id: reply.id, text: '好的', isDeleted: false },
    ])
    expect((await inject('DELETE', `/api/comments/${reply.id}`, editor)).statusCode).toBe(200)
    // Nothing is left to read: the thread ends with its last reply.
    expect(await listData('document', 'home')).toEqual([])
  })

  it('lets an author correct a text that mentions somebody who may no longer read it, but not mention them anew', async () => {
    const leaver = await createSignedInUser(app(), 'editor', '赵离职')
    const subject = { kind: 'document', id: 'evaluation' }
    const mentioned = await createData(subject, '@赵离职 请看', admin, { mentions: [leaver.id] })
    await inject('PATCH', `/api/users/${leaver.id}/status`, admin, { status: 'inactive' })
    const change = { text: '@赵离职 请核对', mentions: [leaver.id] }
    expect((await inject('PATCH', `/api/comments/${mentioned.id}`, admin, change)).json().data.text).toBe(change.text)
    expect((await create(subject, '@赵离职 再看', admin, { mentions: [leaver.id] })).statusCode).toBe(400)
  })

  it('resolves a thread by any of its comments, and opens it again', async () => {
    const subject = { kind: 'document', id: 'submit' }
    const begin = await createData(subject, '核对条款')
    const reply = await createData(subject, '核对了', editor, { thread: begin.id })
    const resolve = async (id: string, isResolved: boolean, caller = editor) =>
      (await inject('PUT', `/api/comments/${id}/resolution`, caller, { isResolved })).json()
    expect(await resolve(reply.id, true)).toMatchObject({
      message: MESSAGES.resolved,
      data: { id: begin.id, resolvedBy: { id: editor.id, name: '王编辑' } },
    })
    expect(await resolve(begin.id, false)).toMatchObject({ message: MESSAGES.reopened, data: { resolvedAt: null } })
  })

  it('hides contacts from who may not see them, and lets nobody save the text without them', async () => {
    const subject = { kind: 'document', id: 'selection' }
    const { id } = await createData(subject, '请致电13800000000', editor)
    expect((await listData('lead', leadId, viewer)).length).toBe((await listData('lead', leadId)).length)
    expect(await listData('document', 'selection', viewer)).toMatchObject([
      { text: expect.not.stringContaining('138') },
    ])
    expect(await listData('document', 'selection')).toMatchObject([{ text: '请致电13800000000' }])
    expect((await inject('PATCH', `/api/comments/${id}`, editor, { text: '请致电' })).statusCode).toBe(409)
  })

  it('hides the comments of a deleted submission, returns them when it is restored, and deletes them with it', async () => {
    const { id } = await createSubmission(app(), { productName: '回收批注', companyName: '回收厂商' })
    await createData({ kind: 'submission', id }, '先别删')
    await inject('DELETE', `/api/submissions/${id}`, admin)
    expect((await list('submission', id)).statusCode).toBe(404)
    await inject('POST', `/api/deleted-submissions/${id}/restore`, admin)
    expect(await listData('submission', id)).toMatchObject([{ text: '先别删' }])
    await inject('DELETE', `/api/submissions/${id}`, admin)
    await inject('DELETE', `/api/deleted-submissions/${id}`, admin)
    const rows = await app().database.read.selectFrom('comments').select('id').where('submissionId', '=', id).execute()
    expect(rows).toEqual([])
  })

  it('hides the comments of a recycled product, and deletes them when it is purged', async () => {
    const id = await createProduct('回收产品')
    await createData({ kind: 'product', id }, '核对厂商')
    await inject('DELETE', `/api/products/agent/${id}`, admin)
    expect((await list('product', id)).statusCode).toBe(404)
    const deletedAt = new Date(app().clock.now().getTime() - (RECYCLE_BIN_DAYS + 1) * DAY_MS).toISOString()
    await app().database.write(({ db }) => db.updateTable('products').set({ deletedAt }).where('id', '=', id).execute())
    await app().services.products.purge()
    const rows = await app().database.read.selectFrom('comments').select('id').where('productId', '=', id).execute()
    expect(rows).toEqual([])
  })

  it('creates a comment once for a repeated request', async () => {
    const caller = withKey(admin)
    const subject = { kind: 'document', id: 'community' }
    const [first, second] = [await create(subject, '只写一次', caller), await create(subject, '只写一次', caller)]
    expect(second.json().data.id).toBe(first.json().data.id)
    expect(await listData('document', 'community')).toHaveLength(1)
  })

  it.each([
    { what: 'a blank text', body: { text: ' ' }, status: 400 },
    { what: 'an unknown subject', body: { subject: { kind: 'document', id: 'nothing' } }, status: 404 },
    { what: 'a thread of another subject', body: { thread: 'other' }, status: 404 },
    { what: 'an unknown person', body: { mentions: ['nobody'] }, status: 400 },
  ])('rejects $what', async ({ body, status }) => {
    const { id } = await createData({ kind: 'lead', id: leadId }, '另一处')
    const thread = 'thread' in body ? { thread: id } : {}
    const payload = { subject: { kind: 'document', id: 'evaluation' }, text: '看看', ...body, ...thread }
    expect((await inject('POST', commentCalls.create.path, admin, payload)).statusCode).toBe(status)
  })

  it('lists a hundred comments on one subject, and refuses more than the limit', async () => {
    const id = await createProduct('很多批注')
    const row = { submissionId: null, leadId: null, productId: id, document: null, path: '', authorId: admin.id }
    const times = { createdAt: '2026-11-30T02:00:00.000Z', editedAt: null, deletedAt: null, resolvedAt: null }
    const insert = (from: number, to: number) =>
      app().database.write(async ({ db }) => {
        for (let number = from; number < to; number += 1) {
          const key = `many-${number}`
          const texts = { id: key, threadId: key, text: `第${number}条`, mentionsJson: '[]', resolvedById: null }
          await db
            .insertInto('comments')
            .values({ ...row, ...times, ...texts })
            .execute()
        }
      })
    await insert(0, 100)
    expect(await listData('product', id)).toHaveLength(100)
    await insert(100, COMMENTS.perSubject)
    const refused = await create({ kind: 'product', id }, '再写一条')
    expect({ status: refused.statusCode, message: refused.json().message }).toEqual({
      status: 409,
      message: MESSAGES.tooMany,
    })
  })

  it('keeps the comments of a deleted account without its name', async () => {
    const leaving = await createSignedInUser(app(), 'editor', '离开的编辑')
    await createData({ kind: 'document', id: 'ai' }, '留下的批注', leaving)
    await app().database.write(({ db }) => db.deleteFrom('users').where('id', '=', leaving.id).execute())
    expect(await listData('document', 'ai')).toMatchObject([{ text: '留下的批注', author: { name: '已删除的用户' } }])
  })

  it('tells in the inbox who is mentioned or wrote in the thread, each once and never the author', async () => {
    const asker = await createSignedInUser(app(), 'editor', '提问的编辑')
    const named = await createSignedInUser(app(), 'editor', '被提到的编辑')
    const listEvents = async (caller: Caller): Promise<string[]> =>
      (await inject('GET', '/api/inbox', caller)).json().data.map(({ event }: { event: string }) => event)
    const subject = { kind: 'document', id: 'products', path: 'hero.title' }
    const begin = await createData(subject, '@被提到的编辑 请看', asker, { mentions: [named.id] })
    await createData(subject, '看过了', named, { thread: begin.id })
    await createData(subject, '@提问的编辑 也看', admin, { thread: begin.id, mentions: [asker.id] })
    await inject('PATCH', `/api/comments/${begin.id}`, asker, { text: '@被提到的编辑 请再看', mentions: [named.id] })
    expect((await listEvents(asker)).sort()).toEqual(['comment.mentioned', 'comment.replied'])
    expect((await listEvents(named)).sort()).toEqual(['comment.mentioned', 'comment.replied'])
    const [item] = (await inject('GET', '/api/inbox', named)).json().data.toReversed()
    expect(item).toMatchObject({
      lines: ['页面内容“产品内容”', '提问的编辑：@被提到的编辑 请看'],
      path: expect.stringMatching(new RegExp(`products-content-management#comment-${begin.id}$`)),
    })
  })
})
