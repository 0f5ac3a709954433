import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { abuseReportCalls as CALLS } from '#contracts/abuse-reports/calls.ts'
import { REPORT_MESSAGES as MESSAGES } from '#contracts/abuse-reports/messages.ts'
import type { ReportedKind } from '#contracts/abuse-reports/reasons.ts'
import { ABUSE_REPORTS } from '#contracts/limits.ts'
import { fillPath } from '#contracts/paths.ts'
import { countActs } from '#testing/factories/acts.ts'
import { createProducts } from '#testing/factories/products.ts'
import { publishReview, submitReview } from '#testing/factories/reviews.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { ABUSE_REPORT_ACT } from './service.ts'

const LISTS: Record<ReportedKind, string> = { review: '/api/member-reviews', post: '/api/product-questions' }

onEveryDatabase('reports of abuse', (app) => {
  let reviewer: Caller
  let author: Caller
  let reader: Caller
  let product: string
  let texts: Record<ReportedKind, string>

  const send = (caller: Caller, method: 'GET' | 'POST', url: string, payload?: object) =>
    app().server.inject({ method, url, headers: caller.headers, ...(payload && { payload }) })
  const createMember = () => createSignedInUser(app(), 'member', `member-${randomUUID()}`)
  const report = (caller: Caller, kind: ReportedKind, more: object = {}) =>
    send(caller, 'POST', CALLS.report.path, { kind, id: texts[kind], reason: 'advertising', ...more })
  const dismiss = (caller: Caller, kind: ReportedKind, until: string) =>
    send(caller, 'POST', fillPath(CALLS.dismiss.path, { kind, id: texts[kind] }), { until })
  const listReported = async (kind: ReportedKind, caller = reviewer) =>
    (await send(caller, 'GET', `${LISTS[kind]}?reported=true&search=${encodeURIComponent(product)}`)).json().data
  const read = async (kind: ReportedKind) => (await send(reviewer, 'GET', `${LISTS[kind]}/${texts[kind]}`)).json().data
  const decide = async (kind: ReportedKind, status: 'published' | 'rejected') => {
    const { version } = await read(kind)
    const payload = { version, status, reason: status === 'rejected' ? '广告' : '' }
    return send(reviewer, 'POST', `${LISTS[kind]}/${texts[kind]}/decision`, payload)
  }

  beforeAll(async () => {
    reviewer = await createSignedInUser(app(), 'reviewer')
  })
  beforeEach(async () => {
    product = `产品${randomUUID()}`
    await createProducts(app(), 'agent', [{ name: product }])
    author = await createMember()
    reader = await createMember()
    const review = await submitReview(app(), product, author.id)
    await publishReview(app(), review)
    const questionsUrl = `/api/products/agent/${encodeURIComponent(product)}/questions`
    const post = (await send(author, 'POST', questionsUrl, { text: '可以私有化部署吗？' })).json().data
    texts = { review: review.id, post: post.id }
    await decide('post', 'published')
  })

  describe.each(['review', 'post'] as const)('of a %s', (kind) => {
    it('counts once a member, with their reasons, and without the member', async () => {
      expect(await listReported(kind)).toEqual([])
      expect(toResult(await report(reader, kind))).toMatchObject({ status: 202, message: MESSAGES.received })
      expect((await report(reader, kind, { reason: 'abusive' })).statusCode).toBe(202)
      const words = '多处抄袭官网，加微信 vx-13800138000'
      await report(await createMember(), kind, { reason: 'other', words })
      const reply = await send(reviewer, 'GET', `${LISTS[kind]}/${texts[kind]}`)
      expect(reply.body).not.toContain(reader.id)
      expect(reply.body).not.toContain(reader.name)
      const reasons = reply.json().data.reports.map(({ reason }: { reason: string }) => reason)
      expect(reasons.sort()).toEqual(['advertising', 'other'])
      expect(await listReported(kind)).toMatchObject([{ id: texts[kind] }])
      const viewer = await createSignedInUser(app(), 'viewer', `viewer-${randomUUID()}`)
      expect(JSON.stringify(await listReported(kind, viewer))).not.toContain('13800138000')
    })

    it('ends when a moderator dismisses those they have seen, which a repeat does not undo', async () => {
      await report(reader, kind)
      const [{ reportedAt }] = (await read(kind)).reports
      app().clock.advance(1000)
      const later = await createMember()
      await report(later, kind, { reason: 'untrue' })
      expect((await dismiss(reader, kind, reportedAt)).statusCode).toBe(403)
      expect(toResult(await dismiss(reviewer, kind, reportedAt))).toMatchObject({ status: 200 })
      await report(reader, kind)
      expect((await read(kind)).reports).toMatchObject([{ reason: 'untrue' }])
      const [entry] = await listAudit(app())
      expect(entry).toMatchObject({ target: product, detail: '1次举报' })
      expect((await read(kind)).status).toBe('published')
    })

    it('can be dismissed after the product has been hidden, when nobody can report it', async () => {
      await report(reader, kind)
      await app().database.write(({ db }) =>
        db.updateTable('products').set({ isActive: false }).where('name', '=', product).execute(),
      )
      expect((await report(await createMember(), kind)).statusCode).toBe(404)
      const [{ reportedAt }] = (await read(kind)).reports
      expect((await dismiss(reviewer, kind, reportedAt)).statusCode).toBe(200)
      expect(await listReported(kind)).toEqual([])
    })

    it('ends when the text is hidden, which can then not be reported', async () => {
      await report(reader, kind)
      expect((await decide(kind, 'rejected')).statusCode).toBe(200)
      expect((await read(kind)).reports).toEqual([])
      expect(await listReported(kind)).toEqual([])
      expect(toResult(await report(reader, kind))).toMatchObject({ status: 404, message: MESSAGES.notFound })
    })

    it('is for members alone, about others, and with words if no reason fits', async () => {
      expect(toResult(await report(author, kind))).toMatchObject({ status: 403, message: MESSAGES.own })
      expect(toResult(await report(reviewer, kind))).toMatchObject({ status: 403, message: MESSAGES.membersOnly })
      expect(toResult(await report(reader, kind, { reason: 'other', words: ' ' }))).toMatchObject({
        status: 400,
        errors: [{ path: 'words', message: MESSAGES.words }],
      })
    })
  })

  it('limits the reports of a day, where a repeat does not count', async () => {
    const { perMember, windowMs } = ABUSE_REPORTS
    await countActs(app(), { purpose: ABUSE_REPORT_ACT, by: reader.id, windowMs }, perMember - 1)
    expect((await report(reader, 'post')).statusCode).toBe(202)
    expect((await report(reader, 'post')).statusCode).toBe(202)
    expect(toResult(await report(reader, 'review'))).toMatchObject({
      status: 429,
      message: MESSAGES.perMember(ABUSE_REPORTS.perMember),
    })
    expect((await read('review')).reports).toEqual([])
  })
})
