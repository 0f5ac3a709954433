import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describePrivateTarget } from '#contracts/audit/audit.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { memberReviewCalls, ownReviewCalls, reviewModerationCalls } from '#contracts/member-reviews/calls.ts'
import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import { fillPath } from '#contracts/paths.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createJpegWithExif, createPng } from '#testing/factories/pictures.ts'
import { createProducts } from '#testing/factories/products.ts'
import { REVIEW } from '#testing/factories/reviews.ts'
import { bearer, type Caller, createSignedInUser, createUser, signIn, toCaller } from '#testing/factories/users.ts'
import { createMultipart } from '#testing/multipart.ts'
import { listAudit, listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'
import { withKey } from '#testing/with-key.ts'

const EMAIL_VERIFIED_AT = '2026-11-01T00:00:00.000Z'
const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n合同')

async function createMember(app: TestApp, email: string, name = email): Promise<Caller> {
  await createUser(app, { email, name, emailVerifiedAt: EMAIL_VERIFIED_AT })
  return toCaller(await signIn(app, email))
}

let networkCount = 0
/** Returns an address in another network than all others: few reviews are accepted from one. */
function createAddress(): string {
  networkCount += 1
  return `10.0.${networkCount}.1`
}

/** Returns helpers for the API calls of these tests; `product` is the name of an agent product. */
function createCalls(app: () => TestApp, product: string) {
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, caller: Caller | null, payload?: object) =>
    app().server.inject({ method, url, headers: caller?.headers ?? {}, ...(payload && { payload }) })
  const parameters = { catalogue: 'agent', id: product }
  const call = (path: string, id: string) => fillPath(path, { ...parameters, id, review: id })
  return {
    send,
    post: (caller: Caller, payload: object = REVIEW, remoteAddress: string = createAddress()) =>
      app().server.inject({
        method: 'POST',
        url: fillPath(memberReviewCalls.create.path, parameters),
        headers: caller.headers,
        payload,
        remoteAddress,
      }),
    edit: (caller: Caller, id: string, payload: object) =>
      send('PUT', fillPath(ownReviewCalls.update.path, { id }), caller, payload),
    list: async (query = '') =>
      (await send('GET', `${fillPath(memberReviewCalls.list.path, parameters)}?${query}`, null)).json(),
    listOwn: async (caller: Caller) => (await send('GET', ownReviewCalls.list.path, caller)).json().data,
    reviewerEligibility: async (caller: Caller) =>
      (await send('GET', fillPath(memberReviewCalls.getReviewerEligibility.path, parameters), caller)).json().data,
    queue: (caller: Caller | null, query = '') => send('GET', `${reviewModerationCalls.list.path}?${query}`, caller),
    decide: (caller: Caller, id: string, payload: object) =>
      send('POST', call(reviewModerationCalls.decide.path, id), caller, payload),
    helpful: (caller: Caller, review: string, isHelpful: boolean) =>
      send('PUT', fillPath(memberReviewCalls.markHelpful.path, { ...parameters, review }), caller, { isHelpful }),
    reply: (caller: Caller, review: string, text: string) =>
      send('PUT', fillPath(memberReviewCalls.reply.path, { ...parameters, review }), caller, { text }),
    saveVendorReply: (caller: Caller, id: string, text: string) =>
      send('PUT', call(reviewModerationCalls.reply.path, id), caller, { text }),
    removeReply: (caller: Caller, id: string) =>
      send('DELETE', call(reviewModerationCalls.removeReply.path, id), caller),
    proof: (caller: Caller | null, id: string) =>
      send('GET', call(reviewModerationCalls.downloadProof.path, id), caller),
    upload(caller: Caller, name: string, bytes: Buffer = PDF) {
      const { headers, payload } = createMultipart([{ field: 'file', name, bytes }])
      return app().server.inject({
        method: 'POST',
        url: ownReviewCalls.uploadProof.path,
        headers: { ...headers, ...caller.headers },
        payload,
      })
    },
  }
}

const createApproval = (version: number, more: object = {}) => ({ version, status: 'published', ...more })
const createRejection = (version: number, more: object = {}) => ({
  version,
  status: 'rejected',
  reason: '请写真实经历',
  ...more,
})

onEveryDatabase('review moderation', (app) => {
  let reviewer: Caller
  beforeAll(async () => {
    await createSignedInUser(app(), 'reviewer', '李明')
    await enableMail(app())
  })
  // One of the tests lasts longer than a session.
  beforeEach(async () => {
    reviewer = toCaller(await signIn(app(), '李明@example.com'))
  })

  /** Creates a product and a member. No other test may use the product's name. */
  async function givenMember(product: string) {
    await createProducts(app(), 'agent', [{ name: product }])
    const email = `zhang.${product}@jituan.cn`
    const member = await createMember(app(), email, `${product}的张三`)
    return { product, member, email, calls: createCalls(app, product) }
  }

  /** Creates a product and a member's review of it. No other test may use the product's name. */
  async function givenReview(product: string, content: object = {}) {
    const { calls, member, email } = await givenMember(product)
    const { id, version } = (await calls.post(member, { ...REVIEW, ...content })).json().data
    return { product, member, email, calls, id, version }
  }

  /** As `givenReview`; the reviewer has published it. */
  async function givenPublishedReview(product: string, content: object = {}) {
    const review = await givenReview(product, content)
    const { data } = (await review.calls.decide(reviewer, review.id, createApproval(review.version))).json()
    return { ...review, version: data.version }
  }

  const listMails = async (email: string) => (await listOutbox(app())).filter(({ to }) => to === email)
  const getNewestEntry = async () => (await listAudit(app()))[0]
  const listRecords = async (query: string): Promise<ModeratedReview[]> =>
    (await createCalls(app, '').queue(reviewer, query)).json().data
  const searchFor = (text: string) => `search=${encodeURIComponent(text)}`

  it('allows changes by reviewers and administrators only, and shows viewers no authors', async () => {
    const { product, member, email, calls, id, version } = await givenReview('排班助手')
    const viewer = await createSignedInUser(app(), 'viewer')
    expect(await listRecords(searchFor(product))).toMatchObject([
      { id, author: { name: member.name, email, isEmailVerified: true }, isVendorRelated: false, published: null },
    ])
    const seen = await calls.queue(viewer, searchFor(product))
    expect({ status: seen.statusCode, author: seen.json().data[0].author }).toEqual({ status: 200, author: null })
    expect(seen.body).not.toMatch(/张三|zhang/)
    expect((await calls.queue(viewer, searchFor('张三'))).json().data).toEqual([])
    expect((await calls.decide(viewer, id, createApproval(version))).statusCode).toBe(403)
    for (const role of ['editor', 'member'] as const) {
      const caller = await createSignedInUser(app(), role, `旁人${role}`)
      expect((await calls.queue(caller)).statusCode).toBe(403)
      expect((await calls.decide(caller, id, createApproval(version))).statusCode).toBe(403)
    }
    expect((await calls.queue(null)).statusCode).toBe(401)
  })

  it('rejects a review with a reason shown and mailed to the author', async () => {
    const { product, member, email, calls, id, version } = await givenReview('工单助手')
    const empty = await calls.decide(reviewer, id, createRejection(version, { reason: ' ' }))
    expect(toResult(empty)).toMatchObject({
      status: 400,
      errors: [{ path: 'reason', message: '请填写不通过的原因，评价人会看到' }],
    })
    const reply = await calls.decide(reviewer, id, createRejection(version))
    expect({ status: reply.statusCode, message: reply.json().message, dataStatus: reply.json().data.status }).toEqual({
      status: 200,
      message: '评价未通过，原因已告知评价人',
      dataStatus: 'rejected',
    })
    expect((await calls.listOwn(member))[0]).toMatchObject({
      status: 'rejected',
      reason: '请写真实经历',
      isPublished: false,
    })
    const [mail] = await listMails(email)
    expect(mail).toMatchObject({ kind: 'reviewRejected', status: 'waiting' })
    const content = await app().services.mail.outbox.findContent(mail?.id ?? '')
    expect(content?.text).toContain('请写真实经历')
    expect(content?.html).toContain('http://zhijian.test/my/reviews')
    expect(await getNewestEntry()).toMatchObject({
      action: 'member-review.moderate',
      user: { name: '李明' },
      target: product,
      detail: '不通过：请写真实经历',
    })
  })

  it('mails only the last reason if a reviewer corrects it', async () => {
    const { email, calls, id, version } = await givenReview('纪要助手')
    await calls.decide(reviewer, id, createRejection(version))
    await calls.decide(reviewer, id, createRejection(version + 1, { reason: '缺少使用场景' }))
    const mails = await listMails(email)
    expect(mails.map(({ kind }) => kind)).toEqual(['reviewRejected'])
    const content = await app().services.mail.outbox.findContent(mails[0]?.id ?? '')
    expect(content?.text).toContain('缺少使用场景')
  })

  it('allows changing a decision, and then doesn’t send the mail about the previous one', async () => {
    const { email, calls, id, version } = await givenReview('翻译助手')
    await calls.decide(reviewer, id, createRejection(version))
    expect((await calls.decide(reviewer, id, createApproval(version))).statusCode).toBe(412)
    expect((await calls.decide(reviewer, id, createApproval(version + 1))).statusCode).toBe(200)
    expect((await listMails(email)).map(({ kind }) => kind)).toEqual(['reviewPublished'])
    expect((await calls.list()).data.reviews).toHaveLength(1)
  })

  it('hides the author from readers, unless they chose to be named', async () => {
    const { product, member, calls, id, version } = await givenPublishedReview('合同助手')
    const path = fillPath(memberReviewCalls.list.path, { catalogue: 'agent', id: product })
    expect((await calls.send('GET', path, null)).body).not.toMatch(/张三|zhang/)
    const edited = await calls.edit(member, id, { ...REVIEW, isAnonymous: false, version })
    expect((await calls.list()).data.reviews[0].author).toBeNull()
    await calls.decide(reviewer, id, createApproval(edited.json().data.version))
    expect((await calls.list()).data.reviews[0]).toMatchObject({ author: member.name, isEdited: true })
  })

  it('retains the published text if a change is rejected, and hides it on request', async () => {
    const { member, calls, id, version } = await givenPublishedReview('报销助手')
    const edit = async (at: number) =>
      (await calls.edit(member, id, { ...REVIEW, pros: '加微信领红包，优惠多多。', version: at })).json().data
    const first = await edit(version)
    const rejected = await calls.decide(reviewer, id, createRejection(first.version))
    expect(rejected.json().data).toMatchObject({ status: 'rejected', published: { pros: REVIEW.pros } })
    expect((await calls.list()).data.reviews[0].pros).toBe(REVIEW.pros)
    const second = await edit(rejected.json().data.version)
    await calls.decide(reviewer, id, createRejection(second.version, { unpublishesEarlierText: true }))
    expect((await calls.list()).data.reviews).toEqual([])
    const restored = await calls.decide(reviewer, id, createApproval(second.version + 1))
    // The previous text was hidden, so this does not count as a change of a published review.
    expect(restored.json().data).toMatchObject({ status: 'published' })
  })

  it('hides a published review if it is rejected later', async () => {
    const { calls, id, version } = await givenPublishedReview('招聘助手')
    expect((await calls.list()).data.summary.count).toBe(1)
    await calls.decide(reviewer, id, createRejection(version))
    expect((await calls.list()).data.summary.count).toBe(0)
  })

  it('accepts only one of several concurrent decisions', async () => {
    const { calls, id, version } = await givenReview('巡检助手')
    const reasons = ['缺少场景', '缺少规模', '缺少时间']
    const replies = await Promise.all(
      reasons.map((reason) => calls.decide(reviewer, id, createRejection(version, { reason }))),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412])
  })

  it('succeeds if a decision is repeated after a lost reply, and takes effect once', async () => {
    const { product, email, calls, id, version } = await givenReview('质检助手')
    const rejection = createRejection(version, { reason: '回复丢失' })
    const approval = createApproval(version + 1)
    const otherReviewer = await createSignedInUser(app(), 'reviewer', '王芳')
    for (const decision of [rejection, approval]) {
      const keyed = withKey(reviewer)
      const first = await calls.decide(keyed, id, decision)
      const mails = await listMails(email)
      const repeated = await calls.decide(keyed, id, decision)
      expect({ status: repeated.statusCode, body: repeated.json() }).toEqual({ status: 200, body: first.json() })
      expect(await listMails(email)).toEqual(mails)
      // The same decision of someone else isn't a repetition, nor is another decision.
      expect((await calls.decide(otherReviewer, id, decision)).statusCode).toBe(412)
    }
    expect((await calls.decide(reviewer, id, createRejection(version + 1))).statusCode).toBe(412)
    const entries = (await listAudit(app())).filter(({ target }) => target === product)
    expect(entries.map(({ detail }) => detail)).toEqual(['通过', '不通过：回复丢失', '新评价，4.0分'])
  })

  it('publishes contact data only if the moderator confirms it', async () => {
    const advice = '想了解细节可以加我微信：zhao_66888，互相交流。'
    const { member, calls, id, version } = await givenReview('法务助手', { advice })
    const reply = await calls.decide(reviewer, id, createApproval(version))
    expect({ status: reply.statusCode, ...reply.json() }).toMatchObject({
      status: 409,
      reason: 'confirmation-required',
      errors: [{ path: 'advice', message: expect.stringMatching(/^给同行的建议：.*zhao_66888$/) }],
    })
    expect((await calls.listOwn(member))[0].status).toBe('pending')
    expect((await calls.decide(reviewer, id, createRejection(version))).statusCode).toBe(200)
    expect((await calls.decide(reviewer, id, createApproval(version + 1, { confirmed: true }))).statusCode).toBe(200)
    expect((await calls.decide(reviewer, id, createRejection(version + 2))).statusCode).toBe(200)
  })

  describe('a proof', () => {
    const listFileNames = async () =>
      (await app().database.read.selectFrom('files').select('originalName').execute()).map(
        ({ originalName }) => originalName,
      )

    it('is visible only to moderators, and access is audited', async () => {
      const { member, calls } = await givenMember('证明助手')
      const uploaded = await calls.upload(member, '合同 首页.pdf')
      expect({ status: uploaded.statusCode, data: uploaded.json().data }).toEqual({
        status: 200,
        data: { key: expect.stringMatching(/^[\w-]{36}$/), name: '合同 首页.pdf', size: PDF.length },
      })
      const { key } = uploaded.json().data
      // The file's name stays out of the audit log, which more users may read than the file.
      expect(await getNewestEntry()).toMatchObject({
        action: 'member-review.upload',
        target: describePrivateTarget(key),
      })
      const posted = await calls.post(member, { ...REVIEW, proof: key })
      const { id } = posted.json().data

      const reply = await calls.proof(reviewer, id)
      expect([reply.statusCode, reply.rawPayload.equals(PDF)]).toEqual([200, true])
      expect(reply.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'content-disposition': expect.stringMatching(/^attachment;/),
        'x-content-type-options': 'nosniff',
      })
      expect(await getNewestEntry()).toMatchObject({ action: 'member-review.proof', detail: key })
      for (const role of ['viewer', 'editor', 'member'] as const)
        expect((await calls.proof(await createSignedInUser(app(), role, `证明${role}`), id)).statusCode).toBe(403)
      expect((await calls.proof(member, id)).statusCode).toBe(403)
      expect((await calls.proof(null, id)).statusCode).toBe(401)
      const { fileKey } = await app()
        .database.read.selectFrom('reviewProofs')
        .select('fileKey')
        .where('reviewId', '=', id)
        .executeTakeFirstOrThrow()
      expect((await calls.send('GET', `/uploads/${fileKey}`, null)).statusCode).toBe(404)
      expect((await calls.send('GET', `/uploads/${fileKey}`, reviewer)).statusCode).toBe(404)
    })

    it('is required to mark a review as verified', async () => {
      const withoutProof = await givenReview('无证助手')
      const { calls } = withoutProof
      const none = await calls.decide(reviewer, withoutProof.id, createApproval(1, { isVerified: true }))
      expect({ status: none.statusCode, path: none.json().errors[0].path }).toEqual({ status: 400, path: 'isVerified' })

      const author = await createMember(app(), 'youzheng@jituan.cn')
      const proof = (await calls.upload(author, '合同.pdf')).json().data.key
      const { id, version } = (await calls.post(author, { ...REVIEW, proof })).json().data
      const rejected = await calls.decide(reviewer, id, createRejection(version, { isVerified: true }))
      expect(rejected.statusCode).toBe(400)
      await calls.decide(reviewer, id, createApproval(version, { isVerified: true }))
      expect((await calls.list()).data.reviews[0]).toMatchObject({ isVerified: true, weight: 1 })
    })

    it('must be an image, stripped of metadata, or a PDF', async () => {
      const { member, calls } = await givenMember('图片助手')
      const picture = await calls.upload(member, '界面.jpg', await createJpegWithExif())
      expect(picture.statusCode).toBe(200)
      for (const [name, bytes, message] of [
        ['说明.txt', Buffer.from('说明'), '证明只支持PDF、JPG、PNG格式的文件'],
        ['页面.pdf', Buffer.from('<!doctype html>'), '文件的内容与扩展名不符，或已损坏'],
      ] as const) {
        const reply = await calls.upload(member, name, bytes)
        expect(toResult(reply)).toMatchObject({ status: 415, message })
      }
      expect((await calls.upload(reviewer, '界面.png', await createPng())).statusCode).toBe(403)
    })

    it('belongs to its uploader, and is deleted if it is replaced', async () => {
      const { member, calls, id, version } = await givenReview('归属助手')
      const key = (await calls.upload(member, '别人的.pdf')).json().data.key
      const outsider = await createMember(app(), 'outsider@jituan.cn', '拿来的人')
      expect((await calls.post(outsider, { ...REVIEW, proof: key })).json().errors[0].path).toBe('proof')
      const edited = await calls.edit(member, id, { ...REVIEW, proof: key, version })
      expect((await calls.listOwn(member))[0].proof.name).toBe('别人的.pdf')
      const unchanged = await calls.edit(member, id, { ...REVIEW, version: edited.json().data.version })
      expect((await calls.listOwn(member))[0].proof.name).toBe('别人的.pdf')
      await calls.edit(member, id, { ...REVIEW, proof: null, version: unchanged.json().data.version })
      expect((await calls.listOwn(member))[0].proof).toBeNull()
      expect((await calls.proof(reviewer, id)).json().message).toBe('这条评价没有证明')
      expect(await listFileNames()).not.toContain('别人的.pdf')
    })

    it('is deleted after a day if unclaimed', async () => {
      const { member, calls } = await givenMember('过期助手')
      await calls.upload(member, '没人要.pdf')
      expect(await listFileNames()).toContain('没人要.pdf')
      app().clock.advance(DAY_MS + 1000)
      await app().services.memberReviews.purge()
      await app().services.files.deleteUnreferenced()
      expect(await listFileNames()).not.toContain('没人要.pdf')
    })
  })
})

onEveryDatabase('the queue of reviews', (app) => {
  let reviewer: Caller
  const calls = createCalls(app, '智能客服')
  const listRecords = async (query = ''): Promise<ModeratedReview[]> => (await calls.queue(reviewer, query)).json().data
  beforeAll(async () => {
    await createProducts(app(), 'agent', [{ name: '智能客服' }])
    reviewer = await createSignedInUser(app(), 'reviewer', '李明')
    const author = await createMember(app(), 'zhang@jituan.cn', '张三')
    const post = async (member: Caller, pros: string) =>
      (await calls.post(member, { ...REVIEW, pros }, '10.1.0.1')).json().data
    const { id, version } = await post(author, '加微信领红包，优惠多多。')
    await calls.decide(reviewer, id, createApproval(version))
    for (const name of ['先到', '后到']) {
      app().clock.advance(60_000)
      await post(await createMember(app(), `${name}@jituan.cn`, name), REVIEW.pros)
    }
  })

  it.each([
    [`search=${encodeURIComponent('智能客')}`, 3],
    [`search=${encodeURIComponent('红包')}`, 1],
    ['search=ZHANG@', 1],
    ['search=%25', 0],
    ['catalogue=ai', 0],
    ['status=published', 1],
    ['status=pending', 2],
    ['page=2', 0],
  ])('can be filtered by %s', async (query, count) => {
    expect(await listRecords(query)).toHaveLength(count)
  })

  it('lists pending reviews first, longest waiting first, and counts by status', async () => {
    expect((await listRecords()).map(({ author }) => author?.name)).toEqual(['先到', '后到', '张三'])
    expect((await calls.queue(reviewer)).json().counts).toEqual({ pending: 2, published: 1, rejected: 0, withdrawn: 0 })
    expect((await listRecords()).map(({ sameAddress }) => sameAddress)).toEqual([2, 2, 2])
  })
})

onEveryDatabase('review readers and vendors', (app) => {
  let reviewer: Caller
  beforeAll(async () => {
    reviewer = await createSignedInUser(app(), 'reviewer')
  })

  /** Creates a product, its vendor and a published review. No other test may use the product's name. */
  async function givenPublishedReview(product: string, vendorDomain: string) {
    await createProducts(app(), 'agent', [{ name: product, contactEmail: `Sales@${vendorDomain}` }])
    const author = await createMember(app(), `cio.${product}@jituan.cn`, '陈工')
    const vendor = await createMember(app(), `sales@${vendorDomain}`, '销售')
    const calls = createCalls(app, product)
    const { id, version } = (await calls.post(author)).json().data
    await calls.decide(reviewer, id, createApproval(version))
    return { calls, author, vendor, id }
  }

  it('can mark each review as helpful once, except their own', async () => {
    const { calls, author, vendor, id } = await givenPublishedReview('有用助手', 'youyong.cn')
    const reader = await createMember(app(), 'reader@jituan.cn')
    expect((await calls.helpful(reader, id, true)).json().data).toEqual({ helpful: 1 })
    expect((await calls.helpful(reader, id, true)).json().data).toEqual({ helpful: 1 })
    expect((await calls.helpful(vendor, id, true)).json().data).toEqual({ helpful: 2 })
    expect((await calls.list()).data.reviews[0].helpful).toBe(2)
    expect((await calls.reviewerEligibility(reader)).helpful).toEqual([id])
    expect((await calls.helpful(vendor, id, false)).json().data).toEqual({ helpful: 1 })
    const own = await calls.helpful(author, id, true)
    expect(toResult(own)).toMatchObject({ status: 403, message: '不能给自己的评价点“有帮助”' })
    expect((await calls.helpful(reviewer, id, true)).statusCode).toBe(403)
    expect((await calls.helpful(reader, 'nothing', true)).statusCode).toBe(404)
  })

  it('can reply once, if their email address is the product’s contact', async () => {
    const { calls, author, vendor, id } = await givenPublishedReview('回复助手', 'huifu.cn')
    expect((await calls.reviewerEligibility(vendor)).isVendor).toBe(true)
    expect((await calls.reviewerEligibility(author)).isVendor).toBe(false)
    const unauthorized = await calls.reply(author, id, '谢谢')
    expect(toResult(unauthorized)).toMatchObject({
      status: 403,
      message: '只有该产品的厂商可以回复，请以产品的联系邮箱或其厂商组织成员的账号登录',
    })
    expect((await calls.reply(vendor, id, ' ')).json().errors[0]).toEqual({ path: 'text', message: '请填写回复' })
    expect((await calls.reply(vendor, id, '接口文档下月更新。')).json().message).toBe('回复已发布')
    expect((await calls.list()).data.reviews[0].reply).toMatchObject({ text: '接口文档下月更新。', by: 'vendor' })
    // As after a lost reply of the server.
    expect((await calls.reply(vendor, id, ' 接口文档下月更新。 ')).json().message).toBe('回复已发布')
    const again = await calls.reply(vendor, id, '再说一句')
    expect(toResult(again)).toMatchObject({ status: 409, message: '这条评价已有厂商回复，每条评价只能回复一次' })
    expect((await calls.saveVendorReply(reviewer, id, '代为回复')).statusCode).toBe(409)
  })

  it('allows staff to remove a reply, and to enter one for the vendor', async () => {
    const { calls, vendor, id } = await givenPublishedReview('代复助手', 'daifu.cn')
    await calls.reply(vendor, id, '接口文档下月更新。')
    expect((await calls.removeReply(reviewer, id)).json().data.reply).toBeNull()
    expect((await calls.removeReply(reviewer, id)).statusCode).toBe(409)
    const reply = await calls.saveVendorReply(reviewer, id, '厂商来电：接口文档下月更新。')
    expect(reply.json().data.reply).toMatchObject({ by: 'staff', text: '厂商来电：接口文档下月更新。' })
    expect((await calls.saveVendorReply(vendor, id, '冒充')).statusCode).toBe(403)
  })

  it('can’t act as a vendor if their email address isn’t verified', async () => {
    await createProducts(app(), 'agent', [{ name: '另一个', contactEmail: 'boss@banci.cn' }])
    const { email } = await createUser(app(), { email: 'boss@banci.cn' })
    const { token } = await signIn(app(), email)
    const url = fillPath(memberReviewCalls.getReviewerEligibility.path, { catalogue: 'agent', id: '另一个' })
    const reply = await app().server.inject({ url, headers: bearer(token) })
    expect(reply.json().data.isVendor).toBe(false)
  })
})
