import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { SUBMISSION_MESSAGES_MAX } from '#contracts/limits.ts'
import { createApiCaller } from '#testing/api-caller.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createSubmission, SUBMISSION } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser, createUser, signIn, toCaller } from '#testing/factories/users.ts'
import { SCRIPT_INJECTIONS } from '#testing/hostile/script-injections.ts'
import { listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { withKey } from '#testing/with-key.ts'

const { contactEmail } = SUBMISSION

onEveryDatabase('a message about a submission', (app) => {
  let reviewer: Caller
  beforeAll(async () => {
    await createSignedInUser(app(), 'reviewer')
  })
  beforeEach(async () => {
    reviewer = toCaller(await signIn(app(), 'reviewer@example.com'))
  })

  const call = createApiCaller(app, { basePath: '/api/submissions', getCaller: () => reviewer })
  const callAsVendor = (path: string, body: object, headers: object = {}) =>
    app().server.inject({ method: 'POST', url: `/api/submissions${path}`, payload: body, headers: { ...headers } })
  const sendAsVendor = (receipt: string, text: string, headers: object = {}) =>
    callAsVendor('/messages', { receipt, contactEmail, text }, headers)
  const listAsVendor = async (receipt: string) =>
    (await callAsVendor('/messages/list', { receipt, contactEmail })).json().data
  const send = (id: string, text: string, caller?: Caller) => call('POST', `/${id}/messages`, { text }, caller)
  const getRecord = async (id: string) => (await call('GET', `/${id}`)).json().data
  const countPendingWork = async () => {
    const reply = await app().server.inject({ url: '/api/pending-work', headers: reviewer.headers })
    const unread = reply.json().data.find(({ kind }: { kind: string }) => kind === 'unreadMessages')
    // All submissions of these tests are pending, and so counted as such.
    expect(unread.alsoCounted).toBe(unread.count)
    return unread.count
  }

  it('goes either way, and hides from the vendor which of the staff wrote it', async () => {
    const { id, receipt } = await createSubmission(app(), { productName: '往来' })
    expect(toResult(await sendAsVendor(receipt, '请问何时审核？'))).toMatchObject({
      status: 200,
      message: '消息已发送',
    })
    app().clock.advance(1_000)
    expect((await send(id, '明天。')).json().data).toMatchObject({ author: { id: reviewer.id, name: 'reviewer' } })
    expect(await listAsVendor(receipt)).toEqual([
      { id: expect.any(String), isFromVendor: true, text: '请问何时审核？', createdAt: expect.any(String) },
      { id: expect.any(String), isFromVendor: false, text: '明天。', createdAt: expect.any(String) },
    ])
    expect((await call('GET', `/${id}/messages`)).json().data).toMatchObject([
      { author: null, text: '请问何时审核？' },
      { author: { name: 'reviewer' }, text: '明天。' },
    ])
  })

  it('is unread until a reviewer reads or answers it, without changing the submission’s version', async () => {
    const [first, second] = [
      await createSubmission(app(), { productName: '未读一' }),
      await createSubmission(app(), { productName: '未读二' }),
    ]
    const before = await countPendingWork()
    for (const { receipt } of [first, first, second]) await sendAsVendor(receipt, '在吗')
    expect(await countPendingWork()).toBe(before + 2)
    expect(await getRecord(first.id)).toMatchObject({ unreadMessages: 2, version: 1 })
    const list = await call('GET', `/page?unread=true&search=${encodeURIComponent('未读')}`)
    expect(list.json()).toMatchObject({ counts: { unread: 2 }, pagination: { totalItems: 2 } })
    expect((await call('POST', `/${first.id}/messages/read`, {})).statusCode).toBe(200)
    await send(second.id, '在')
    expect(await countPendingWork()).toBe(before)
    expect((await getRecord(first.id)).unreadMessages).toBe(0)
  })

  it('tells nobody who lacks either the receipt or the address whether the submission exists', async () => {
    const { receipt } = await createSubmission(app(), { productName: '猜消息' })
    const unknown = { receipt: 'ZJ-20261121-00000000', contactEmail }
    for (const [path, more] of [
      ['/messages/list', {}],
      ['/messages', { text: '猜' }],
    ] as const) {
      const wrong = await callAsVendor(path, { receipt, contactEmail: 'other@example.com', ...more })
      expect([wrong.statusCode, wrong.json()]).toEqual([
        404,
        (await callAsVendor(path, { ...unknown, ...more })).json(),
      ])
    }
  })

  it('is refused beyond what a vendor may write in a day', async () => {
    const { receipt } = await createSubmission(app(), { productName: '刷屏' })
    let sent = 0
    for (; sent < SUBMISSION_MESSAGES_MAX.vendorPerDay; sent += 1) await sendAsVendor(receipt, `第${sent}条`)
    expect(toResult(await sendAsVendor(receipt, '多一条'))).toMatchObject({
      status: 409,
      message: '今天发送的消息已达上限，请明天再发',
    })
    app().clock.advance(DAY_MS + 1)
    expect((await sendAsVendor(receipt, '第二天')).statusCode).toBe(200)
  })

  it('is sent once if a request is repeated', async () => {
    const { receipt } = await createSubmission(app(), { productName: '重发消息' })
    const { headers } = withKey({ headers: {} })
    const replies = [await sendAsVendor(receipt, '一次', headers), await sendAsVendor(receipt, '一次', headers)]
    expect([replies.map(({ statusCode }) => statusCode), await listAsVendor(receipt)]).toMatchObject([
      [200, 200],
      [{ text: '一次' }],
    ])
  })

  it.each([
    ['blank text', ' \n'],
    ['text of more than 2,000 characters', '长'.repeat(2_001)],
  ])('may not be a %s', async (_case, text) => {
    const { id, receipt } = await createSubmission(app(), { productName: '不合规' })
    expect([(await sendAsVendor(receipt, text)).statusCode, (await send(id, text)).statusCode]).toEqual([400, 400])
  })

  it('keeps a hostile text as it is', async () => {
    const { id, receipt } = await createSubmission(app(), { productName: '敌意消息' })
    for (const text of SCRIPT_INJECTIONS.slice(0, 10)) {
      expect((await sendAsVendor(receipt, text)).json().data.text).toBe(text.trim())
      expect((await send(id, text)).json().data.text).toBe(text.trim())
    }
  })

  it('is read by viewers without contacts, who can’t write one', async () => {
    const { id, receipt } = await createSubmission(app(), { productName: '只读消息' })
    await sendAsVendor(receipt, '请打 13800138000')
    const viewer = await createSignedInUser(app(), 'viewer')
    const list = await call('GET', `/${id}/messages`, undefined, viewer)
    expect([list.statusCode, list.body.includes('13800138000')]).toEqual([200, false])
    expect((await send(id, '代答', viewer)).statusCode).toBe(403)
    expect((await call('POST', `/${id}/messages/read`, {}, viewer)).statusCode).toBe(403)
  })

  it('reaches the vendor by mail, with a link to the page of the receipt', async () => {
    await enableMail(app(), { templates: { submissionReceipt: { subject: '', htmlTemplate: '' } } })
    const { id } = await createSubmission(app(), { productName: '邮件消息' })
    await send(id, '请补一份白皮书')
    expect((await listOutbox(app()))[0]).toMatchObject({ kind: 'submissionMessage', to: contactEmail })
    await enableMail(app(), { isActive: false })
  })

  it('is in the copy of the vendor’s data, and deleted with the submission', async () => {
    const email = 'copy@changshang.cn'
    const { id, receipt } = await createSubmission(app(), { productName: '副本消息', contactEmail: email })
    await callAsVendor('/messages', { receipt, contactEmail: email, text: '我的消息' })
    await send(id, '我们的答复')
    const emailVerifiedAt = '2026-11-21T02:00:00.000Z'
    const vendor = await createUser(app(), { email, emailVerifiedAt })
    const { listMessages } = app().services.submissions
    const { asVendor } = await listMessages(vendor._id)
    expect(asVendor.map(({ receipt: ofReceipt, text }) => [ofReceipt, text])).toEqual(
      expect.arrayContaining([
        [receipt, '我的消息'],
        [receipt, '我们的答复'],
      ]),
    )
    expect((await listMessages(reviewer.id)).asStaff).toContainEqual(expect.objectContaining({ text: '我们的答复' }))
    await call('DELETE', `/${id}`)
    await app().server.inject({ method: 'DELETE', url: `/api/deleted-submissions/${id}`, headers: reviewer.headers })
    expect((await listMessages(vendor._id)).asVendor).toEqual([])
    expect(
      await app().database.read.selectFrom('submissionMessages').select('id').where('submissionId', '=', id).execute(),
    ).toEqual([])
  })
})
