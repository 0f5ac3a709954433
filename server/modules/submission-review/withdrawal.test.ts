import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DECISION_MAIL_DELAY_MS, SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { endOfWorkingDays } from '#contracts/rules/working-days.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { createApiCaller } from '#testing/api-caller.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSubmission, SUBMISSION } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser, SUPER_ADMIN } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('withdrawing a decision', (app) => {
  let reviewer: Caller
  beforeAll(async () => {
    reviewer = await createSignedInUser(app(), 'reviewer')
  })

  const call = createApiCaller(app, { basePath: '/api/submissions', getCaller: () => reviewer })
  async function decide(productName: string, body: object): Promise<SubmissionRecord> {
    const { id } = await createSubmission(app(), { productName })
    return (await call('PATCH', `/${id}/review`, body)).json().data
  }
  const withdraw = ({ _id, version }: SubmissionRecord, body: object = {}) =>
    call('POST', `/${_id}/review/withdrawal`, { version, ...body })
  const findProduct = (name: string) => app().services.products.findStored(app().database.read, 'agent', name)
  const listRecycled = async () => (await app().services.products.listRecycled('agent')).items.map(({ name }) => name)
  const changeProduct = (id: string, fields: object) =>
    app().database.write(async (transaction) => {
      const stored = await app().services.products.findStored(transaction.db, 'agent', id)
      if (!stored) throw new Error('The product must exist.')
      const changed = { ...stored.product, ...fields }
      await app().services.products.update(transaction, { catalogue: 'agent', id }, changed, { ...reviewer, ip: null })
    })

  it('makes a rejected submission pending again, with its notes', async () => {
    await enableMail(app(), { isActive: false })
    const dueAt = endOfWorkingDays(app().clock.now(), SUBMISSION_REVIEW_WORKING_DAYS)
    const rejected = await decide('误拒', { status: 'rejected', vendorNotes: '请补充官网' })
    const reply = await withdraw(rejected)
    expect(toResult(reply)).toMatchObject({ status: 200, message: '已撤销审核结果' })
    expect(reply.json().data).toMatchObject({
      status: 'pending',
      reviewedAt: null,
      reviewedBy: null,
      vendorNotes: '请补充官网',
      dueAt,
      version: rejected.version + 1,
    })
    const { contactEmail } = SUBMISSION
    const progress = await app().services.submissions.getProgress({ receipt: rejected.receipt, contactEmail })
    expect(progress.status).toBe('pending')
    expect((await app().services.audit.listRecentChanges(1, SUPER_ADMIN))[0]).toMatchObject({
      action: 'submission.withdraw',
      target: '误拒',
      detail: '拒绝',
      user: { id: reviewer.id },
    })
    expect((await call('PATCH', `/${rejected._id}/review`, { status: 'approved' })).statusCode).toBe(200)
  })

  it('moves the created product to the recycle bin, and releases its name', async () => {
    const approved = await decide('误批', { status: 'approved' })
    expect((await withdraw(approved)).json().data).toMatchObject({ status: 'pending', productId: null })
    expect([await findProduct('误批'), await listRecycled()]).toEqual([undefined, expect.arrayContaining(['误批'])])
    expect((await call('PATCH', `/${approved._id}/review`, { status: 'approved' })).statusCode).toBe(200)
  })

  it('is rejected if the product was changed since, unless the reviewer accepts that', async () => {
    const approved = await decide('改过', { status: 'approved' })
    await changeProduct(approved.productId ?? '', { slogan: '编辑写的' })
    const reply = await withdraw(approved)
    expect(toResult(reply)).toMatchObject({
      status: 409,
      errors: [{ path: 'acceptsChangedProduct', message: '产品在通过后被修改过' }],
    })
    expect((await findProduct('改过'))?.product.slogan).toBe('编辑写的')
    expect((await withdraw(approved, { acceptsChangedProduct: true })).json().data.status).toBe('pending')
    expect(await listRecycled()).toContain('改过')
  })

  describe('after an update of a product', () => {
    async function update(name: string) {
      const [id = ''] = await createProducts(app(), 'agent', [{ name, description: '原来的', rating: 4.2 }])
      return decide(name, { status: 'approved', updates: { id, version: 1 } })
    }

    it('restores the product’s previous state', async () => {
      const approved = await update('更新过')
      expect((await findProduct('更新过'))?.product.description).toBe(SUBMISSION.productDescription)
      expect((await withdraw(approved)).statusCode).toBe(200)
      expect(await findProduct('更新过')).toMatchObject({ version: 3, product: { description: '原来的', rating: 4.2 } })
    })

    it('retains later changes', async () => {
      const approved = await update('更新后又改')
      await changeProduct(approved.productId ?? '', { description: '又改了' })
      expect((await withdraw(approved)).statusCode).toBe(409)
      expect((await withdraw(approved, { acceptsChangedProduct: true })).statusCode).toBe(200)
      expect((await findProduct('更新后又改'))?.product.description).toBe('又改了')
    })
  })

  it('requires a decision, the current version and a reviewer', async () => {
    const rejected = await decide('核对', { status: 'rejected' })
    expect((await withdraw({ ...rejected, version: 1 })).statusCode).toBe(412)
    expect((await call('POST', `/${rejected._id}/review/withdrawal`, {})).json().errors[0].path).toBe('version')
    const viewer = await createSignedInUser(app(), 'viewer')
    const body = { version: rejected.version }
    expect((await call('POST', `/${rejected._id}/review/withdrawal`, body, viewer)).statusCode).toBe(403)
    const { id } = await createSubmission(app(), { productName: '还没审' })
    const reply = await call('POST', `/${id}/review/withdrawal`, { version: 1 })
    expect(toResult(reply)).toMatchObject({ status: 409, message: '该提交还没有审核结果，无需撤销' })
  })

  it('succeeds for only one of several concurrent requests', async () => {
    const approved = await decide('同时撤销', { status: 'approved' })
    const replies = await Promise.all(Array.from({ length: 4 }, () => withdraw(approved)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    expect((await listRecycled()).filter((name) => name === '同时撤销')).toHaveLength(1)
  })

  describe('mail', () => {
    const getMail = () => app().services.mail
    const listMails = async () =>
      (await getMail().outbox.list({ page: 1 })).items.map(({ kind, status }) => [kind, status])

    beforeAll(async () => {
      await enableMail(app(), {
        templates: {
          submissionReceipt: { subject: '', htmlTemplate: '' },
          submissionRejected: { subject: '结果', htmlTemplate: '<p>{{notes}}</p>' },
        },
        smtpConfig: { host: 'smtp.example.com', fromEmail: 'from@example.com' },
      })
    })
    beforeEach(() => app().database.write(({ db }) => db.deleteFrom('outbox').execute()))

    it('is not sent if withdrawn in time', async () => {
      const rejected = await decide('来得及', { status: 'rejected' })
      expect(rejected.hasDecisionMail).toBe(true)
      app().clock.advance(DECISION_MAIL_DELAY_MS - 1)
      expect([await getMail().leases.acquire(), await listMails()]).toEqual([
        undefined,
        [['submissionRejected', 'waiting']],
      ])
      const reply = await withdraw(rejected)
      expect(reply.json().message).toBe('已撤销审核结果，结果邮件没有发出')
      expect(reply.json().data.hasDecisionMail).toBe(false)
      expect(await listMails()).toEqual([])
    })

    it('is reported as sent if it is being sent', async () => {
      const rejected = await decide('来不及', { status: 'rejected' })
      app().clock.advance(DECISION_MAIL_DELAY_MS)
      const mail = await getMail().leases.acquire()
      if (!mail) throw new Error('The mail is not due.')
      expect((await withdraw(rejected)).json().message).toBe('已撤销审核结果。结果邮件已经发出，请另行告知厂商')
      await getMail().leases.markSent(mail)
      expect(await listMails()).toEqual([['submissionRejected', 'sent']])
    })
  })
})
