import { describe, expect, it } from 'vitest'
import { CONSENT_MISSING } from '#contracts/settings/consent.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const CONSULTATION = {
  companyName: '某制造集团',
  contactName: '陈女士',
  phone: '138 0013 8000',
  email: 'chen@example.com',
  requirements: '比较三个客服智能体，\n三月底前决定。',
}
const EVALUATION = { ...CONSULTATION, productName: '智能客服' }

const REQUIRED_FIELD_ERRORS = [
  { path: 'companyName', message: '请输入公司名称' },
  { path: 'contactName', message: '请输入联系人姓名' },
  { path: 'phone', message: '请输入联系电话' },
  { path: 'email', message: '请输入邮箱地址' },
  { path: 'requirements', message: '请输入需求描述' },
]

const ENDPOINTS = [
  {
    url: '/api/consultation',
    kind: 'consultation',
    request: CONSULTATION,
    message: '咨询请求已提交，我们将在24小时内与您联系！',
    requiredErrors: REQUIRED_FIELD_ERRORS,
  },
  {
    url: '/api/evaluation-service-request',
    kind: 'evaluation',
    request: EVALUATION,
    message: '评估服务申请已提交，我们将在24小时内与您联系！',
    requiredErrors: [...REQUIRED_FIELD_ERRORS, { path: 'productName', message: '请输入产品名称' }],
  },
] as const

onEveryDatabase('leads', (app) => {
  const listStored = () => app().database.read.selectFrom('leads').selectAll().execute()

  describe.each(ENDPOINTS)('$url', ({ url, kind, request, message, requiredErrors }) => {
    const send = (payload: object) => app().server.inject({ method: 'POST', url, payload })
    const listStoredByCompany = async (companyName: string) =>
      (await listStored()).filter((lead) => lead.companyName === companyName)

    it('stores a request as a new lead', async () => {
      const reply = await send({ ...request, companyName: `${kind}公司` })
      expect(toResult(reply)).toEqual({ status: 200, success: true, message })
      const { requirements, phone, email, contactName } = request
      expect(await listStoredByCompany(`${kind}公司`)).toEqual([
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          assignmentDueAt: null,
          kind,
          companyName: `${kind}公司`,
          contactName,
          phone,
          email,
          requirements,
          productName: 'productName' in request ? request.productName : '',
          termsVersion: null,
          status: 'new',
          ownerId: null,
          notes: '',
          contactedAt: null,
          version: 1,
          searchTextWithoutContacts: expect.stringContaining(`${kind}公司`),
          searchText: expect.stringContaining('13800138000'),
          ordinal: expect.any(Number),
          createdAt: '2026-11-21T02:00:00.000Z',
          updatedAt: '2026-11-21T02:00:00.000Z',
          updatedBy: null,
        },
      ])
    })

    it('trims texts', async () => {
      expect((await send({ ...request, companyName: ` ${kind} 留白 ` })).statusCode).toBe(200)
      expect(await listStoredByCompany(`${kind} 留白`)).toHaveLength(1)
    })

    it('rejects fields that only the staff may set', async () => {
      const companyName = `${kind}越权`
      const rejected = await send({ ...request, companyName, status: 'completed', id: 'mine', ownerId: 'me' })
      expect(toResult(rejected)).toMatchObject({ status: 400, message: '请求中有不认识的字段：status、id、ownerId' })
      expect(await listStoredByCompany(companyName)).toEqual([])
    })

    it('records the accepted version of the terms', async () => {
      expect((await send({ ...request, companyName: `${kind}同意`, agreeToTerms: true })).statusCode).toBe(200)
      expect((await listStoredByCompany(`${kind}同意`)).map(({ termsVersion }) => termsVersion)).toEqual([0])
    })

    it('rejects a request that declines the terms', async () => {
      const rejected = await send({ ...request, agreeToTerms: false })
      expect(toResult(rejected)).toMatchObject({
        status: 400,
        errors: [{ path: 'agreeToTerms', message: CONSENT_MISSING }],
      })
    })

    it.each([
      ['absent', {}],
      ['empty', Object.fromEntries(requiredErrors.map(({ path }) => [path, '']))],
      ['of another type', Object.fromEntries(requiredErrors.map(({ path }) => [path, 7]))],
      ['null', Object.fromEntries(requiredErrors.map(({ path }) => [path, null]))],
    ])('reports an error for every field that is %s and stores nothing', async (_, payload) => {
      const before = (await listStored()).length
      expect(toResult(await send(payload))).toEqual({
        status: 400,
        success: false,
        message: '请输入公司名称',
        errors: requiredErrors,
      })
      expect(await listStored()).toHaveLength(before)
    })

    it('reports invalid and too long fields together', async () => {
      const reply = await send({ ...request, companyName: '大'.repeat(201), email: 'chen', phone: '无' })
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors).toEqual([
        { path: 'companyName', message: '最多200个字符' },
        { path: 'phone', message: '请输入有效的联系电话' },
        { path: 'email', message: '请输入有效的邮箱地址' },
      ])
    })

    it('rejects a body above the size limit', async () => {
      const reply = await send({ ...request, requirements: '大'.repeat(100_000) })
      expect({ status: reply.statusCode, success: reply.json().success }).toEqual({ status: 413, success: false })
    })

    it.each([{ payload: [] }, { payload: 'text' }, { payload: null }, { payload: [request] }])(
      'rejects $payload, which is not an object',
      async ({ payload }) => {
        const reply = await app().server.inject({
          method: 'POST',
          url,
          payload: JSON.stringify(payload),
          headers: { 'content-type': 'application/json' },
        })
        expect({ status: reply.statusCode, success: reply.json().success }).toEqual({ status: 400, success: false })
      },
    )

    it.each([
      ['emoji', '🏭👩‍💼🇨🇳'],
      ['right-to-left text', 'شركة مثال'],
      ['traditional Chinese', '臺灣積體電路'],
      ['rare characters', '𠮷野家𪚥'],
      ['combining marks', 'Z̸a̵l̶g̴o̶'],
      ['markup', '<script>alert(1)</script>'],
      ['a template', '{{constructor.constructor("x")()}}'],
      ['SQL', "'; drop table leads; --"],
    ])('stores %s unchanged', async (_, input) => {
      const companyName = `${kind} ${input}`
      const reply = await send({ ...request, companyName, contactName: input, requirements: input })
      expect(reply.statusCode).toBe(200)
      expect(await listStoredByCompany(companyName)).toMatchObject([{ contactName: input, requirements: input }])
    })
  })
})
