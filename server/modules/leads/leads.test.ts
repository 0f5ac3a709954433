import { describe, expect, it } from 'vitest'
import { CONSENT_MISSING } from '#contracts/settings/consent.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const CONSULTATION = {
  companyName: '某制造集团',
  contactName: '陈女士',
  phone: '138 0013 8000',
  email: 'chen@example.com',
  requirements: '比较三个客服智能体，\n三月底前决定。',
}
const EVALUATION = { ...CONSULTATION, productName: '智能客服' }

const EMPTY = [
  { path: 'companyName', message: '请输入公司名称' },
  { path: 'contactName', message: '请输入联系人姓名' },
  { path: 'phone', message: '请输入联系电话' },
  { path: 'email', message: '请输入邮箱地址' },
  { path: 'requirements', message: '请输入需求描述' },
]

const CALLS = [
  {
    url: '/api/consultation',
    kind: 'consultation',
    request: CONSULTATION,
    message: '咨询请求已提交，我们将在24小时内与您联系！',
    empty: EMPTY,
  },
  {
    url: '/api/evaluation-service-request',
    kind: 'evaluation',
    request: EVALUATION,
    message: '评估服务申请已提交，我们将在24小时内与您联系！',
    empty: [...EMPTY, { path: 'productName', message: '请输入产品名称' }],
  },
] as const

onEveryDatabase('leads', (app) => {
  const leads = () => app().database.read.selectFrom('leads').selectAll().execute()

  describe.each(CALLS)('$url', ({ url, kind, request, message, empty }) => {
    const send = (payload: object) => app().server.inject({ method: 'POST', url, payload })
    const listStored = async (companyName: string) => (await leads()).filter((lead) => lead.companyName === companyName)

    it('stores a request as a new lead', async () => {
      const reply = await send({
        ...request,
        companyName: ` ${kind}公司 `,
        status: 'completed',
        id: 'mine',
        ownerId: 'me',
      })
      expect([reply.statusCode, reply.json()]).toEqual([200, { success: true, message }])
      const { requirements, phone, email, contactName } = request
      expect(await listStored(`${kind}公司`)).toEqual([
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
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
          searchOpen: expect.stringContaining(`${kind}公司`),
          searchText: expect.stringContaining('13800138000'),
          ordinal: expect.any(Number),
          createdAt: '2026-11-21T02:00:00.000Z',
          updatedAt: '2026-11-21T02:00:00.000Z',
        },
      ])
    })

    it('records the accepted version of the terms, and requires acceptance', async () => {
      expect((await send({ ...request, companyName: `${kind}同意`, agreeToTerms: true })).statusCode).toBe(200)
      expect((await listStored(`${kind}同意`)).map(({ termsVersion }) => termsVersion)).toEqual([0])
      const refused = await send({ ...request, agreeToTerms: false })
      expect([refused.statusCode, refused.json().errors]).toEqual([
        400,
        [{ path: 'agreeToTerms', message: CONSENT_MISSING }],
      ])
    })

    it.each([
      ['absent', {}],
      ['empty', Object.fromEntries(empty.map(({ path }) => [path, '']))],
      ['of another type', Object.fromEntries(empty.map(({ path }) => [path, 7]))],
      ['null', Object.fromEntries(empty.map(({ path }) => [path, null]))],
    ])('reports an error for every field that is %s and stores nothing', async (_, payload) => {
      const before = (await leads()).length
      const reply = await send(payload)
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toEqual({ success: false, message: '请输入公司名称', errors: empty })
      expect(await leads()).toHaveLength(before)
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

    it('rejects a body that is far too large', async () => {
      const reply = await send({ ...request, requirements: '大'.repeat(100_000) })
      expect([reply.statusCode, reply.json().success]).toEqual([413, false])
    })

    it.each([[[]], ['text'], [null], [[request]]])('rejects %j as a request', async (payload) => {
      const reply = await app().server.inject({
        method: 'POST',
        url,
        payload: JSON.stringify(payload),
        headers: { 'content-type': 'application/json' },
      })
      expect([reply.statusCode, reply.json().success]).toEqual([400, false])
    })

    it.each([
      ['emoji', '🏭👩‍💼🇨🇳'],
      ['right to left', 'شركة مثال ‏'.trim()],
      ['traditional', '臺灣積體電路'],
      ['rare characters', '𠮷野家𪚥'],
      ['combining marks', 'Z̸a̵l̶g̴o̶'],
      ['markup', '<script>alert(1)</script>'],
      ['a template', '{{constructor.constructor("x")()}}'],
      ['SQL', "'; drop table leads; --"],
    ])('stores %s unchanged', async (_, input) => {
      const companyName = `${kind} ${input}`
      const reply = await send({ ...request, companyName, contactName: input, requirements: input })
      expect(reply.statusCode).toBe(200)
      expect(await listStored(companyName)).toMatchObject([{ contactName: input, requirements: input }])
    })
  })

  it('stores equal requests as two leads', async () => {
    const payload = { ...CONSULTATION, companyName: '来了两次' }
    for (const _ of [1, 2]) await app().server.inject({ method: 'POST', url: '/api/consultation', payload })
    expect((await leads()).filter(({ companyName }) => companyName === '来了两次')).toHaveLength(2)
  })

  it('publishes a change of the leads', async () => {
    const changedNames = new Set<string>()
    const stop = app().database.changes.subscribe((names) => {
      for (const name of names) changedNames.add(name)
    })
    await app().server.inject({ method: 'POST', url: '/api/consultation', payload: CONSULTATION })
    stop()
    expect([...changedNames]).toEqual(['leads'])
  })
})
