import { describe, expect, it } from 'vitest'
import { MESSAGES } from '#contracts/messages/general.ts'
import { REQUIRED_SUBMISSION_FIELDS } from '#contracts/rules/submission-completion.ts'
import { createSubmission, SUBMISSION } from '#testing/factories/submissions.ts'
import { bearer, createUser, signIn } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const RECEIPT = /^ZJ-20261121-[0-9A-HJKMNP-TV-Z]{8}$/

onEveryDatabase('submissions', (app) => {
  const submit = (body: unknown) =>
    app().server.inject({ method: 'POST', url: '/api/submissions', payload: JSON.stringify(body), headers: JSON_TYPE })
  const findStored = (receipt: string) =>
    app().database.read.selectFrom('submissions').selectAll().where('receipt', '=', receipt).executeTakeFirstOrThrow()
  const count = async () => (await app().database.read.selectFrom('submissions').select('id').execute()).length

  describe('submit', () => {
    it('stores every field of a pending submission, and returns a receipt', async () => {
      const reply = await submit(SUBMISSION)
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toEqual({
        success: true,
        message: '产品提交成功，我们将在3个工作日内完成初步审核',
        data: { receipt: expect.stringMatching(RECEIPT), createdAt: '2026-11-21T02:00:00.000Z' },
      })
      const { agreeToTerms: _, ...fields } = SUBMISSION
      expect(await findStored(reply.json().data.receipt)).toMatchObject({
        ...fields,
        category: '其他',
        status: 'pending',
        reviewNotes: '',
        vendorNotes: '',
        reviewedAt: null,
        reviewedBy: null,
        productId: null,
      })
    })

    it('notifies every node', async () => {
      const changedNames: string[] = []
      const stop = app().database.changes.subscribe((names) => changedNames.push(...names))
      await submit(SUBMISSION)
      stop()
      expect(changedNames).toContain('submissions')
    })

    it('rejects fields that only the staff may set', async () => {
      const reply = await submit({ ...SUBMISSION, status: 'approved', vendorNotes: '已通过' })
      expect(toResult(reply)).toMatchObject({ status: 400, message: '请求中有不认识的字段：status、vendorNotes' })
    })

    it('derives the category, whatever the client sends', async () => {
      const reply = await submit({
        ...SUBMISSION,
        keyFeatures: 'CRM 客户跟进',
        category: '财务',
      })
      const row = await findStored(reply.json().data.receipt)
      expect(row).toMatchObject({ category: '销售', status: 'pending', vendorNotes: '' })
    })

    it('trims texts, and omits empty optional fields', async () => {
      const { additionalInfo: _, ...rest } = SUBMISSION
      const reply = await submit({ ...rest, companyName: '\n 甲公司\u3000', website: ' https://a.example ' })
      expect(await findStored(reply.json().data.receipt)).toMatchObject({
        companyName: '甲公司',
        website: 'https://a.example',
        additionalInfo: '',
      })
    })

    it('reports every invalid field at once, in the form’s order, and stores nothing', async () => {
      const before = await count()
      const reply = await submit({})
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ success: false, message: '请输入公司名称' })
      expect(reply.json().errors.map(({ path }: { path: string }) => path)).toEqual([...REQUIRED_SUBMISSION_FIELDS])
      expect(await count()).toBe(before)
    })

    it.each([null, [], 'text', 7, true])('rejects the body %j', async (body) => {
      expect((await submit(body)).statusCode).toBe(400)
    })

    it('rejects a missing body', async () => {
      const reply = await app().server.inject({ method: 'POST', url: '/api/submissions' })
      expect({ status: reply.statusCode, success: reply.json().success }).toEqual({ status: 400, success: false })
    })

    it('accepts texts of the maximum length', async () => {
      const long = {
        companyName: '𠮷'.repeat(200),
        contactName: '𠮷'.repeat(200),
        productName: '𠮷'.repeat(200),
        productDescription: '𠮷'.repeat(20_000),
        additionalInfo: '𠮷'.repeat(20_000),
        targetUsers: '𠮷'.repeat(2_000),
        keyFeatures: '𠮷'.repeat(2_000),
      }
      expect((await submit({ ...SUBMISSION, ...long })).statusCode).toBe(200)
    })

    it('rejects a body that is too large', async () => {
      expect((await submit({ ...SUBMISSION, additionalInfo: '长'.repeat(100_000) })).statusCode).toBe(413)
    })
  })

  describe('status lookup', () => {
    const lookUp = (receipt: unknown, contactEmail: unknown) =>
      app().server.inject({ method: 'POST', url: '/api/submissions/status', payload: { receipt, contactEmail } })
    const submitAndGetReceipt = async (): Promise<string> => (await submit(SUBMISSION)).json().data.receipt

    it('returns only the fields intended for the vendor', async () => {
      const receipt = await submitAndGetReceipt()
      const reply = await lookUp(receipt, SUBMISSION.contactEmail)
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toEqual({
        success: true,
        data: {
          receipt,
          productName: SUBMISSION.productName,
          status: 'pending',
          createdAt: '2026-11-21T02:00:00.000Z',
          reviewedAt: null,
          notes: '',
          reasons: [],
          correctedAt: null,
          isUpdate: false,
          productId: null,
        },
      })
    })

    it('returns the notes for the vendor, but not the reviewers’ internal ones', async () => {
      const receipt = await submitAndGetReceipt()
      await app()
        .database.read.updateTable('submissions')
        .set({ status: 'rejected', reviewNotes: '内部：疑似重复', vendorNotes: '请补充官网备案号', reviewedBy: 'u1' })
        .set({ reviewedAt: '2026-11-22T03:04:05.000Z' })
        .where('receipt', '=', receipt)
        .execute()
      const reply = await lookUp(receipt, SUBMISSION.contactEmail)
      expect(reply.json().data).toMatchObject({ status: 'rejected', notes: '请补充官网备案号' })
      expect(reply.body).not.toMatch(/内部|u1/)
    })

    it.each([
      ['as issued', (receipt: string) => receipt, 'Wang.Min@example.com'],
      ['in lower case', (receipt: string) => receipt.toLowerCase(), 'wang.min@EXAMPLE.com'],
      ['with surrounding spaces', (receipt: string) => `\t ${receipt}\u3000`, ' wang.min@example.com '],
      ['with other dashes', (receipt: string) => receipt.replaceAll('-', '–'), 'wang.min@example.com'],
      ['without dashes', (receipt: string) => receipt.replaceAll('-', ''), 'wang.min@example.com'],
    ])('accepts a receipt %s', async (_, input, address) => {
      const receipt = await submitAndGetReceipt()
      const reply = await lookUp(input(receipt), address)
      expect({ status: reply.statusCode, receipt: reply.json().data?.receipt }).toEqual({ status: 200, receipt })
    })

    it('returns the same response for a wrong email address and for an unknown receipt', async () => {
      const wrongAddress = await lookUp(await submitAndGetReceipt(), 'someone.else@example.com')
      const wrongReceipt = await lookUp('ZJ-20261121-00000000', SUBMISSION.contactEmail)
      expect(wrongAddress.statusCode).toBe(404)
      expect(wrongAddress.json()).toEqual({ success: false, message: MESSAGES.submissionNotFound })
      expect({ status: wrongReceipt.statusCode, body: wrongReceipt.body }).toEqual({
        status: 404,
        body: wrongAddress.body,
      })
    })

    it.each([
      ['', '', ['receipt', 'contactEmail']],
      [undefined, undefined, ['receipt', 'contactEmail']],
      [' ', 'wang.min@example.com', ['receipt']],
      ['ZJ-20261121-00000000', 'no address', ['contactEmail']],
      ['ZJ\u0000', 'wang.min@example.com', ['receipt']],
      [{ $ne: '' }, ['a@b.cn'], ['receipt', 'contactEmail']],
      ['Z'.repeat(61), 'wang.min@example.com', ['receipt']],
    ])('rejects %j with %j', async (receipt, address, paths) => {
      const reply = await lookUp(receipt, address)
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors.map(({ path }: { path: string }) => path)).toEqual(paths)
    })

    it.each(["' or 1=1 --", '%', '_', 'ZJ-20261121-%'])('finds no submission for %s', async (receipt) => {
      expect((await lookUp(receipt, SUBMISSION.contactEmail)).statusCode).toBe(404)
    })
  })

  describe('listOwn', () => {
    const listOwn = async (email: string, emailVerifiedAt: string | null) => {
      await createUser(app(), { email, emailVerifiedAt })
      const { token } = await signIn(app(), email)
      return app().server.inject({ url: '/api/my-submissions', headers: bearer(token) })
    }

    it('lists the submissions with the account’s verified email address, newest first', async () => {
      const contactEmail = 'Own.Vendor@example.com'
      await createSubmission(app(), { contactEmail, productName: '早的' })
      await createSubmission(app(), { contactEmail, productName: '晚的' })
      await createSubmission(app(), { contactEmail: 'other@example.com' })
      const reply = await listOwn('own.vendor@example.com', '2026-11-21T02:00:00.000Z')
      const { isEmailVerified, submissions } = reply.json().data
      expect([isEmailVerified, submissions.map(({ productName }: { productName: string }) => productName)]).toEqual([
        true,
        ['晚的', '早的'],
      ])
      expect(reply.body).not.toContain('reviewNotes')
    })

    it('lists nothing for an unverified email address', async () => {
      await createSubmission(app(), { contactEmail: 'unverified@example.com' })
      const reply = await listOwn('unverified@example.com', null)
      expect(reply.json().data).toEqual({ isEmailVerified: false, submissions: [] })
    })

    it('rejects anonymous requests', async () => {
      expect((await app().server.inject('/api/my-submissions')).statusCode).toBe(401)
    })
  })
})

const JSON_TYPE = { 'content-type': 'application/json' }
