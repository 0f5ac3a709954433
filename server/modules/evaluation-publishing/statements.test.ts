import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DECISION_MAIL_DELAY_MS, VENDOR_STATEMENT } from '#contracts/limits.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import { saveMethod } from '#testing/factories/evaluation-projects.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { finishProject } from '#testing/factories/published-evaluations.ts'
import { createSubmission, SUBMISSION } from '#testing/factories/submissions.ts'
import { bearer, type Caller, createSignedInUser, createUser, signIn } from '#testing/factories/users.ts'
import { listAudit, listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { withKey } from '#testing/with-key.ts'

const EMAIL_VERIFIED_AT = '2026-11-01T00:00:00.000Z'
const VENDOR_EMAIL = SUBMISSION.contactEmail.toLowerCase()

/** The shortest method, since every test publishes an evaluation. */
const ONE_CRITERION = {
  evaluationStandards: {
    groups: [
      { key: 'tech', title: '技术', percentage: 100, criteria: [{ key: 't1', title: '安全', percentage: 100 }] },
    ],
  },
}

onEveryDatabase('a vendor’s statement', (app) => {
  let editor: Caller
  let vendor: { authorization: string }
  let productId = ''
  let evaluationId = ''
  const send = (method: 'GET' | 'POST' | 'PUT', path: string, headers: Record<string, string>, payload?: object) =>
    app().server.inject({ method, url: `/api/evaluation${path}`, headers, ...(payload && { payload }) })
  const submitStatement = (text: string, headers = vendor) => {
    // Later statements get later timestamps.
    app().clock.advance(1_000)
    return send('POST', `/statements/${evaluationId}`, headers, { text })
  }
  const decide = (id: string, body: object, { headers } = editor) =>
    send('POST', `/pending-statements/${id}/decision`, headers, body)
  const readStatement = async () =>
    (await send('GET', `/published/agent/${productId}`, {})).json().data.statement?.text ?? null
  const listPending = async (headers: Record<string, string> = editor.headers) =>
    (await send('GET', '/pending-statements', headers)).json().data
  /** Publishes the current report again, valid for less time. */
  const publishAgain = async () => {
    const { reportId } = (await send('GET', '/publications', editor.headers)).json().data[0]
    const payload = { reportId, candidates: [productId], validUntil: '2026-12-31' }
    expect((await send('POST', '/publications', editor.headers, payload)).statusCode).toBe(200)
    evaluationId = (await send('GET', `/published/agent/${productId}`, {})).json().data.id
  }
  const publish = async (name: string) => {
    const { reportId } = await finishProject(app(), editor, [{ productId, points: 80 }], name)
    await send('POST', '/publications', editor.headers, { reportId, candidates: [productId] })
    evaluationId = (await send('GET', `/published/agent/${productId}`, {})).json().data.id
  }

  beforeAll(async () => {
    await saveMethod(app(), ONE_CRITERION)
    await enableMail(app())
    await app().database.write((transaction) =>
      app().services.settings.save(transaction, 'content', { maxEvaluationProjects: 100 }),
    )
    editor = await createSignedInUser(app(), 'editor')
    const reviewer = await createSignedInUser(app(), 'reviewer')
    const submission = await createSubmission(app())
    const review = { status: 'approved', category: '其他' }
    const approved = await app().server.inject({
      method: 'PATCH',
      url: `/api/submissions/${submission.id}/review`,
      headers: reviewer.headers,
      payload: review,
    })
    productId = approved.json().data.productId
    await createUser(app(), { email: SUBMISSION.contactEmail, name: '王敏', emailVerifiedAt: EMAIL_VERIFIED_AT })
    vendor = bearer((await signIn(app(), SUBMISSION.contactEmail)).token)
  })
  // Each test has an evaluation of its own, without statements.
  beforeEach(async () => {
    app().clock.advance(1_000)
    await publish('平台评估')
  })

  /** Submits a statement as the vendor. Returns the id by which it is decided. */
  async function givenPendingStatement(text: string): Promise<string> {
    await submitStatement(text)
    return (await listPending())[0].id
  }
  const listMails = async (kind: 'statementDecided' | 'evaluationPublished', since: string) =>
    (await listOutbox(app())).filter((mail) => mail.kind === kind && mail.createdAt >= since)

  it('is accepted only from members who represent the product’s vendor', async () => {
    const otherMember = await createSignedInUser(app(), 'member')
    for (const headers of [otherMember.headers, editor.headers]) {
      const reply = await submitStatement('我们不同意', headers)
      expect(toResult(reply)).toMatchObject({ status: 403, message: MESSAGES.notVendor })
    }
    const setEmailVerifiedAt = (at: string | null) =>
      app().database.write(({ db }) =>
        db.updateTable('users').set({ emailVerifiedAt: at }).where('email', '=', VENDOR_EMAIL).execute(),
      )
    await setEmailVerifiedAt(null)
    expect((await submitStatement('我们不同意')).statusCode).toBe(403)
    await setEmailVerifiedAt(EMAIL_VERIFIED_AT)
  })

  it('is listed as pending for the vendor', async () => {
    const listOwn = async (headers = vendor) =>
      (await app().server.inject({ url: '/api/my-products', headers })).json().data
    expect(await listOwn()).toMatchObject({
      isEmailVerified: true,
      products: [{ id: productId, catalogue: 'agent', name: SUBMISSION.productName, evaluation: { statement: null } }],
    })
    await submitStatement('初稿')
    expect((await listOwn()).products).toMatchObject([{ evaluation: { id: evaluationId, statement: 'pending' } }])
    expect(await listOwn(editor.headers)).toEqual({ isEmailVerified: false, products: [] })
  })

  it.each([
    ['', '请填写厂商声明'],
    [' \n ', '请填写厂商声明'],
    ['长'.repeat(VENDOR_STATEMENT.length + 1), '最多500个字符'],
  ])('is rejected with its path: %j', async (text, message) => {
    const reply = await submitStatement(text)
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: 'text', message }] })
  })

  it('awaits a moderator, and can be replaced until then', async () => {
    expect((await submitStatement('第一稿')).json()).toMatchObject({
      message: '声明已收到，审核通过后在产品页显示',
      data: { status: 'pending', text: '第一稿' },
    })
    const keyed = withKey({ headers: vendor }).headers
    for (const _attempt of [1, 2]) await submitStatement('第二稿，电话 0571-88886666', keyed)
    expect(await readStatement()).toBeNull()
    expect(await listPending()).toMatchObject([
      { text: '第二稿，电话 0571-88886666', author: SUBMISSION.companyName, product: { id: productId } },
    ])
    const own = (await send('GET', `/statements/${evaluationId}`, vendor)).json().data
    expect(own.map(({ status }: { status: string }) => status).sort()).toEqual(['pending', 'replaced'])
  })

  it('is shown to viewers without contacts, and not to users without permission', async () => {
    await submitStatement('请致电 0571-88886666')
    const viewer = await createSignedInUser(app(), 'viewer')
    expect((await listPending(viewer.headers))[0].text).not.toContain('88886666')
    expect((await send('GET', '/pending-statements', vendor)).statusCode).toBe(403)
  })

  it("can't be rejected without a reason", async () => {
    const id = await givenPendingStatement('没有理由')
    expect((await decide(id, { status: 'rejected' })).json().errors).toEqual([
      { path: 'reason', message: '请填写原因' },
    ])
  })

  it('is rejected with a reason that the vendor sees, once', async () => {
    const id = await givenPendingStatement('请致电 0571-88886666')
    const keyed = withKey(editor)
    for (const _attempt of [1, 2])
      expect((await decide(id, { status: 'rejected', reason: '请去掉电话' }, keyed)).statusCode).toBe(200)
    expect(await listPending()).toEqual([])
    const [latest] = (await send('GET', `/statements/${evaluationId}`, vendor)).json().data
    expect(latest).toMatchObject({ status: 'rejected', reason: '请去掉电话' })
    const again = await decide(id, { status: 'approved' })
    expect(toResult(again)).toMatchObject({ status: 409, message: '这条厂商声明已处理' })
  })

  it("can't be decided if it doesn't exist", async () => {
    expect((await decide('unknown', { status: 'approved' })).statusCode).toBe(404)
  })

  it('is shown after approval, and remains while the next one is pending', async () => {
    await submitStatement('已补齐审计日志')
    const [first] = await listPending()
    await decide(first.id, { status: 'approved' })
    expect(await readStatement()).toBe('已补齐审计日志')
    await submitStatement('又补齐了单点登录')
    expect(await readStatement()).toBe('已补齐审计日志')
    const [second] = await listPending()
    await decide(second.id, { status: 'approved' })
    expect(await readStatement()).toBe('又补齐了单点登录')
  })

  it('can be removed by a moderator', async () => {
    await decide(await givenPendingStatement('与评估无关的话'), { status: 'approved' })
    expect(await readStatement()).toBe('与评估无关的话')
    const { data } = (await send('GET', '/publications', editor.headers)).json()
    await decide(data[0].statement.id, { status: 'rejected', reason: '与评估无关' })
    expect(await readStatement()).toBeNull()
  })

  it('can be entered by staff for the vendor, and is shown immediately', async () => {
    const enter = () => send('PUT', `/publications/${evaluationId}/statement`, editor.headers, { text: '来函：已整改' })
    const { data } = (await enter()).json()
    expect(data).toMatchObject({ status: 'approved', isByStaff: true, author: 'editor' })
    // Repeated, as if the first reply had been lost.
    expect((await enter()).json().data.id).toBe(data.id)
    expect(await readStatement()).toBe('来函：已整改')
  })

  it('remains if the same report is published again', async () => {
    await decide(await givenPendingStatement('已整改'), { status: 'approved' })
    await submitStatement('等待审核')
    const path = `/published/agent/${productId}`
    const before = (await send('GET', path, {})).json().data
    await publishAgain()
    const after = (await send('GET', path, {})).json().data
    expect(after).toMatchObject({ validUntil: '2026-12-31', statement: before.statement })
    expect(await listPending()).toMatchObject([{ text: '等待审核', evaluationId: after.id }])
  })

  it('belongs to one report and isn’t carried over to the next', async () => {
    await submitStatement('还在等')
    const before = evaluationId
    await publish('再次评估')
    expect(await readStatement()).toBeNull()
    expect(await listPending()).toEqual([])
    evaluationId = before
    const reply = await submitStatement('晚了')
    expect(reply.statusCode).toBe(404)
  })

  it('is followed by a mail about the decision, with the reason for a rejection', async () => {
    const startedAt = app().clock.now().toISOString()
    await decide(await givenPendingStatement('电话 0571-88886666'), { status: 'rejected', reason: '请去掉电话' })
    await decide(await givenPendingStatement('已整改'), { status: 'approved' })
    const decisionMails = await listMails('statementDecided', startedAt)
    expect(decisionMails.map(({ subject }) => subject).sort()).toEqual([
      `厂商声明已发布：${SUBMISSION.productName}`,
      `厂商声明未通过审核：${SUBMISSION.productName}`,
    ])
    expect(new Set(decisionMails.map(({ to }) => to))).toEqual(new Set([VENDOR_EMAIL]))
    const contents = await Promise.all(decisionMails.map(({ id }) => app().services.mail.outbox.findContent(id)))
    const html = contents.map((content) => content?.html).join()
    expect(html).toContain('请去掉电话')
    expect(html).toContain(`/products/${productId}?tab=evaluation"`)
  })

  it('is asked for by one mail about the current report, even if it was published twice', async () => {
    await publishAgain()
    // A mail that another test has leased waits, too.
    const mails = (await listMails('evaluationPublished', '')).filter(
      ({ status, attempts }) => status === 'waiting' && attempts === 0,
    )
    const expected = { to: SUBMISSION.contactEmail, subject: `平台发布了对${SUBMISSION.productName}的评估` }
    expect(mails).toMatchObject([expected])
    const content = await app().services.mail.outbox.findContent(mails[0]?.id ?? '')
    expect(content?.html).toContain(`/products/${productId}/statement"`)
  })

  it('is not asked for if the evaluation is withdrawn before the mail was sent', async () => {
    const listStatuses = async () => (await listMails('evaluationPublished', '')).map(({ status }) => status)
    const withdraw = () =>
      send('POST', `/publications/${evaluationId}/withdrawal`, editor.headers, { reason: '选错了报告' })
    const { leases } = app().services.mail
    // Those of the evaluations that are already published.
    app().clock.advance(DECISION_MAIL_DELAY_MS)
    for (let mail = await leases.acquire(); mail; mail = await leases.acquire()) await leases.markSent(mail)
    const sentMails = await listStatuses()

    await publish('撤回的评估')
    app().clock.advance(DECISION_MAIL_DELAY_MS - 1)
    expect([await leases.acquire(), await listStatuses()]).toEqual([undefined, ['waiting', ...sentMails]])
    expect((await withdraw()).json().message).toBe(MESSAGES.withdrawnWithMail)
    expect(await listStatuses()).toEqual(sentMails)

    await publish('重新发布的评估')
    await publishAgain()
    expect(await listStatuses()).toEqual(['waiting', ...sentMails])
    expect((await withdraw()).json().message).toBe(MESSAGES.withdrawnWithMail)
    expect(await listStatuses()).toEqual(sentMails)

    await publish('很快被替换的评估')
    await publish('替换前一次的评估')
    expect(await listStatuses()).toEqual(['waiting', ...sentMails])
    app().clock.advance(DECISION_MAIL_DELAY_MS)
    await leases.acquire()
    expect((await withdraw()).json().message).toBe(MESSAGES.withdrawnAfterMail)
  })

  it('is audited when it is submitted and when it is decided', async () => {
    await decide(await givenPendingStatement('电话 0571-88886666'), { status: 'rejected', reason: '请去掉电话' })
    await decide(await givenPendingStatement('已整改'), { status: 'approved' })
    await send('PUT', `/publications/${evaluationId}/statement`, editor.headers, { text: '来函：已整改' })
    const entries = await listAudit(app(), 'evaluation.statement')
    const details = entries.map(({ user, detail }) => `${user?.name}：${detail}`)
    for (const detail of ['王敏：提交', 'editor：不通过：请去掉电话', 'editor：通过', 'editor：代厂商填写'])
      expect(details).toContain(detail)
  })

  it('publishes contact data only if the editor confirms it', async () => {
    await submitStatement('评估用的是旧版，详情请致电13800138000。')
    const published = await readStatement()
    const [{ id }] = await listPending()
    const reply = await decide(id, { status: 'approved' })
    expect({ status: reply.statusCode, ...reply.json() }).toMatchObject({
      status: 409,
      reason: 'confirmation-required',
      errors: [{ path: 'text', message: '厂商声明：13800138000' }],
    })
    expect(await readStatement()).toBe(published)
    expect((await decide(id, { status: 'approved', confirmed: true })).statusCode).toBe(200)
    expect((await decide(id, { status: 'rejected', reason: '请去掉电话' })).statusCode).toBe(200)
  })
})
