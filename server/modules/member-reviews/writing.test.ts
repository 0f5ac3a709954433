import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { memberReviewCalls, ownReviewCalls } from '#contracts/member-reviews/calls.ts'
import { fillPath } from '#contracts/paths.ts'
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import { userCalls } from '#contracts/users/calls.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createProducts } from '#testing/factories/products.ts'
import { publishReview, REVIEW } from '#testing/factories/reviews.ts'
import { createSubmission } from '#testing/factories/submissions.ts'
import { bearer, type Caller, createSignedInUser, createUser, signIn, toCaller } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

let networkCount = 0
/** Returns an address in another network than all others: few reviews are accepted from one. */
function createAddress(): string {
  networkCount += 1
  return `10.0.${networkCount}.1`
}

onEveryDatabase('writing a review', (app) => {
  // Each test has its own product and member; some last longer than a session.
  let product: string
  let member: Caller
  let testCount = 0
  beforeEach(async () => {
    testCount += 1
    product = `智能客服${testCount}`
    await createProducts(app(), 'agent', [{ name: product }])
    member = await createSignedInUser(app(), 'member', `张三${testCount}`)
  })

  const path = (name = product) => fillPath(memberReviewCalls.create.path, { catalogue: 'agent', id: name })
  const post = (caller: Caller, payload: object = REVIEW, url = path(), remoteAddress = createAddress()) =>
    app().server.inject({ method: 'POST', url, headers: caller.headers, payload, remoteAddress })
  const list = async () => (await app().server.inject(path())).json().data
  const listOwn = async (caller: Caller) =>
    (await app().server.inject({ url: ownReviewCalls.list.path, headers: caller.headers })).json().data
  const update = (caller: Caller, id: string, payload: object) => {
    const url = fillPath(ownReviewCalls.update.path, { id })
    return app().server.inject({ method: 'PUT', url, headers: caller.headers, payload })
  }
  const withdraw = (caller: Caller, id: string) => {
    const url = fillPath(ownReviewCalls.withdraw.path, { id })
    return app().server.inject({ method: 'DELETE', url, headers: caller.headers })
  }
  const getNewestEntry = async () => (await listAudit(app()))[0]

  it('returns 202, and publishes nothing yet', async () => {
    const reply = await post(member)
    expect({ status: reply.statusCode, body: reply.json() }).toEqual({
      status: 202,
      body: {
        success: true,
        message: '评价已提交，审核通过后展示',
        data: { id: expect.any(String), status: 'pending', version: 1 },
      },
    })
    expect(await list()).toMatchObject({ reviews: [], summary: { count: 0, rating: null } })
    expect(await listOwn(member)).toMatchObject([
      { status: 'pending', isPublished: false, product: { name: product }, content: REVIEW, reason: '' },
    ])
    expect(await getNewestEntry()).toMatchObject({
      action: 'member-review.submit',
      target: product,
      user: { name: member.name },
      detail: '新评价，4.0分',
    })
  })

  it('accepts one review per member and product, even concurrently', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => post(member)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409, 409])
    expect(toResult(await post(member))).toMatchObject({
      status: 409,
      message: '您已评价过这个产品，请在“我的评价”中修改',
    })
  })

  it.each([
    ['a rating of 6', { ratings: { ...REVIEW.ratings, ability: 6 } }, 'ratings.ability', '请打1到5星'],
    ['a fractional rating', { ratings: { ...REVIEW.ratings, value: 4.5 } }, 'ratings.value', '请打1到5星'],
    ['a missing rating', { ratings: { ...REVIEW.ratings, service: undefined } }, 'ratings.service', '请打1到5星'],
    ['no advantages', { pros: ' ' }, 'pros', '请写下优点'],
    ['disadvantages that are too short', { cons: '没有' }, 'cons', '请至少写10个字'],
    ['an unknown role', { role: 'king' }, 'role', '没有这个选项'],
    ['a negative duration', { monthsOfUse: -1 }, 'monthsOfUse', '使用月数应为整数，不能小于0'],
    ['an unknown affiliation', { affiliation: 'friend' }, 'affiliation', '没有这个选项'],
    ['an unknown proof', { proof: 'nobody' }, 'proof', '证明已失效，请重新上传'],
  ])('rejects %s with its path', async (name, wrong, field, message) => {
    const caller = await createSignedInUser(app(), 'member', name)
    const reply = await post(caller, { ...REVIEW, ...wrong })
    expect({ status: reply.statusCode, error: reply.json().errors?.[0] }).toEqual({
      status: 400,
      error: { path: field, message },
    })
  })

  it('accepts a review without optional fields', async () => {
    const caller = await createSignedInUser(app(), 'member', '少写')
    const { ratings, pros, cons } = REVIEW
    expect((await post(caller, { ratings, pros, cons, role: '', monthsOfUse: '' })).statusCode).toBe(202)
    expect((await listOwn(caller))[0].content).toMatchObject({
      role: null,
      monthsOfUse: null,
      advice: '',
      isAnonymous: true,
    })
  })

  it('rejects a review whose product is withdrawn while it is checked', async () => {
    const caller = await createSignedInUser(app(), 'member', '同时')
    const [productId = ''] = await createProducts(app(), 'agent', [{ name: '即将下架的' }])
    const setActive = (isActive: boolean) =>
      app().database.write(({ db }) =>
        db.updateTable('products').set({ isActive }).where('id', '=', productId).execute(),
      )
    const withdrawOnce = () =>
      vi.spyOn(app().services.mail, 'isReady').mockImplementationOnce(async () => {
        await setActive(false)
        return true
      })
    const verify = () =>
      app().database.write(({ db }) =>
        db
          .updateTable('users')
          .set({ emailVerifiedAt: '2026-11-21T02:00:00.000Z' })
          .where('name', '=', '同时')
          .execute(),
      )
    await verify()
    withdrawOnce()
    expect((await post(caller, REVIEW, path('即将下架的'))).statusCode).toBe(404)
    expect(await listOwn(caller)).toEqual([])
    await setActive(true)
    const { id, version } = (await post(caller, REVIEW, path('即将下架的'))).json().data
    withdrawOnce()
    expect((await update(caller, id, { ...REVIEW, version })).statusCode).toBe(404)
  })

  it('accepts a duration in full-width digits', async () => {
    const caller = await createSignedInUser(app(), 'member', '全角')
    expect((await post(caller, { ...REVIEW, monthsOfUse: '１８' })).statusCode).toBe(202)
    expect((await listOwn(caller))[0].content).toMatchObject({ monthsOfUse: 18 })
  })

  it('rejects anonymous requests, staff, and products hidden from visitors', async () => {
    expect((await app().server.inject({ method: 'POST', url: path(), payload: REVIEW })).statusCode).toBe(401)
    for (const role of ['editor', 'reviewer', 'super_admin'] as const) {
      const reply = await post(await createSignedInUser(app(), role, `写评价的${role}`))
      expect(toResult(reply)).toMatchObject({ status: 403, message: '只有会员可以评价，平台工作人员的账号不参与评价' })
    }
    await createProducts(app(), 'agent', [{ name: '未上架的', isActive: false }])
    for (const hidden of ['未上架的', '没有的']) expect((await post(member, REVIEW, path(hidden))).statusCode).toBe(404)
  })

  describe('a vendor’s review', () => {
    const create = async (email: string, company = '') => {
      await createUser(app(), { email, name: email, company })
      return toCaller(await signIn(app(), email))
    }

    it('must declare the interest if the vendor is detected by email address, domain or company', async () => {
      await createProducts(app(), 'agent', [
        { name: '排班', company: '杭州排班科技有限公司', contactEmail: 'sales@paiban.cn' },
      ])
      const writers = [
        await create('Sales@paiban.cn'),
        await create('dev@paiban.cn'),
        await create('who@qq.com', '杭州排班科技有限公司'),
      ]
      for (const writer of writers) {
        const reply = await post(writer, REVIEW, path('排班'))
        expect([writer.name, reply.statusCode, reply.json().errors]).toEqual([
          writer.name,
          400,
          [{ path: 'affiliation', message: '您的邮箱或公司与该产品的厂商一致，请在“利益关系”中如实说明' }],
        ])
      }
      const declared = await post(writers[0] ?? member, { ...REVIEW, affiliation: 'vendor' }, path('排班'))
      expect(declared.statusCode).toBe(202)
    })

    it('must declare the interest if the author is the contact of the approved submission', async () => {
      const { id } = await createSubmission(app(), { productName: '排班助手', contactEmail: 'min@banci.cn' })
      const reviewer = await createSignedInUser(app(), 'reviewer', '审核员一')
      const approved = await app().server.inject({
        method: 'PATCH',
        url: fillPath(submissionReviewCalls.decide.path, { id }),
        headers: reviewer.headers,
        payload: { status: 'approved' },
      })
      expect(approved.statusCode, approved.body).toBe(200)
      const reply = await post(await create('min@banci.cn'), REVIEW, path('排班助手'))
      expect({ status: reply.statusCode, path: reply.json().errors[0].path }).toEqual({
        status: 400,
        path: 'affiliation',
      })
    })
  })

  it('becomes pending if it is edited after publication, while the previous text stays published', async () => {
    const { id, version } = (await post(member)).json().data
    await publishReview(app(), { id, version })
    const [approved] = await listOwn(member)
    expect(approved).toMatchObject({ status: 'published', isPublished: true, version: version + 1 })

    const stale = await update(member, id, { ...REVIEW, pros: '改过的优点，写得更细一些。', version })
    expect(toResult(stale)).toMatchObject({ status: 412, message: '这条评价刚刚有了变化，请核对后再提交' })
    const reply = await update(member, id, { ...REVIEW, pros: '改过的优点，写得更细一些。', version: approved.version })
    expect({ status: reply.statusCode, dataStatus: reply.json().data.status }).toEqual({
      status: 202,
      dataStatus: 'pending',
    })
    expect((await list()).reviews[0]).toMatchObject({ pros: REVIEW.pros, isEdited: false })
    expect((await listOwn(member))[0]).toMatchObject({
      status: 'pending',
      isPublished: true,
      content: { pros: '改过的优点，写得更细一些。' },
    })

    await publishReview(app(), reply.json().data)
    expect((await list()).reviews[0]).toMatchObject({ pros: '改过的优点，写得更细一些。', isEdited: true })
  })

  it('cannot be changed or withdrawn by others', async () => {
    const { id, version } = (await post(member)).json().data
    const other = await createSignedInUser(app(), 'member', '李四')
    expect((await update(other, id, { ...REVIEW, version })).statusCode).toBe(404)
    expect((await withdraw(other, id)).statusCode).toBe(404)
  })

  it('can be withdrawn, and submitted again within 30 days', async () => {
    const { id, version } = (await post(member)).json().data
    await publishReview(app(), { id, version })
    expect((await list()).summary.count).toBe(1)
    const reply = await withdraw(member, id)
    expect(toResult(reply)).toMatchObject({ status: 200, message: '评价已撤回，30天内可以重新提交' })
    expect((await list()).summary.count).toBe(0)
    expect((await withdraw(member, id)).statusCode).toBe(200)
    expect(await getNewestEntry()).toMatchObject({ action: 'member-review.withdraw', target: product })
    expect((await post(member)).json().data).toMatchObject({ id, status: 'pending' })
    await withdraw(member, id)
    app().clock.advance(30 * DAY_MS + 1000)
    await app().services.memberReviews.purge()
    const returned = toCaller(await signIn(app(), `${member.name}@example.com`))
    expect(await listOwn(returned)).toEqual([])
  })

  it('can be withdrawn, but not changed, after its product is deleted', async () => {
    const { database, services } = app()
    const owner = await createSignedInUser(app(), 'member', '留下的人')
    const [deletedId = ''] = await createProducts(app(), 'agent', [{ name: '要下架的' }])
    const { id, version } = (await post(owner, REVIEW, path('要下架的'))).json().data
    const actor = { id: 'e', name: '编辑', ip: null }
    await database.write((transaction) => services.products.remove(transaction, 'agent', deletedId, actor))
    expect((await listOwn(owner))[0]).toMatchObject({ id, product: { name: '要下架的', isActive: false } })
    const reply = await update(owner, id, { ...REVIEW, version })
    expect(toResult(reply)).toMatchObject({ status: 404, message: '产品不存在或已下架' })
    expect((await withdraw(owner, id)).statusCode).toBe(200)
  })

  it('is deleted with its author’s account', async () => {
    const leaving = await createSignedInUser(app(), 'member', '离开的人')
    const { id, version } = (await post(leaving, { ...REVIEW, isAnonymous: false })).json().data
    await publishReview(app(), { id, version })
    expect((await list()).reviews.map(({ author }: { author: string }) => author)).toEqual(['离开的人'])
    const admin = await createSignedInUser(app(), 'super_admin', '管理')
    const url = fillPath(userCalls.remove.path, { id: leaving.id })
    const reply = await app().server.inject({ method: 'DELETE', url, headers: admin.headers })
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await list()).summary.count).toBe(0)
  })

  it('stores a keyed hash of the network for 30 days', async () => {
    const writer = await createSignedInUser(app(), 'member', '网络')
    const { id } = (await post(writer, REVIEW, path(), '10.9.0.9')).json().data
    const findHash = () =>
      app().database.read.selectFrom('memberReviews').select('addressHash').where('id', '=', id).executeTakeFirst()
    expect(await findHash()).toEqual({ addressHash: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await findHash()).not.toEqual({ addressHash: sha256('10.9.0.9') })
    app().clock.advance(30 * DAY_MS - 1000)
    await app().services.memberReviews.purge()
    expect(await findHash()).not.toEqual({ addressHash: '' })
    app().clock.advance(1000)
    await app().services.memberReviews.purge()
    expect(await findHash()).toEqual({ addressHash: '' })
  })
})

onEveryDatabase('review rate limit', (app) => {
  const products = Array.from({ length: 6 }, (_, index) => `产品${index + 1}`)
  beforeAll(async () => {
    await createProducts(
      app(),
      'agent',
      products.map((name) => ({ name })),
    )
  })

  const post = (caller: Caller, product: string, remoteAddress: string) =>
    app().server.inject({
      method: 'POST',
      url: fillPath(memberReviewCalls.create.path, { catalogue: 'agent', id: product }),
      headers: caller.headers,
      payload: REVIEW,
      remoteAddress,
    })

  it('allows five reviews per member in 24 hours', async () => {
    const member = await createSignedInUser(app(), 'member', '多产的人')
    const replies = []
    for (const product of products) replies.push(await post(member, product, '10.1.0.1'))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 202, 202, 429])
    expect(replies.at(-1)?.json().message).toBe('24小时内最多提交5条评价，请稍后再来')
    expect(replies.at(-1)?.headers['retry-after']).toBe('86400')
    app().clock.advance(DAY_MS + 1000)
    const { token } = await signIn(app(), '多产的人@example.com')
    expect((await post({ ...member, headers: bearer(token) }, '产品6', '10.1.0.1')).statusCode).toBe(202)
  })

  it('counts a review again that is withdrawn and submitted again', async () => {
    const member = await createSignedInUser(app(), 'member', '反复的人')
    const { memberReviews } = app().services
    const codes: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const reply = await post(member, '产品2', '10.2.0.1')
      codes.push(reply.statusCode)
      if (reply.statusCode === 202) await memberReviews.withdraw(reply.json().data.id, { ...member, ip: null })
    }
    expect(codes).toEqual([202, 202, 202, 202, 202, 429])
  })

  it('allows ten reviews per network, by any members', async () => {
    const codes: number[] = []
    for (let index = 0; index < 12; index += 1) {
      const member = await createSignedInUser(app(), 'member', `邻居${index}`)
      // All addresses of one customer’s IPv6 network count as one.
      codes.push((await post(member, '产品1', `2001:db8:1:2::${index + 1}`)).statusCode)
    }
    expect(codes).toEqual([...Array(10).fill(202), 429, 429])
    const otherMember = await createSignedInUser(app(), 'member', '别处的人')
    expect((await post(otherMember, '产品1', '10.9.0.1')).statusCode).toBe(202)
  })
})

onEveryDatabase('an unverified email address', (app) => {
  const post = (caller: Caller) =>
    app().server.inject({
      method: 'POST',
      url: fillPath(memberReviewCalls.create.path, { catalogue: 'agent', id: '智能客服' }),
      headers: caller.headers,
      payload: REVIEW,
    })

  it('prevents writing a review while verification mails can be sent', async () => {
    await createProducts(app(), 'agent', [{ name: '智能客服' }])
    const member = await createSignedInUser(app(), 'member', '未验证')
    await enableMail(app())
    const reply = await post(member)
    expect(toResult(reply)).toMatchObject({
      status: 403,
      message: '请先验证邮箱，再评价产品',
      reason: 'email-not-verified',
    })
    await createUser(app(), {
      email: 'verified@example.com',
      name: '已验证',
      emailVerifiedAt: '2026-11-01T00:00:00.000Z',
    })
    const verified = toCaller(await signIn(app(), 'verified@example.com'))
    expect((await post(verified)).statusCode).toBe(202)
  })
})
