import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { createApiCaller } from '#testing/api-caller.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSubmission, SUBMISSION } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser, SUPER_ADMIN } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { withKey } from '#testing/with-key.ts'

onEveryDatabase('submission review', (app) => {
  let reviewer: Caller
  let viewer: Caller
  beforeAll(async () => {
    reviewer = await createSignedInUser(app(), 'reviewer')
    viewer = await createSignedInUser(app(), 'viewer')
  })

  const call = createApiCaller(app, { basePath: '/api/submissions', getCaller: () => reviewer })
  const review = (id: string, body: object, caller = reviewer) => call('PATCH', `/${id}/review`, body, caller)
  const listProductsNamed = (name: string) =>
    app().database.read.selectFrom('products').selectAll().where('name', '=', name).execute()
  const read = async (id: string): Promise<SubmissionRecord> => (await call('GET', `/${id}`)).json().data
  /** Saves notes on the current version. */
  const saveNotes = async (id: string, notes: object) =>
    call('PATCH', `/${id}/notes`, { version: (await read(id)).version, ...notes })
  const listAuditEntries = async (action: string) =>
    (await app().services.audit.listRecentChanges(50, SUPER_ADMIN)).filter((entry) => entry.action === action)

  it('returns all fields of a submission, without contacts for users who may not see them', async () => {
    const { id, receipt } = await createSubmission(app())
    const { agreeToTerms: _, ...fields } = SUBMISSION
    expect(await read(id)).toEqual({
      ...fields,
      facts: [],
      _id: id,
      receipt,
      category: '其他',
      status: 'pending',
      reviewNotes: '',
      vendorNotes: '',
      checklist: [],
      createdAt: app().clock.now().toISOString(),
      updatedAt: app().clock.now().toISOString(),
      version: 1,
      dueAt: '2026-11-25T16:00:00.000Z',
      assignment: { assignee: null, formerAssignee: null, dueAt: '2026-11-25T16:00:00.000Z', isLate: false },
      reviewedAt: null,
      reviewedBy: null,
      reasons: [],
      correctedAt: null,
      unreadMessages: 0,
      deletedAt: null,
      update: null,
      productId: null,
      isProductUpdated: false,
      hasDecisionMail: false,
      files: [],
    })
    const reply = await call('GET', `/${id}`, undefined, viewer)
    expect(reply.json().data).toMatchObject({ contactName: '', contactEmail: '', contactPhone: '' })
    for (const path of ['', '/page', `/${id}`]) {
      const { body } = await call('GET', path, undefined, viewer)
      expect(body).toContain(receipt)
      expect(body).not.toMatch(/王敏|Wang\.Min|8888/)
    }
  })

  it('creates one product on approval, with all fields of the submission', async () => {
    const { id } = await createSubmission(app(), { productName: '通过者', keyFeatures: '甲、乙，丙' })
    app().clock.advance(60_000)
    const reply = await review(id, { status: 'approved', reviewNotes: '可信', vendorNotes: '欢迎' })
    expect(toResult(reply)).toMatchObject({
      status: 200,
      message: '审核通过！产品已自动创建并添加到智能体产品管理中。',
    })
    const [product] = await listProductsNamed('通过者')
    expect(reply.json().data).toMatchObject({
      status: 'approved',
      reviewNotes: '可信',
      vendorNotes: '欢迎',
      productId: product?.id,
      reviewedAt: app().clock.now().toISOString(),
      reviewedBy: { id: reviewer.id, name: reviewer.name },
    })
    expect(product).toMatchObject({ catalogue: 'agent', company: SUBMISSION.companyName, rating: null, price: '' })
    const detail = (await app().server.inject(`/api/product-detail/${product?.id}`)).json().data
    expect(detail).toMatchObject({
      name: '通过者',
      keyCapabilities: ['甲', '乙', '丙'],
      deploymentTypes: ['私有化部署'],
      category: '其他',
      officialLink: SUBMISSION.website,
    })
    expect((await listAuditEntries('submission.review'))[0]).toMatchObject({
      target: '通过者',
      detail: '通过',
      user: { id: reviewer.id, name: reviewer.name },
    })
  })

  it('publishes the changes of the catalogue and of the submissions', async () => {
    const { id } = await createSubmission(app(), { productName: '广播' })
    const topics: string[] = []
    const unsubscribe = app().database.changes.subscribe((changed) => topics.push(...changed))
    await review(id, { status: 'approved' })
    unsubscribe()
    expect(topics).toEqual(expect.arrayContaining(['catalogue:agent', 'submissions']))
  })

  it('rejects a submission, and retains notes that the decision omits', async () => {
    const { id, receipt } = await createSubmission(app(), { productName: '拒绝者' })
    await saveNotes(id, { reviewNotes: '官网打不开', vendorNotes: '请补充官网' })
    const reply = await review(id, { status: 'rejected' })
    expect(toResult(reply)).toMatchObject({ status: 200, message: '审核拒绝' })
    expect(reply.json().data).toMatchObject({ status: 'rejected', productId: null, reviewNotes: '官网打不开' })
    expect(await listProductsNamed('拒绝者')).toEqual([])
    const { contactEmail } = SUBMISSION
    const progress = await app().services.submissions.getProgress({ receipt, contactEmail })
    expect(progress).toMatchObject({ status: 'rejected', notes: '请补充官网', productId: null })
  })

  it('accepts only one decision', async () => {
    const { id } = await createSubmission(app(), { productName: '一次' })
    expect((await review(id, { status: 'rejected' })).statusCode).toBe(200)
    for (const status of ['approved', 'rejected']) {
      const reply = await review(id, { status })
      expect(toResult(reply)).toMatchObject({ status: 409, message: '该提交已审核，不能重复审核' })
    }
    expect(await listProductsNamed('一次')).toEqual([])
  })

  it('makes a decision once that is repeated with its key after a lost reply', async () => {
    const { id } = await createSubmission(app(), { productName: '回复丢失' })
    const decision = { version: 1, status: 'approved', vendorNotes: '欢迎' }
    const keyed = withKey(reviewer)
    const first = await review(id, decision, keyed)
    const repeated = await review(id, decision, keyed)
    expect(toResult(repeated)).toEqual({ ...toResult(first), status: 200 })
    expect(await listProductsNamed('回复丢失')).toHaveLength(1)
    expect((await listAuditEntries('submission.review')).filter(({ target }) => target === '回复丢失')).toHaveLength(1)
    expect(toResult(await review(id, decision))).toMatchObject({ status: 409, message: '该提交已审核，不能重复审核' })
  })

  it('creates one product from concurrent approvals', async () => {
    const { id } = await createSubmission(app(), { productName: '同时' })
    const replies = await Promise.all(Array.from({ length: 8 }, () => review(id, { status: 'approved' })))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(await listProductsNamed('同时')).toHaveLength(1)
    expect((await listAuditEntries('submission.review')).filter(({ target }) => target === '同时')).toHaveLength(1)
  })

  it('accepts only one of concurrent approvals and rejections', async () => {
    for (const name of ['甲乙', '丙丁', '戊己']) {
      const { id } = await createSubmission(app(), { productName: name })
      const decisions = ['approved', 'rejected', 'approved', 'rejected']
      const replies = await Promise.all(decisions.map((status) => review(id, { status })))
      const accepted = replies.flatMap(({ statusCode }, index) => (statusCode === 200 ? [decisions[index]] : []))
      expect(accepted).toEqual([(await read(id)).status])
      expect(await listProductsNamed(name)).toHaveLength(accepted[0] === 'approved' ? 1 : 0)
    }
  })

  it('changes nothing if the name is taken', async () => {
    await createProducts(app(), 'agent', [{ name: '占用' }])
    const { id } = await createSubmission(app(), { productName: '占用' })
    const before = await read(id)
    const reply = await review(id, { status: 'approved', reviewNotes: '不会留下' })
    expect(toResult(reply)).toMatchObject({ status: 409, message: '产品名称已存在' })
    expect(await read(id)).toEqual(before)
    expect((await listAuditEntries('submission.review')).map(({ target }) => target)).not.toContain('占用')
  })

  it('changes nothing if another product’s name looks like it, and offers to update that product', async () => {
    await createProducts(app(), 'agent', [{ name: 'LookAlike' }])
    const { id } = await createSubmission(app(), { productName: 'ＬＯＯＫＡＬＩＫＥ' })
    const reply = await review(id, { status: 'approved' })
    expect(toResult(reply)).toMatchObject({ status: 409, message: expect.stringContaining('已有产品“LookAlike”') })
    expect((await call('GET', `/${id}/approval`)).json().data.existing).toMatchObject({ name: 'LookAlike' })
  })

  it('creates one product from concurrent approvals of two submissions with the same name', async () => {
    const both = [
      await createSubmission(app(), { productName: '同名' }),
      await createSubmission(app(), { productName: '同名' }),
    ]
    const replies = await Promise.all(both.map(({ id }) => review(id, { status: 'approved' })))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await listProductsNamed('同名')).toHaveLength(1)
  })

  describe('notes', () => {
    it('saves notes individually, before and after the decision, and audits them without their text', async () => {
      const { id } = await createSubmission(app(), { productName: '备注' })
      await saveNotes(id, { reviewNotes: '机密：电话核实过' })
      const reply = await saveNotes(id, { checklist: ['website', 'vendor', 'website'] })
      expect(reply.json()).toMatchObject({
        message: '备注已保存',
        data: { reviewNotes: '机密：电话核实过', checklist: ['website', 'vendor'], status: 'pending' },
      })
      await review(id, { status: 'rejected' })
      expect((await saveNotes(id, { vendorNotes: '可重新提交' })).statusCode).toBe(200)
      const notes = (await listAuditEntries('submission.notes')).filter(({ target }) => target === '备注')
      expect(notes.map(({ detail }) => detail)).toEqual(['审核意见', '核对清单', '内部备注'])
      expect(JSON.stringify(notes)).not.toContain('机密')
    })

    it('audits nothing if the notes are unchanged', async () => {
      const { id } = await createSubmission(app(), { productName: '无事' })
      expect((await saveNotes(id, { reviewNotes: '', checklist: [] })).json().data.version).toBe(1)
      expect((await listAuditEntries('submission.notes')).map(({ target }) => target)).not.toContain('无事')
    })

    it.each([
      [{ checklist: ['nothing'] }, 'checklist.0'],
      [{ reviewNotes: '长'.repeat(2_001) }, 'reviewNotes'],
      [{ vendorNotes: 'a\u0000' }, 'vendorNotes'],
      [{ reviewNotes: '没有版本', version: undefined }, 'version'],
    ])('rejects %j', async (body, path) => {
      const { id } = await createSubmission(app(), { productName: '有误' })
      const reply = await saveNotes(id, body)
      expect({ status: reply.statusCode, path: reply.json().errors[0].path }).toEqual({ status: 400, path })
    })
  })

  it('deletes a submission, but not its product', async () => {
    const { id, receipt } = await createSubmission(app(), { productName: '删除' })
    await review(id, { status: 'approved' })
    const reply = await call('DELETE', `/${id}`)
    expect(toResult(reply)).toMatchObject({ status: 200, message: '提交已删除' })
    expect((await call('GET', `/${id}`)).json().message).toBe('提交不存在')
    expect((await call('DELETE', `/${id}`)).statusCode).toBe(404)
    expect((await call('GET', '?search=删除')).json()).toEqual([])
    expect(await listProductsNamed('删除')).toHaveLength(1)
    expect((await listAuditEntries('submission.remove'))[0]?.target).toBe('删除')
    const { contactEmail } = SUBMISSION
    await expect(app().services.submissions.getProgress({ receipt, contactEmail })).rejects.toMatchObject({
      code: 'notFound',
    })
  })

  it.each([{ status: 'pending' }, { status: '' }, {}, { status: 'approved', reviewNotes: 7 }])(
    'rejects the decision %j',
    async (body) => {
      const { id } = await createSubmission(app(), { productName: '裁决' })
      expect((await review(id, body)).statusCode).toBe(400)
      expect((await read(id)).status).toBe('pending')
    },
  )

  it('returns 404 for an unknown submission', async () => {
    expect((await review('nobody', { status: 'approved' })).json().message).toBe('提交不存在')
    expect((await call('PATCH', '/nobody/notes', { version: 1, reviewNotes: 'x' })).statusCode).toBe(404)
    expect((await call('GET', '/nobody')).statusCode).toBe(404)
  })

  it('can be changed by reviewers, and read by viewers', async () => {
    const { id } = await createSubmission(app(), { productName: '权限' })
    const editor = await createSignedInUser(app(), 'editor')
    for (const [by, status] of [
      [null, 401],
      [editor, 403],
      [viewer, 403],
    ] as const) {
      expect((await call('PATCH', `/${id}/review`, { status: 'approved' }, by)).statusCode).toBe(status)
      expect((await call('PATCH', `/${id}/notes`, { version: 1, reviewNotes: 'x' }, by)).statusCode).toBe(status)
      expect((await call('DELETE', `/${id}`, undefined, by)).statusCode).toBe(status)
    }
    for (const path of ['', '/page', `/${id}`]) {
      expect((await call('GET', path, undefined, null)).statusCode).toBe(401)
      expect((await call('GET', path, undefined, editor)).statusCode).toBe(403)
    }
    expect((await read(id)).status).toBe('pending')
  })

  describe('by several reviewers', () => {
    const STALE = { status: 412, message: '这条提交刚刚被他人更新，请核对后再操作' }

    it('retains the notes saved first, and rejects those based on an older version', async () => {
      const { id } = await createSubmission(app(), { productName: '两人' })
      const { version } = await read(id)
      expect((await saveNotes(id, { vendorNotes: '甲的意见' })).json().data.version).toBe(version + 1)
      for (const late of [{ vendorNotes: '乙的意见' }, { checklist: ['website'] }])
        expect(toResult(await call('PATCH', `/${id}/notes`, { version, ...late }))).toMatchObject(STALE)
      expect(await read(id)).toMatchObject({ vendorNotes: '甲的意见', checklist: [], version: version + 1 })
    })

    it('accepts only one of many concurrent saves', async () => {
      const { id } = await createSubmission(app(), { productName: '同时备注' })
      const notes = ['甲', '乙', '丙', '丁']
      const replies = await Promise.all(
        notes.map((reviewNotes) => call('PATCH', `/${id}/notes`, { version: 1, reviewNotes })),
      )
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412, 412])
      const stored = notes[replies.findIndex(({ statusCode }) => statusCode === 200)]
      expect(await read(id)).toMatchObject({ reviewNotes: stored, version: 2 })
    })

    it('rejects a decision based on outdated notes, and creates no product', async () => {
      const { id } = await createSubmission(app(), { productName: '未见' })
      await saveNotes(id, { vendorNotes: '先别通过' })
      expect(toResult(await review(id, { status: 'approved', version: 1, vendorNotes: '' }))).toMatchObject(STALE)
      expect(await listProductsNamed('未见')).toEqual([])
      const reply = await review(id, { status: 'rejected', version: 2 })
      expect(reply.json().data).toMatchObject({ status: 'rejected', vendorNotes: '先别通过', version: 3 })
    })
  })

  describe('automatic approval', () => {
    const saveContentSettings = (value: object) =>
      app().database.write((transaction) => app().services.settings.save(transaction, 'content', value))

    beforeEach(() => saveContentSettings({ autoApproveProducts: true, requireManualReview: false }))
    afterEach(() => saveContentSettings({}))

    it('approves immediately if enabled in the settings', async () => {
      const { id } = await createSubmission(app(), { productName: '自动' })
      expect(await read(id)).toMatchObject({ status: 'approved', reviewedBy: null, productId: expect.any(String) })
      expect(await listProductsNamed('自动')).toHaveLength(1)
      expect((await listAuditEntries('submission.review'))[0]).toMatchObject({
        target: '自动',
        detail: '自动通过',
        user: null,
      })
    })

    it('leaves a name that is taken to a reviewer', async () => {
      await createProducts(app(), 'agent', [{ name: '占名' }])
      const { id } = await createSubmission(app(), { productName: '占名' })
      expect((await read(id)).status).toBe('pending')
      expect(await listProductsNamed('占名')).toHaveLength(1)
    })

    it('does nothing if disabled', async () => {
      await saveContentSettings({ autoApproveProducts: true, requireManualReview: true })
      const { id } = await createSubmission(app(), { productName: '人工' })
      expect((await read(id)).status).toBe('pending')
    })
  })
})
