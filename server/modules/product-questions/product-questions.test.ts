import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { PRODUCT_QUESTIONS } from '#contracts/limits.ts'
import { QUESTION_MESSAGES as MESSAGES } from '#contracts/product-questions/messages.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { withKey } from '#testing/with-key.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

onEveryDatabase('questions about a product', (app) => {
  let reviewer: Caller
  let asker: Caller
  let productId: string
  let vendorEmail: string
  const createMember = (name = `member-${randomUUID()}`) => createSignedInUser(app(), 'member', name)
  const verify = ({ id }: Caller) =>
    app().database.write(({ db }) =>
      db.updateTable('users').set({ emailVerifiedAt: '2026-11-01T00:00:00.000Z' }).where('id', '=', id).execute(),
    )

  beforeAll(() => enableMail(app()))
  beforeEach(async () => {
    reviewer = await createSignedInUser(app(), 'reviewer', `reviewer-${randomUUID()}`)
    vendorEmail = `vendor-${randomUUID()}@example.com`
    const product = { name: `产品${randomUUID()}`, contactEmail: vendorEmail }
    productId = (await createProducts(app(), 'agent', [product]))[0] ?? ''
    asker = await createMember()
    await verify(asker)
  })

  const send = async (caller: Pick<Caller, 'headers'> | null, method: Method, url: string, payload?: object) => {
    const reply = await app().server.inject({
      method,
      url: `/api${url}`,
      ...(caller && { headers: caller.headers }),
      ...(payload && { payload }),
    })
    return { status: reply.statusCode, ...reply.json() }
  }
  const questionsUrl = () => `/products/agent/${productId}/questions`
  const ask = (text = '可以私有化部署吗？', caller: Pick<Caller, 'headers'> = asker) =>
    send(caller, 'POST', questionsUrl(), { text })
  const answer = (question: string, caller: Caller, text = '可以，支持容器部署。') =>
    send(caller, 'POST', `${questionsUrl()}/${question}/answers`, { text })
  const decide = (post: { id: string; version: number }, more: object = {}) =>
    send(reviewer, 'POST', `/product-questions/${post.id}/decision`, {
      version: post.version,
      status: 'published',
      ...more,
    })
  const publish = async (text?: string) => (await decide((await ask(text)).data)).data
  const listShown = async () => (await send(null, 'GET', questionsUrl())).data
  const listMails = ({ name }: Caller) =>
    app()
      .database.read.selectFrom('outbox')
      .select(['kind', 'subject'])
      .where('toEmail', '=', `${name}@example.com`)
      .where('kind', 'in', ['questionDecided', 'questionAnswered'])
      .execute()

  it('is shown with its answers once approved, without names, the vendor’s answer first', async () => {
    const asked = await ask()
    expect({ status: asked.status, message: asked.message }).toEqual({
      status: 202,
      message: MESSAGES.questionReceived,
    })
    expect(await listShown()).toEqual([])
    expect((await decide(asked.data)).message).toBe(MESSAGES.approved)
    const helper = await createMember()
    await verify(helper)
    await decide((await answer(asked.data.id, helper, '我们就是这样用的。')).data)
    const vendor = await createMember()
    await app().database.write(({ db }) =>
      db.updateTable('users').set({ email: vendorEmail }).where('id', '=', vendor.id).execute(),
    )
    await verify(vendor)
    await decide((await answer(asked.data.id, vendor)).data)
    const [question] = await listShown()
    expect(question).toMatchObject({
      text: '可以私有化部署吗？',
      answers: [
        { text: '可以，支持容器部署。', isVendor: true },
        { text: '我们就是这样用的。', isVendor: false },
      ],
    })
    expect(JSON.stringify(question)).not.toContain(helper.name)
    expect((await listMails(asker)).map(({ kind }) => kind).sort()).toEqual([
      'questionAnswered',
      'questionAnswered',
      'questionDecided',
    ])
  })

  it('is told whoever represents its product once it is published, unless they have switched that off', async () => {
    const become = (caller: Caller, columns: object) =>
      app().database.write(({ db }) => db.updateTable('users').set(columns).where('id', '=', caller.id).execute())
    const listTold = () =>
      app()
        .database.read.selectFrom('outbox')
        .select('toEmail')
        .where('kind', '=', 'questionAsked')
        .where('toEmail', '=', vendorEmail)
        .execute()
    const vendor = await createMember()
    await become(vendor, { email: vendorEmail })
    await publish('这时邮箱还没有验证，可以吗？')
    expect(await listTold()).toEqual([])
    await verify(vendor)
    const told = await publish('支持单点登录吗？')
    expect(await listTold()).toHaveLength(1)
    await decide(told, { status: 'rejected', reason: '重复的提问' })
    expect(await listTold()).toEqual([])
    await decide((await ask('厂商自己的提问？', vendor)).data)
    expect(await listTold()).toEqual([])
    const off = await send(vendor, 'PUT', '/mail-choices/questionAsked', { isOn: false })
    expect(off.status).toBe(200)
    await publish('支持国产数据库吗？')
    expect(await listTold()).toEqual([])
  })

  it('is rejected with a reason that its author sees, corrected, and published', async () => {
    const { data } = await ask()
    const refused = await decide(data, { status: 'rejected' })
    expect({ status: refused.status, path: refused.errors[0].path }).toEqual({ status: 400, path: 'reason' })
    await decide(data, { status: 'rejected', reason: '请说明部署环境' })
    const [own] = (await send(asker, 'GET', '/my-questions')).data
    expect(own).toMatchObject({ status: 'rejected', reason: '请说明部署环境', text: '可以私有化部署吗？' })
    const change = { text: '在内网能私有化部署吗？', version: own.version }
    const changed = await send(asker, 'PUT', `/my-questions/${own.id}`, change)
    expect(changed.data).toMatchObject({ status: 'pending', reason: '', text: change.text })
    expect((await send(asker, 'PUT', `/my-questions/${own.id}`, change)).status).toBe(412)
    expect((await decide(own)).status).toBe(412)
    await decide(changed.data)
    expect((await listShown())[0].text).toBe(change.text)
    const latest = { text: '改一改已展示的问题', version: changed.data.version + 1 }
    expect((await send(asker, 'PUT', `/my-questions/${own.id}`, latest)).message).toBe(MESSAGES.isPublished)
  })

  it('is taken from the page again by another decision, whose unsent mail replaces the first', async () => {
    const published = await publish()
    expect((await decide(published, { status: 'rejected', reason: '与产品无关' })).message).toBe(MESSAGES.rejected)
    expect(await listShown()).toEqual([])
    expect((await listMails(asker)).map(({ subject }) => subject)).toEqual([expect.stringContaining('未通过审核')])
  })

  it('needs a confirmation to publish contact data', async () => {
    const { data } = await ask('可以打 138 0013 8000 联系我吗？')
    expect(await decide(data)).toMatchObject({ status: 409, reason: 'confirmation-required' })
    expect((await decide(data, { confirmed: true })).status).toBe(200)
  })

  it.each([
    { case: 'nothing', text: ' ', message: MESSAGES.text },
    { case: 'nothing that could be seen', text: '\u200b'.repeat(PRODUCT_QUESTIONS.textMin), message: MESSAGES.text },
    { case: 'too little', text: '好吗', message: MESSAGES.tooShort(PRODUCT_QUESTIONS.textMin) },
  ])('says more than $case', async ({ text, message }) => {
    expect(await ask(text)).toMatchObject({ status: 400, errors: [{ path: 'text', message }] })
  })

  it('is stored once if the request is repeated', async () => {
    const keyed = withKey(asker)
    const [first, second] = [await ask('只存一次的问题？', keyed), await ask('只存一次的问题？', keyed)]
    expect(second.data.id).toBe(first.data.id)
    expect((await send(asker, 'GET', '/my-questions')).data).toHaveLength(1)
  })

  it.each([
    ['a blank text', '   ', MESSAGES.text],
    ['a short text', '好吗', MESSAGES.tooShort(PRODUCT_QUESTIONS.textMin)],
  ])('refuses %s', async (_, text, message) => {
    const reply = await ask(text)
    expect({ status: reply.status, error: reply.errors[0] }).toEqual({ status: 400, error: { path: 'text', message } })
  })

  it('refuses staff, unverified addresses, visitors, and products that nobody sees', async () => {
    const unverified = await createMember()
    expect(await ask('可以试用多久呢？', unverified)).toMatchObject({ status: 403, message: MESSAGES.emailNotVerified })
    expect(await ask('可以试用多久呢？', reviewer)).toMatchObject({ status: 403, message: MESSAGES.membersOnly })
    expect((await send(null, 'POST', questionsUrl(), { text: '可以试用多久呢？' })).status).toBe(401)
    await app().database.write(({ db }) =>
      db.updateTable('products').set({ isActive: false }).where('id', '=', productId).execute(),
    )
    expect((await ask()).status).toBe(404)
    expect((await send(null, 'GET', questionsUrl())).status).toBe(404)
  })

  it('can be answered only while it is shown, and only on its product', async () => {
    const { data } = await ask()
    expect((await answer(data.id, asker)).status).toBe(404)
    await decide(data)
    productId = (await createProducts(app(), 'agent', [{ name: `别的${randomUUID()}` }]))[0] ?? ''
    expect((await answer(data.id, asker)).status).toBe(404)
  })

  it('limits the posts of a member within a day, also those that are deleted at once', async () => {
    for (let count = 0; count < PRODUCT_QUESTIONS.perMember; count += 1) {
      const { status, data } = await ask(`第${count}个问题是什么？`)
      expect(status).toBe(202)
      expect((await send(asker, 'DELETE', `/my-questions/${data.id}`)).status).toBe(200)
    }
    expect(await ask('还能再问一个吗？')).toMatchObject({
      status: 429,
      message: MESSAGES.perMember(PRODUCT_QUESTIONS.perMember),
    })
    app().clock.advance(DAY_MS)
    const later = await createMember()
    await verify(later)
    expect((await ask('还能再问一个吗？', later)).status).toBe(202)
  })

  it('is the vendor’s no longer if its author corrects it after leaving the vendor', async () => {
    const question = await publish()
    const vendor = await createMember()
    const setEmail = (email: string) =>
      app().database.write(({ db }) => db.updateTable('users').set({ email }).where('id', '=', vendor.id).execute())
    await setEmail(vendorEmail)
    await verify(vendor)
    const { data } = await answer(question.id, vendor)
    await setEmail(`left-${randomUUID()}@example.com`)
    const changed = await send(vendor, 'PUT', `/my-questions/${data.id}`, {
      text: '可以的，放心。',
      version: data.version,
    })
    await decide(changed.data)
    expect((await listShown())[0].answers).toMatchObject([{ text: '可以的，放心。', isVendor: false }])
  })

  it('is deleted by its author, unless others have answered', async () => {
    const { data } = await ask()
    expect((await send(asker, 'DELETE', `/my-questions/${data.id}`)).message).toBe(MESSAGES.removed)
    expect((await send(asker, 'DELETE', `/my-questions/${data.id}`)).status).toBe(404)
    const answered = await publish('有人回答的问题？')
    const helper = await createMember()
    await verify(helper)
    await answer(answered.id, helper)
    expect(await send(asker, 'DELETE', `/my-questions/${answered.id}`)).toMatchObject({
      status: 409,
      message: MESSAGES.hasAnswers,
    })
  })

  it('counts in the pending work, is listed first, and leaves its decision in the audit', async () => {
    const count = () => app().services.productQuestions.moderation.countPending()
    const before = await count()
    const { data } = await ask()
    expect(await count()).toBe(before + 1)
    const list = await send(reviewer, 'GET', '/product-questions?status=pending')
    expect(list.data.map(({ id }: { id: string }) => id)).toContain(data.id)
    expect(list.counts.pending).toBe(before + 1)
    await decide(data, { status: 'rejected', reason: '重复' })
    expect(await count()).toBe(before)
    expect((await listAudit(app(), 'question.moderate'))[0]).toMatchObject({ detail: '提问，不通过：重复' })
    const viewer = await createSignedInUser(app(), 'viewer', `viewer-${randomUUID()}`)
    expect(
      (await send(viewer, 'POST', `/product-questions/${data.id}/decision`, { version: 2, status: 'published' }))
        .status,
    ).toBe(403)
  })

  it('keeps published posts of a deleted account without it, and no others', async () => {
    const published = await publish()
    await ask('还没有审核的问题？')
    await app().database.write((transaction) =>
      app().services.productQuestions.removeAccountData(transaction, asker.id),
    )
    expect((await send(asker, 'GET', '/my-questions')).data).toEqual([])
    expect((await listShown()).map(({ id }: { id: string }) => id)).toEqual([published.id])
  })
})
