import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { createApiCaller } from '#testing/api-caller.ts'
import { createFactClient } from '#testing/factories/facts.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSubmission, SUBMISSION } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser, signIn, toCaller } from '#testing/factories/users.ts'
import { SCRIPT_INJECTIONS } from '#testing/hostile/script-injections.ts'
import { createMultipart } from '#testing/multipart.ts'
import { listAudit, listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { withKey } from '#testing/with-key.ts'

const REASONS = [
  { path: 'productDescription', message: '请说明适用的门店规模' },
  { path: 'files', message: '缺少等保证书' },
] as const
const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n等保')
const { contactEmail } = SUBMISSION

onEveryDatabase('a returned submission', (app) => {
  let reviewer: Caller
  const signInAgain = async () => {
    reviewer = toCaller(await signIn(app(), 'reviewer@example.com'))
  }
  beforeAll(async () => {
    await createSignedInUser(app(), 'reviewer')
  })
  // Some tests last longer than a session.
  beforeEach(signInAgain)

  const call = createApiCaller(app, { basePath: '/api/submissions', getCaller: () => reviewer })
  const callAsVendor = (path: string, body: object, headers: object = {}) =>
    app().server.inject({ method: 'POST', url: `/api/submissions${path}`, payload: body, headers: { ...headers } })

  const getRecord = async (id: string): Promise<SubmissionRecord> => (await call('GET', `/${id}`)).json().data
  const getForm = (receipt: string, email: string = contactEmail) =>
    callAsVendor('/correction/form', { receipt, contactEmail: email })
  async function returnSubmission(productName: string, { reasons = REASONS, ...fields }: Record<string, unknown> = {}) {
    const created = await createSubmission(app(), { productName, ...fields })
    const reply = await call('PATCH', `/${created.id}/review`, { version: 1, status: 'returned', reasons })
    const record: SubmissionRecord = reply.json().data
    return { ...created, record, returnedAt: record.reviewedAt }
  }
  const correct = (
    { receipt, returnedAt }: { receipt: string; returnedAt: string | null },
    fields: object = {},
    headers: object = {},
  ) =>
    callAsVendor(
      '/correction',
      { ...SUBMISSION, receipt, provenEmail: contactEmail, returnedAt, facts: [], ...fields },
      headers,
    )
  async function upload(name: string): Promise<string> {
    const { headers, payload } = createMultipart([{ field: 'file', name, bytes: PDF }])
    const reply = await app().server.inject({ method: 'POST', url: '/api/submissions/files', headers, payload })
    return reply.json().data.key
  }

  it('is shown to its vendor with the reasons, and neither waits for a review nor is late', async () => {
    const { receipt, record } = await returnSubmission('甲一号')
    expect(record).toMatchObject({ status: 'returned', reasons: REASONS, dueAt: null, correctedAt: null })
    const progress = await callAsVendor('/status', { receipt, contactEmail })
    expect(progress.json().data).toMatchObject({ status: 'returned', reasons: REASONS, reviewedAt: record.reviewedAt })
    app().clock.advance(40 * DAY_MS)
    await signInAgain()
    const list = (query: string) => call('GET', `/page?search=${encodeURIComponent('甲一号')}&${query}`)
    expect((await list('status=returned')).json()).toMatchObject({
      data: [{ productName: '甲一号' }],
      counts: { returned: 1, pending: 0, late: 0 },
    })
    expect((await list('late=true')).json().data).toEqual([])
    expect(await listAudit(app(), 'submission.return')).toContainEqual(
      expect.objectContaining({ target: '甲一号', detail: '产品描述、附件' }),
    )
  })

  it('is corrected with the same receipt, and shows the reviewer only what has changed', async () => {
    const kept = await upload('白皮书.pdf')
    const dropped = await upload('旧证书.pdf')
    await callAsVendor('', { ...SUBMISSION, productName: '首次修订', files: [kept, dropped] })
    const [{ _id: id, receipt }] = (await call('GET', `?search=${encodeURIComponent('首次修订')}`)).json()
    const { reviewedAt: returnedAt } = (
      await call('PATCH', `/${id}/review`, { version: 1, status: 'returned', reasons: REASONS })
    ).json().data
    const form = (await getForm(receipt, contactEmail.toUpperCase())).json().data
    expect(form).toMatchObject({
      returnedAt,
      reasons: REASONS,
      isUpdate: false,
      values: { productName: '首次修订', productDescription: SUBMISSION.productDescription, contactEmail },
      files: [{ key: kept }, { key: dropped }],
    })
    const productDescription = `${SUBMISSION.productDescription}适用于二十家以上门店。`
    const added = await upload('等保证书.pdf')
    const change = { productName: '首次修订', productDescription, contactPhone: '0571-1111 2222', files: [kept, added] }
    const reply = await correct({ receipt, returnedAt }, change)
    expect(toResult(reply)).toMatchObject({ status: 200, message: '补正已收到，审核继续', data: { status: 'pending' } })
    expect(await getRecord(id)).toMatchObject({
      receipt,
      status: 'pending',
      reasons: [],
      reviewedAt: null,
      reviewedBy: null,
      correctedAt: expect.any(String),
      productDescription,
      files: [{ id: kept }, { id: added }],
    })
    const corrections = (await call('GET', `/${id}/corrections`)).json().data
    expect(corrections).toMatchObject([
      {
        returnedAt,
        returnedBy: { id: reviewer.id },
        reasons: REASONS,
        fields: [{ path: 'productDescription', before: SUBMISSION.productDescription, after: productDescription }],
        contacts: [{ path: 'contactPhone', before: SUBMISSION.contactPhone, after: '0571-1111 2222' }],
        facts: [],
        addedFiles: [{ id: added }],
        removedFiles: [{ id: dropped }],
      },
    ])
    expect((await call('GET', `/${id}/files/${dropped}`)).statusCode).toBe(200)
    expect((await call('GET', `/page?search=${encodeURIComponent('二十家以上门店')}`)).json().data).toHaveLength(1)
    expect((await call('PATCH', `/${id}/review`, { status: 'approved', confirmed: true })).statusCode).toBe(200)
  })

  it('goes on with the remaining time after the correction', async () => {
    const { id, receipt } = await createSubmission(app(), { productName: '计时' })
    const { dueAt } = await getRecord(id)
    const returned = (await call('PATCH', `/${id}/review`, { status: 'returned', reasons: REASONS })).json().data
    app().clock.advance(7 * DAY_MS)
    await signInAgain()
    const { statusCode } = await correct({ receipt, returnedAt: returned.reviewedAt }, { productName: '计时' })
    expect({ statusCode, dueAt: (await getRecord(id)).dueAt }).toEqual({
      statusCode: 200,
      dueAt: new Date(Date.parse(dueAt ?? '') + 7 * DAY_MS).toISOString(),
    })
  })

  it('keeps every version over several corrections', async () => {
    const { id, receipt, returnedAt } = await returnSubmission('两次')
    await correct({ receipt, returnedAt }, { productName: '两次', keyFeatures: '第一次' })
    app().clock.advance(1000)
    const again = await call('PATCH', `/${id}/review`, {
      status: 'returned',
      reasons: [{ path: '', message: '仍不完整' }],
    })
    await correct({ receipt, returnedAt: again.json().data.reviewedAt }, { productName: '两次', keyFeatures: '第二次' })
    const corrections = (await call('GET', `/${id}/corrections`)).json().data
    expect(corrections).toMatchObject([
      { reasons: [{ path: '' }], fields: [{ path: 'keyFeatures', before: '第一次', after: '第二次' }] },
      { fields: [{ path: 'keyFeatures', before: SUBMISSION.keyFeatures, after: '第一次' }] },
    ])
  })

  it('is corrected once if two people do so at once, or a request is repeated', async () => {
    const { receipt, returnedAt } = await returnSubmission('同时补正')
    const replies = await Promise.all([
      correct({ receipt, returnedAt }, { productName: '同时补正', keyFeatures: '甲' }),
      correct({ receipt, returnedAt }, { productName: '同时补正', keyFeatures: '乙' }),
    ])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const other = await returnSubmission('重发')
    const { headers } = withKey({ headers: {} })
    const [first, second] = [
      await correct(other, { productName: '重发' }, headers),
      await correct(other, { productName: '重发' }, headers),
    ]
    expect([first.statusCode, second.json().data]).toEqual([200, first.json().data])
  })

  it('is refused for a receipt that isn’t to be corrected, or by another return', async () => {
    const { receipt } = await createSubmission(app(), { productName: '未退回' })
    expect(toResult(await getForm(receipt))).toMatchObject({ status: 409, message: '这份提交没有被退回，无需补正' })
    expect((await correct({ receipt, returnedAt: '2026-11-21T02:00:00.000Z' })).statusCode).toBe(409)
    const returned = await returnSubmission('改原因')
    const reply = await correct({ receipt: returned.receipt, returnedAt: '2026-11-20T02:00:00.000Z' })
    expect(toResult(reply)).toMatchObject({ status: 409, message: '需要补正的内容刚刚有更新，请重新读取' })
  })

  it('tells nobody who lacks either the receipt or the address whether it exists', async () => {
    const { receipt, returnedAt } = await returnSubmission('猜测')
    const wrong = await getForm(receipt, 'other@example.com')
    const unknown = await getForm('ZJ-20261121-00000000')
    expect([wrong.statusCode, wrong.json()]).toEqual([404, unknown.json()])
    const stranger = await correct({ receipt, returnedAt }, { provenEmail: 'other@example.com' })
    expect([stranger.statusCode, stranger.json()]).toEqual([404, unknown.json()])
  })

  it('takes no file of another submission', async () => {
    const foreign = await upload('他人的.pdf')
    await callAsVendor('', { ...SUBMISSION, productName: '他人', files: [foreign] })
    const mine = await returnSubmission('自己')
    const reply = await correct(mine, { productName: '自己', files: [foreign] })
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: 'files' }] })
    expect((await getRecord(mine.id)).status).toBe('returned')
  })

  it('has reasons at single attributes, which its vendor reads by their names', async () => {
    const reasons = [
      { path: 'facts.billing', message: '请写明是否按席位计费' },
      { path: 'facts', message: '请补充安全资质' },
    ]
    const { receipt, record } = await returnSubmission('逐项退回', { reasons })
    const expected = [
      { ...reasons[0], label: '计费方式', isAsked: true },
      { ...reasons[1], label: '产品资料', isAsked: true },
    ]
    expect(record.reasons).toEqual(expected)
    expect((await getForm(receipt)).json().data.reasons).toEqual(expected)
    expect(await listAudit(app(), 'submission.return')).toContainEqual(
      expect.objectContaining({ target: '逐项退回', detail: '计费方式、产品资料' }),
    )
  })

  it('says of an attribute that was deactivated since that it is no longer asked for, and can be corrected', async () => {
    const admin = await createSignedInUser(app(), 'editor', 'attribute-editor')
    const client = createFactClient(app, () => admin)
    const key = 'hotline'
    const state = { label: '客服热线', group: '服务', type: 'text', catalogues: ['agent'] }
    await client.call('POST', '/api/product-attributes', { key, ...state })
    const facts = [{ attribute: key, value: '400', isComplete: false, sourceUrl: '', note: '' }]
    const reasons = [{ path: `facts.${key}`, message: '请写全号码' }]
    const { id, receipt, returnedAt } = await returnSubmission('停用的属性', { reasons, facts })
    expect((await getForm(receipt)).json().data).toMatchObject({
      facts: [{ attribute: key }],
      endedFacts: [],
      reasons: [{ isAsked: true }],
    })
    expect((await client.saveAttribute(key, { ...state, isActive: false })).statusCode).toBe(200)
    const ended = [{ ...reasons[0], label: '客服热线', isAsked: false }]
    expect((await getForm(receipt)).json().data).toMatchObject({ facts: [], endedFacts: ['客服热线'], reasons: ended })
    expect((await callAsVendor('/status', { receipt, contactEmail })).json().data.reasons).toEqual(ended)
    expect((await getRecord(id)).reasons).toEqual(ended)
    const reply = await correct({ receipt, returnedAt }, { productName: '停用的属性' })
    expect(toResult(reply)).toMatchObject({ status: 200 })
    expect((await call('GET', `/${id}/corrections`)).json().data).toMatchObject([{ reasons: ended }])
  })

  it('can be taken back, with the reasons at hand for another return', async () => {
    const { id, receipt, record } = await returnSubmission('收回')
    const dueAt = (await getRecord((await createSubmission(app(), { productName: '对照' })).id)).dueAt
    const withdrawn = await call('POST', `/${id}/review/withdrawal`, { version: record.version })
    expect(withdrawn.json().data).toMatchObject({ status: 'pending', reasons: REASONS, reviewedAt: null, dueAt })
    expect((await getForm(receipt)).statusCode).toBe(409)
    expect((await callAsVendor('/status', { receipt, contactEmail })).json().data.reasons).toEqual([])
  })

  it.each([
    ['no reasons', undefined, 'reasons'],
    ['an empty list', [], 'reasons'],
    ['an unknown field', [{ path: 'status', message: '改' }], 'reasons.0.path'],
    ['an attribute that the form has not', [{ path: 'facts.no-such', message: '改' }], 'reasons.0.path'],
    ['a blank reason', [{ path: 'website', message: ' ' }], 'reasons.0.message'],
    ['a long reason', [{ path: 'website', message: '长'.repeat(501) }], 'reasons.0.message'],
    [
      'two reasons for one field',
      [
        { path: 'website', message: '一' },
        { path: 'website', message: '二' },
      ],
      'reasons',
    ],
  ])('is refused with %s', async (_case, reasons, path) => {
    const { id } = await createSubmission(app(), { productName: '原因不全' })
    const reply = await call('PATCH', `/${id}/review`, { status: 'returned', reasons })
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path }] })
  })

  it('says of too many reasons how many it takes', async () => {
    const { id } = await createSubmission(app(), { productName: '原因太多' })
    const reasons = Array(60).fill({ path: 'website', message: '一' })
    const reply = await call('PATCH', `/${id}/review`, { status: 'returned', reasons })
    expect(toResult(reply)).toMatchObject({ errors: [{ path: 'reasons', message: '最多写40处' }] })
  })

  it('requires a pending submission at its version, and a reviewer', async () => {
    const { id, record } = await returnSubmission('只退一次')
    const body = { status: 'returned', reasons: REASONS }
    expect(toResult(await call('PATCH', `/${id}/review`, body))).toMatchObject({
      status: 409,
      message: '只有待审核的提交可以退回',
    })
    expect((await call('PATCH', `/${id}/review`, { status: 'approved' })).statusCode).toBe(409)
    const fresh = await createSubmission(app(), { productName: '旧版本' })
    expect((await call('PATCH', `/${fresh.id}/review`, { ...body, version: 7 })).statusCode).toBe(412)
    const viewer = await createSignedInUser(app(), 'viewer')
    expect((await call('PATCH', `/${fresh.id}/review`, body, viewer)).statusCode).toBe(403)
    expect(record.status).toBe('returned')
    const bulk = await call('POST', '/bulk-review', { status: 'returned', items: [{ id: fresh.id, version: 1 }] })
    expect(bulk.statusCode).toBe(400)
  })

  it('shows viewers the changes without contact data', async () => {
    const { id, receipt, returnedAt } = await returnSubmission('隐去', {
      reasons: [{ path: 'additionalInfo', message: '请去掉 13800138000' }],
    })
    const change = { productName: '隐去', contactPhone: '0571-9999 8888', additionalInfo: '电话 13800138000' }
    expect((await correct({ receipt, returnedAt }, change)).statusCode).toBe(200)
    const viewer = await createSignedInUser(app(), 'viewer', 'viewer2')
    const reply = await call('GET', `/${id}/corrections`, undefined, viewer)
    expect({ status: reply.statusCode, hasPhone: /13800138000|9999 8888/.test(reply.body) }).toEqual({
      status: 200,
      hasPhone: false,
    })
    expect((await call('GET', `/${id}/corrections`)).body).toContain('0571-9999 8888')
  })

  it('keeps hostile texts as they are, in reasons and corrections', async () => {
    for (const [index, text] of SCRIPT_INJECTIONS.slice(0, 12).entries()) {
      const message = text.slice(0, 500)
      const productName = `敌意${index}`
      const { id, receipt, returnedAt } = await returnSubmission(productName, {
        reasons: [{ path: 'keyFeatures', message }],
      })
      const form = (await getForm(receipt)).json().data
      const reply = await correct({ receipt, returnedAt }, { productName, keyFeatures: text })
      const [correction] = (await call('GET', `/${id}/corrections`)).json().data
      expect({ status: reply.statusCode, reason: form.reasons[0].message, after: correction.fields[0].after }).toEqual({
        status: 200,
        reason: message.trim(),
        after: text.trim(),
      })
    }
  })

  it('is deleted with what it was before', async () => {
    const { id, receipt, returnedAt } = await returnSubmission('彻底删除')
    await correct({ receipt, returnedAt }, { productName: '彻底删除' })
    await call('DELETE', `/${id}`)
    await app().server.inject({ method: 'DELETE', url: `/api/deleted-submissions/${id}`, headers: reviewer.headers })
    const versions = app().database.read.selectFrom('submissionVersions').selectAll().where('submissionId', '=', id)
    expect(await versions.execute()).toEqual([])
  })

  it('is told to the vendor by mail, which a withdrawal in time cancels', async () => {
    await enableMail(app(), { templates: { submissionReceipt: { subject: '', htmlTemplate: '' } } })
    const { record, id } = await returnSubmission('通知')
    expect(record.hasDecisionMail).toBe(true)
    expect((await listOutbox(app()))[0]).toMatchObject({ kind: 'submissionReturned', status: 'waiting' })
    const withdrawn = await call('POST', `/${id}/review/withdrawal`, { version: record.version })
    expect(withdrawn.json().message).toBe('已撤销审核结果，结果邮件没有发出')
    expect((await listOutbox(app())).filter(({ kind }) => kind === 'submissionReturned')).toEqual([])
    await enableMail(app(), { isActive: false })
  })

  it('tells the earlier address of another one in the correction, without naming it', async () => {
    const silent = { subject: '', htmlTemplate: '' }
    await enableMail(app(), { templates: { submissionReceipt: silent, submissionReturned: silent } })
    const productName = '换邮箱'
    const { receipt, returnedAt } = await returnSubmission(productName)
    await correct({ receipt, returnedAt }, { productName, contactEmail: 'moved@changshang.cn' })
    const mails = (await listOutbox(app())).filter(({ kind }) => kind === 'submissionContactChanged')
    expect(mails).toMatchObject([{ to: contactEmail, subject: '您提交的换邮箱已更换联系邮箱' }])
    expect((await callAsVendor('/status', { receipt, contactEmail })).statusCode).toBe(404)
    const kept = await returnSubmission('不换邮箱')
    await correct(kept, { productName: '不换邮箱', contactEmail: contactEmail.toUpperCase() })
    expect((await listOutbox(app())).filter(({ kind }) => kind === 'submissionContactChanged')).toHaveLength(1)
    await enableMail(app(), { isActive: false })
  })

  describe('of an update', () => {
    const sendUpdate = async (name: string) => {
      const [productId = ''] = await createProducts(app(), 'agent', [{ name, description: '原来的' }])
      const request = { ...SUBMISSION, productName: name, facts: [], files: [], screenshots: [] }
      const update = { productId, changedFields: ['targetUsers'] as const }
      const { receipt } = await app().services.submissions.submit(request, update)
      const [row] = await app().services.submissions.listPendingUpdates([productId])
      return { productId, receipt, id: row?.id ?? '', request, update }
    }

    it('also changes what the correction changes', async () => {
      const { id, receipt, productId } = await sendUpdate('更新补正')
      const returned = await call('PATCH', `/${id}/review`, { status: 'returned', reasons: REASONS })
      expect((await getForm(receipt)).json().data.isUpdate).toBe(true)
      const website = 'https://new.example.com/'
      await correct({ receipt, returnedAt: returned.json().data.reviewedAt }, { productName: '更新补正', website })
      expect((await getRecord(id)).update).toEqual({ productId, changedFields: ['targetUsers', 'website'] })
      const approved = await call('PATCH', `/${id}/review`, {
        status: 'approved',
        updates: { id: productId, version: 1 },
      })
      expect(approved.statusCode).toBe(200)
      const stored = await app().services.products.findStored(app().database.read, 'agent', productId)
      expect(stored?.product).toMatchObject({ officialLink: website, description: '原来的' })
    })

    it('excludes another update of the product until it is decided', async () => {
      const { id, request, update, receipt } = await sendUpdate('更新只有一次')
      const returned = (await call('PATCH', `/${id}/review`, { status: 'returned', reasons: REASONS })).json().data
      await expect(app().services.submissions.submit(request, update)).rejects.toMatchObject({ code: 'conflict' })
      const withdrawn = await call('POST', `/${id}/review/withdrawal`, { version: returned.version })
      expect(withdrawn.statusCode).toBe(200)
      expect(receipt).toBe(returned.receipt)
    })
  })
})
