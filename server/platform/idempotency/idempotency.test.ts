import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#contracts/call.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import { attributeCalls } from '#contracts/facts/calls.ts'
import { IDEMPOTENCY_MESSAGES } from '#contracts/idempotency-key.ts'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { userCalls } from '#contracts/users/calls.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { saveMethod } from '#testing/factories/evaluation-projects.ts'
import { createProducts } from '#testing/factories/products.ts'
import { SUBMISSION } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser, signIn, toCaller } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { withKey } from '#testing/with-key.ts'

const LEAD = {
  companyName: '某制造集团',
  contactName: '陈女士',
  phone: '138 0013 8000',
  email: 'chen@example.com',
  requirements: '比较三个客服智能体。',
}
const SCORES = { techScore: 60, businessScore: 60, marketScore: 60 }
const AI_PRODUCT = { category: '对话机器人', price: '免费' }
const SHORTLIST = { catalogue: 'agent', title: '清单', required: [], preferred: [] }
const ANONYMOUS = { headers: {} }

type RepeatedCall = { call: Call; path?: string; body: object; table: keyof Tables; role?: 'member' | 'super_admin' }

/** Calls that create something, which the row of a table shows. */
const CREATING_CALLS: RepeatedCall[] = [
  { call: leadRequestCalls.requestConsultation, body: LEAD, table: 'leads' },
  { call: leadRequestCalls.requestEvaluation, body: { ...LEAD, productName: '智能客服' }, table: 'leads' },
  { call: submissionCalls.create, body: SUBMISSION, table: 'submissions' },
  { call: evaluationCalls.createReport, body: { productName: '重复发送', ...SCORES }, table: 'reports' },
  { call: shortlistCalls.create, body: SHORTLIST, table: 'shortlists' },
  { call: shortlistCalls.create, body: SHORTLIST, table: 'shortlists', role: 'member' },
  { call: projectCalls.create, body: { name: '只建一次' }, table: 'evaluationProjects', role: 'member' },
  {
    call: userCalls.create,
    body: { name: '新人', email: 'repeated@example.com', role: 'viewer', invite: false, password: 'a long passphrase' },
    table: 'users',
    role: 'super_admin',
  },
  {
    call: attributeCalls.create,
    body: { key: 'repeated', label: '重复提交', group: '基本', type: 'text', catalogues: ['ai'] },
    table: 'attributes',
    role: 'super_admin',
  },
  {
    call: catalogueCalls.create,
    path: '/api/products/ai',
    body: { ...AI_PRODUCT, name: '重复新建' },
    table: 'products',
    role: 'super_admin',
  },
  { call: catalogueCalls.createAgent, body: { name: '重复新建智能体' }, table: 'products', role: 'super_admin' },
  {
    call: catalogueCalls.createAi,
    body: { ...AI_PRODUCT, name: '重复新建应用' },
    table: 'products',
    role: 'super_admin',
  },
]

onEveryDatabase('requests with an idempotency key', (app) => {
  let member: Caller
  let admin: Caller
  beforeAll(async () => {
    await createSignedInUser(app(), 'member', 'key-member')
    await createSignedInUser(app(), 'super_admin', 'key-admin')
    await saveMethod(app())
  })
  // One of the tests lasts longer than a session.
  beforeEach(async () => {
    member = toCaller(await signIn(app(), 'key-member@example.com'))
    admin = toCaller(await signIn(app(), 'key-admin@example.com'))
  })
  const post = (url: string, payload: object, caller: { headers: Record<string, string> }) =>
    app().server.inject({ method: 'POST', url, payload, headers: caller.headers })
  const consult = (payload: object, caller: { headers: Record<string, string> }) =>
    post(leadRequestCalls.requestConsultation.path, payload, caller)
  const count = async (table: keyof Tables) =>
    (await app().database.read.selectFrom(table).selectAll().execute()).length
  const getCaller = (role: RepeatedCall['role']) =>
    role === undefined ? ANONYMOUS : role === 'member' ? member : admin

  describe.each(CREATING_CALLS)('$call.path by $role', ({ call, path = call.path, body, table, role }) => {
    it('creates one row if the request is repeated, also at once, and replies the same', async () => {
      const caller = withKey(getCaller(role))
      const before = await count(table)
      const replies = await Promise.all([post(path, body, caller), post(path, body, caller)])
      app().clock.advance(60_000)
      replies.push(await post(path, body, caller))
      const [first, second, third] = replies.map((reply) => ({ ...toResult(reply), etag: reply.headers.etag }))
      expect(first).toMatchObject({ status: 200, success: true })
      expect({ second, third }).toEqual({ second: first, third: first })
      expect(await count(table)).toBe(before + 1)
    })
  })

  it('creates another row with another key, and without one', async () => {
    const before = await count('leads')
    for (const caller of [withKey(ANONYMOUS), withKey(ANONYMOUS), ANONYMOUS, ANONYMOUS]) await consult(LEAD, caller)
    expect(await count('leads')).toBe(before + 4)
  })

  it('rejects the key for other content, for another call, and for another caller', async () => {
    const key = randomUUID()
    const url = shortlistCalls.create.path
    await post(url, SHORTLIST, withKey(member, key))
    const before = await count('shortlists')
    const replies = [
      await post(url, { ...SHORTLIST, title: '另一份' }, withKey(member, key)),
      await consult(LEAD, withKey(member, key)),
      await post(url, SHORTLIST, withKey(admin, key)),
      await post(url, SHORTLIST, withKey(ANONYMOUS, key)),
    ]
    const rejection = {
      success: false,
      status: 422,
      message: IDEMPOTENCY_MESSAGES.reused,
      reason: 'idempotency-key-reused',
    }
    expect(replies.map(toResult)).toEqual(replies.map(() => rejection))
    expect(await count('shortlists')).toBe(before)
  })

  it.each(['', '1', 'not-a-uuid-but-long-enough-to-be-one', '"'])('rejects the key %j', async (key) => {
    expect(toResult(await consult(LEAD, withKey(ANONYMOUS, key)))).toMatchObject({
      status: 400,
      errors: [{ path: 'Idempotency-Key', message: 'Idempotency-Key应为UUID' }],
    })
  })

  it('accepts a key in quotation marks and in upper case as the same', async () => {
    const key = randomUUID()
    const before = await count('leads')
    for (const form of [key, `"${key}"`, key.toUpperCase()]) await consult(LEAD, withKey(ANONYMOUS, form))
    expect(await count('leads')).toBe(before + 1)
  })

  it('remembers nothing of a request that failed, which may be corrected', async () => {
    const caller = withKey(ANONYMOUS)
    expect((await consult({ ...LEAD, email: '' }, caller)).statusCode).toBe(400)
    const project = withKey(member)
    const create = (products: string[]) => post(projectCalls.create.path, { name: '先错后对', products }, project)
    expect((await create(['unknown'])).statusCode).toBe(400)
    const [product = ''] = await createProducts(app(), 'agent', [{ name: '后来才有的产品' }])
    expect((await create([product])).statusCode).toBe(200)
    expect((await consult(LEAD, caller)).statusCode).toBe(200)
  })

  it('rolls back the key with the act, and does neither by half', async () => {
    const caller = withKey(admin)
    const body = { name: '半途', email: 'halfway@example.com', role: 'viewer', invite: true }
    // Mail isn't set up: the invitation fails after the account was inserted.
    expect((await post(userCalls.create.path, body, caller)).statusCode).toBe(409)
    const before = await count('users')
    const retried = { ...body, invite: false, password: 'a long passphrase' }
    expect((await post(userCalls.create.path, retried, caller)).statusCode).toBe(200)
    expect(await count('users')).toBe(before + 1)
  })

  it('replies the same although the request has become invalid', async () => {
    const [product = ''] = await createProducts(app(), 'agent', [{ name: '随后下架的产品' }])
    const caller = withKey(member)
    const create = () => post(projectCalls.create.path, { name: '产品随后下架', products: [product] }, caller)
    const first = await create()
    await app().server.inject({ method: 'DELETE', url: `/api/products/agent/${product}`, headers: admin.headers })
    expect(toResult(await create())).toEqual({ ...toResult(first), status: 200 })
  })

  it('asks for the permission again', async () => {
    const editor = withKey(await createSignedInUser(app(), 'editor', 'key-editor'))
    const create = () => post(catalogueCalls.createAgent.path, { name: '失去权限' }, editor)
    await create()
    await app().database.write(({ db }) =>
      db.updateTable('users').set({ role: 'viewer' }).where('email', '=', 'key-editor@example.com').execute(),
    )
    expect((await create()).statusCode).toBe(403)
  })

  it('stores results encrypted', async () => {
    await post(evaluationCalls.createReport.path, { productName: '加密', ...SCORES }, withKey(ANONYMOUS))
    const rows = await app().database.read.selectFrom('idempotencyKeys').selectAll().execute()
    expect(rows.every(({ encryptedResult }) => encryptedResult?.startsWith('v1.'))).toBe(true)
  })

  it('deletes the results of an account that is deleted', async () => {
    const leaving = await createSignedInUser(app(), 'member', 'key-leaving')
    await post(shortlistCalls.create.path, SHORTLIST, withKey(leaving))
    const { id } = await app()
      .database.read.selectFrom('users')
      .select('id')
      .where('email', '=', 'key-leaving@example.com')
      .executeTakeFirstOrThrow()
    const listKeys = () =>
      app().database.read.selectFrom('idempotencyKeys').select('key').where('userId', '=', id).execute()
    expect(await listKeys()).toHaveLength(1)
    await app().server.inject({ method: 'DELETE', url: `/api/users/${id}`, headers: admin.headers })
    expect(await listKeys()).toEqual([])
  })

  it('forgets a key after a day, and deletes it in the housekeeping', async () => {
    const caller = withKey(ANONYMOUS)
    await consult(LEAD, caller)
    const before = await count('leads')
    app().clock.advance(DAY_MS)
    await consult(LEAD, caller)
    expect(await count('leads')).toBe(before)
    app().clock.advance(1)
    await consult(LEAD, caller)
    expect(await count('leads')).toBe(before + 1)
    await app().services.idempotency.deleteExpired()
    expect(await count('idempotencyKeys')).toBe(1)
  })
})
