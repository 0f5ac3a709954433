import { beforeAll, expect, it } from 'vitest'
import { assignmentCalls } from '#contracts/assignments/calls.ts'
import { ASSIGNMENT_MESSAGES as MESSAGES } from '#contracts/assignments/messages.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { BULK_DECISIONS_MAX, LEAD_RESPONSE_MS } from '#contracts/limits.ts'
import type { OwnWork } from '#contracts/pending-work/own-work.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createProducts } from '#testing/factories/products.ts'
import { submitReview } from '#testing/factories/reviews.ts'
import { createSubmission } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const LEAD = { contactName: '陈女士', phone: '13800000000', email: 'chen@example.com', requirements: '想了解排班' }

onEveryDatabase('assignments', (app) => {
  let admin: Caller
  let reviewer: Caller
  let editor: Caller
  const inject = (method: 'GET' | 'POST' | 'PATCH', url: string, caller: Caller, payload?: object) =>
    app().server.inject({ method, url, headers: caller.headers, ...(payload && { payload }) })
  const get = async (url: string, caller = admin) => (await inject('GET', url, caller)).json()
  const assign = (path: string, change: object, caller = admin) =>
    inject('PATCH', `/api/${path}/assignment`, caller, change)
  const listOwn = async (caller: Caller): Promise<OwnWork[]> => (await get('/api/pending-work/own', caller)).data
  const inDays = (days: number) => new Date(app().clock.now().getTime() + days * DAY_MS).toISOString()

  /** Creates a lead of a company of its own and returns its id. */
  async function createLead(companyName: string): Promise<string> {
    await inject('POST', '/api/consultation', admin, { ...LEAD, companyName, agreeToTerms: true })
    const { data } = await get(`/api/leads?search=${encodeURIComponent(companyName)}`)
    return data[0].id
  }

  beforeAll(async () => {
    admin = await createSignedInUser(app(), 'super_admin')
    reviewer = await createSignedInUser(app(), 'reviewer')
    editor = await createSignedInUser(app(), 'editor')
  })

  it('assigns a lead, hands it over and frees it, with the earlier and the later values in the audit log', async () => {
    const id = await createLead('甲交接公司')
    const dueAt = inDays(3)
    const reply = (await assign(`leads/${id}`, { assignee: reviewer.id, dueAt })).json()
    expect(reply).toMatchObject({
      message: MESSAGES.saved,
      data: { assignee: { id: reviewer.id, name: 'reviewer' }, formerAssignee: null, dueAt, isLate: false },
    })
    expect((await get(`/api/leads/${id}`)).data).toMatchObject({ owner: { id: reviewer.id }, assignment: reply.data })
    await assign(`leads/${id}`, { assignee: admin.id })
    const freed = (await assign(`leads/${id}`, { assignee: null, dueAt: null })).json().data
    const promisedAt = (await get(`/api/leads/${id}`)).data.dueAt
    expect(freed).toEqual({ assignee: null, formerAssignee: null, dueAt: promisedAt, isLate: false })
    const entries = (await listAudit(app(), 'lead.assign')).filter(({ target }) => target === '甲交接公司')
    expect(entries.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^负责人：super_admin → 无；截止：\d.* → 无$/),
      '负责人：reviewer → super_admin',
      expect.stringMatching(/^负责人：无 → reviewer；截止：无 → \d/),
    ])
  })

  it('stores deadlines in one form, by which they are sorted, and finds no change in another of the same time', async () => {
    const id = await createLead('时刻公司')
    const audited = async () => (await listAudit(app(), 'lead.assign')).filter(({ target }) => target === '时刻公司')
    const { data } = (await assign(`leads/${id}`, { dueAt: '2030-01-02T03:04:05Z' })).json()
    expect(data.dueAt).toBe('2030-01-02T03:04:05.000Z')
    await assign(`leads/${id}`, { dueAt: '2030-01-02T03:04:05.000000001Z' })
    expect(await audited()).toHaveLength(1)
    for (const dueAt of ['2030-01-02', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
      expect(toResult(await assign(`leads/${id}`, { dueAt }))).toMatchObject({
        status: 400,
        errors: [{ path: 'dueAt', message: MESSAGES.dueAt }],
      })
  })

  it('lists the open work of the caller over all kinds, late first, with the path of its screen', async () => {
    const owner = await createSignedInUser(app(), 'super_admin', 'owner')
    const { call } = createFactClient(app, () => admin)
    const [productId = '', reviewedId = ''] = await createProducts(app(), 'agent', [
      { name: '旧资料' },
      { name: '有评价' },
    ])
    await call('PUT', `/api/products/agent/${productId}/facts`, {
      facts: [createPublicFact('vendor', '甲', { readAt: '2020-01-01' })],
    })
    const [fact] = (await get(`/api/facts/stale?product=${productId}`)).data
    const member = await createSignedInUser(app(), 'member', 'own-work-member')
    const { id: reviewId } = await submitReview(app(), reviewedId, member.id)
    const leadId = await createLead('待办公司')
    const submission = await createSubmission(app(), { productName: '待办产品', companyName: '待办厂商' })
    await assign(`facts/${fact.id}`, { assignee: owner.id, dueAt: inDays(-1) })
    await assign(`leads/${leadId}`, { assignee: owner.id })
    await assign(`submissions/${submission.id}`, { assignee: owner.id, dueAt: inDays(0.5) })
    await assign(`member-reviews/${reviewId}`, { assignee: owner.id })
    expect((await listOwn(owner)).map(({ kind, name, isLate, path }) => ({ kind, name, isLate, path }))).toEqual([
      { kind: 'fact', name: '旧资料的厂商', isLate: true, path: `/admin/facts?fact=agent%3Avendor%3A${productId}` },
      { kind: 'submission', name: '待办产品', isLate: false, path: `/admin/submissions?id=${submission.id}` },
      { kind: 'lead', name: '待办公司', isLate: false, path: `/admin/leads?lead=${leadId}` },
      { kind: 'memberReview', name: '对有评价的评价', isLate: false, path: `/admin/reviews?review=${reviewId}` },
    ])
    await app().services.submissionReview.review(submission.id, { status: 'rejected' }, { ...admin, ip: null })
    expect((await listOwn(owner)).map(({ kind }) => kind)).toEqual(['fact', 'lead', 'memberReview'])
    expect(await listOwn(editor)).toEqual([])
  })

  it('filters the lists by assignee and by deadline', async () => {
    const colleague = await createSignedInUser(app(), 'reviewer', 'filter-colleague')
    const mine = await createSubmission(app(), { productName: '筛选甲', companyName: '筛选厂商' })
    const theirs = await createSubmission(app(), { productName: '筛选乙', companyName: '筛选厂商' })
    const free = await createSubmission(app(), { productName: '筛选丙', companyName: '筛选厂商' })
    await assign(`submissions/${mine.id}`, { assignee: reviewer.id, dueAt: inDays(-0.1) })
    await assign(`submissions/${theirs.id}`, { assignee: colleague.id })
    const list = async (query: string) =>
      (await get(`/api/submissions/page?search=${encodeURIComponent('筛选厂商')}&${query}`, reviewer)).data.map(
        ({ _id }: { _id: string }) => _id,
      )
    expect(await list('assignee=me')).toEqual([mine.id])
    expect(await list(`assignee=${colleague.id}`)).toEqual([theirs.id])
    expect(await list('assignee=none')).toEqual([free.id])
    expect(await list('late=true')).toEqual([mine.id])
  })

  it('shows the work of a disabled or demoted assignee as unassigned', async () => {
    const colleague = await createSignedInUser(app(), 'reviewer', 'leaving-colleague')
    const { id } = await createSubmission(app(), { productName: '离职产品', companyName: '离职厂商' })
    await assign(`submissions/${id}`, { assignee: colleague.id })
    await app().database.write(({ db }) =>
      db.updateTable('users').set({ role: 'viewer' }).where('id', '=', colleague.id).execute(),
    )
    const { data } = await get(`/api/submissions/page?assignee=none&search=${encodeURIComponent('离职厂商')}`)
    expect(data).toMatchObject([
      { _id: id, assignment: { assignee: null, formerAssignee: { id: colleague.id, name: 'leaving-colleague' } } },
    ])
  })

  it('leaves the version of a submission, so that a review in progress has no conflict', async () => {
    const { id } = await createSubmission(app(), { productName: '版本产品', companyName: '版本厂商' })
    const { version } = await app().services.submissionReview.get(id)
    await assign(`submissions/${id}`, { assignee: reviewer.id })
    expect((await app().services.submissionReview.get(id)).version).toBe(version)
  })

  it.each([
    { change: { assignee: 'editor' }, field: 'assignee', why: 'who may not do the work' },
    { change: { assignee: 'nobody' }, field: 'assignee', why: 'that doesn’t exist' },
    { change: { dueAt: '明天' }, field: 'dueAt', why: 'without a valid deadline' },
    { change: {}, field: '', why: 'without any change' },
  ])('rejects an assignee or a deadline $why', async ({ change, field }) => {
    const id = await createLead(`拒绝${field}${Object.values(change).join('')}公司`)
    const payload = 'assignee' in change && change.assignee === 'editor' ? { assignee: editor.id } : change
    const reply = await assign(`leads/${id}`, payload)
    expect(reply.statusCode).toBe(400)
    if (field !== '') expect(reply.json().errors).toMatchObject([{ path: field }])
  })

  it('assigns many at once, and says which don’t exist', async () => {
    const ids = [await createLead('批量甲公司'), 'missing', await createLead('批量乙公司')]
    const body = { kind: 'lead', ids, assignee: reviewer.id }
    const reply = await inject('POST', assignmentCalls.assignMany.path, reviewer, body)
    expect(reply.json().data).toMatchObject([
      { id: ids[0], name: '批量甲公司', outcome: 'decided' },
      { id: 'missing', name: '', outcome: 'failed', reason: MESSAGES.notFound },
      { id: ids[2], name: '批量乙公司', outcome: 'decided' },
    ])
    const tooMany = Array.from({ length: BULK_DECISIONS_MAX + 1 }, (_, index) => `${index}`)
    const refused = await inject('POST', assignmentCalls.assignMany.path, reviewer, { ...body, ids: tooMany })
    expect(toResult(refused)).toMatchObject({ status: 400 })
  })

  it('refuses bulk assignments and the list of assignees to who may not do or see the work', async () => {
    const bulk = { kind: 'lead', ids: ['a'], assignee: null }
    expect((await inject('POST', assignmentCalls.assignMany.path, editor, bulk)).statusCode).toBe(403)
    expect((await inject('GET', '/api/assignees?kind=lead', editor)).statusCode).toBe(403)
    expect((await get('/api/assignees?kind=fact', editor)).data).toContainEqual({ id: editor.id, name: 'editor' })
  })

  it('counts a promised deadline as late, whatever other deadline was set', async () => {
    const owner = await createSignedInUser(app(), 'reviewer', 'late-owner')
    const id = await createLead('承诺公司')
    await assign(`leads/${id}`, { assignee: owner.id, dueAt: inDays(30) })
    const createdAt = new Date(app().clock.now().getTime() - LEAD_RESPONSE_MS).toISOString()
    await app().database.write(({ db }) => db.updateTable('leads').set({ createdAt }).where('id', '=', id).execute())
    expect(await app().services.pendingWork.listOwn(owner)).toMatchObject([{ id, isLate: true }])
  })

  it('tells the assignee in their inbox, by a call or the form of a lead, but not who assigned it themselves', async () => {
    const colleague = await createSignedInUser(app(), 'reviewer', 'told-colleague')
    const listLines = async (caller: Caller): Promise<string[][]> =>
      (await get('/api/inbox', caller)).data.map(({ lines }: { lines: string[] }) => lines)
    const id = await createLead('通知公司')
    await assign(`leads/${id}`, { assignee: colleague.id })
    const formId = await createLead('表单通知公司')
    await inject('PATCH', `/api/leads/${formId}`, admin, { version: 1, ownerId: colleague.id })
    const ownId = await createLead('自己负责公司')
    await assign(`leads/${ownId}`, { assignee: colleague.id }, colleague)
    const lines = (await listLines(colleague)).map((each) => each.slice(0, 2))
    expect(lines.sort()).toEqual(
      [
        ['线索“表单通知公司”', '指派人：super_admin'],
        ['线索“通知公司”', '指派人：super_admin'],
      ].sort(),
    )
  })
})
