import { beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { ReviewContentSchema } from '#contracts/member-reviews/review.ts'
import { getPendingWorkEntry, type PendingWork, type PendingWorkKind } from '#contracts/pending-work/pending-work.ts'
import { ALL } from '#contracts/vocabulary.ts'
import { createProducts } from '#testing/factories/products.ts'
import { publishReview, REVIEW, submitReview } from '#testing/factories/reviews.ts'
import { createSubmission } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

/** The call by which the screen of each kind of work reads its list. */
const LISTS: Record<PendingWorkKind, string> = {
  lateLeads: '/api/leads',
  newLeads: '/api/leads',
  lateSubmissions: '/api/submissions/page',
  pendingSubmissions: '/api/submissions/page',
  unreadMessages: '/api/submissions/page',
  pendingReviews: '/api/member-reviews',
  lateReviews: '/api/member-reviews',
  lateFacts: '/api/facts/stale',
  unassignedLeads: '/api/leads',
  unassignedSubmissions: '/api/submissions/page',
  unassignedReviews: '/api/member-reviews',
  pendingQuestions: '/api/product-questions',
  reportedReviews: '/api/member-reviews',
  reportedQuestions: '/api/product-questions',
  lateQuestions: '/api/product-questions',
  unassignedQuestions: '/api/product-questions',
  pendingStatements: '/api/evaluation/pending-statements',
  vendorRequests: '/api/vendor-organisation-requests',
  disputedFacts: '/api/facts/disputes',
  failedMails: '/api/email/outbox',
}

const LEAD = { contactName: '陈女士', phone: '13800000000', email: 'chen@example.com', requirements: '想了解排班' }

onEveryDatabase('pending work', (app) => {
  let admin: Caller
  const list = async (caller: Caller): Promise<PendingWork[]> =>
    (await app().server.inject({ url: '/api/pending-work', headers: caller.headers })).json().data

  /** Reports two published reviews, of which one has a pending change, and a published question. */
  async function reportTexts(): Promise<void> {
    const { memberReviews, productQuestions, abuseReports } = app().services
    await createProducts(app(), 'agent', [{ name: '排班助手' }, { name: '排班专家' }])
    const reader = { id: (await createSignedInUser(app(), 'member', 'reader')).id, name: '', ip: null }
    const author = { id: (await createSignedInUser(app(), 'member', 'author')).id, name: '', ip: null }
    const report = { reason: 'advertising', words: '' } as const
    for (const [product, isChanged] of [
      ['排班助手', true],
      ['排班专家', false],
    ] as const) {
      const { id, version } = await publishReview(app(), await submitReview(app(), product, author.id))
      if (isChanged)
        await memberReviews.update(
          id,
          { ...ReviewContentSchema.parse(REVIEW), pros: '换了一段文字，说的是另一件事。', version },
          author,
        )
      await abuseReports.report({ kind: 'review', id, ...report }, reader)
    }
    const product = { catalogue: 'agent', productIdOrName: '排班助手' } as const
    const { id } = await productQuestions.ask(product, '可以私有化部署吗？', author)
    const decision = { version: 1, status: 'published', reason: '', confirmed: false } as const
    await productQuestions.moderation.decide(id, decision, { ...admin, ip: null })
    await abuseReports.report({ kind: 'post', id, ...report }, reader)
  }

  beforeAll(async () => {
    admin = await createSignedInUser(app(), 'super_admin')
    const { leads, submissionReview } = app().services
    const request = (companyName: string) =>
      app().server.inject({
        method: 'POST',
        url: '/api/consultation',
        payload: { ...LEAD, companyName, agreeToTerms: true },
      })
    await request('甲公司')
    await request('乙公司')
    await createSubmission(app(), { productName: '排班一' })
    const decided = await createSubmission(app(), { productName: '排班二' })
    await submissionReview.review(decided.id, { status: 'rejected' }, { ...admin, ip: null })
    app().clock.advance(7 * DAY_MS)
    await request('丙公司')
    await createSubmission(app(), { productName: '排班三' })
    const { items } = await leads.list({ search: '乙公司', late: false, page: 1, order: 'desc' }, admin)
    for (const { id, version } of items)
      await leads.update(id, { version, status: 'contacted' }, { ...admin, ip: null })
    await reportTexts()
    await app().database.write(({ db }) =>
      db
        .insertInto('outbox')
        .values({
          id: 'failed',
          kind: 'passwordReset',
          toName: '陈女士',
          toEmail: 'chen@example.com',
          subject: '重置密码',
          bodyEncrypted: null,
          status: 'failed',
          attempts: 8,
          lastError: '',
          createdAt: app().clock.now().toISOString(),
          nextAttemptAt: null,
          sentAt: null,
          lease: null,
          leasedUntil: null,
        })
        .execute(),
    )
  })

  it('counts what waits, and what is late', async () => {
    admin = await createSignedInUser(app(), 'super_admin', 'later')
    expect(Object.fromEntries((await list(admin)).map(({ kind, count }) => [kind, count]))).toEqual({
      lateLeads: 1,
      newLeads: 2,
      lateSubmissions: 1,
      pendingSubmissions: 2,
      unreadMessages: 0,
      lateReviews: 0,
      lateQuestions: 0,
      lateFacts: 0,
      unassignedLeads: 2,
      unassignedSubmissions: 2,
      unassignedReviews: 1,
      unassignedQuestions: 0,
      failedMails: 1,
      reportedReviews: 2,
      reportedQuestions: 1,
      pendingReviews: 1,
      pendingQuestions: 0,
      pendingStatements: 0,
      vendorRequests: 0,
      disputedFacts: 0,
    })
  })

  it('counts once a reported review whose change is pending as well', async () => {
    admin = await createSignedInUser(app(), 'super_admin', 'last')
    const byKind = new Map((await list(admin)).map((work) => [work.kind, work.alsoCounted]))
    expect(byKind.get('reportedReviews')).toBe(1)
    expect(byKind.get('reportedQuestions')).toBe(0)
  })

  it('counts as many items as the linked list contains', async () => {
    admin = await createSignedInUser(app(), 'super_admin', 'latest')
    for (const { kind, count } of await list(admin)) {
      const filters = Object.entries(getPendingWorkEntry(kind).query).filter(
        ([name, value]) => !['view', 'tab'].includes(name) && value !== ALL,
      )
      const url = `${LISTS[kind]}?${new URLSearchParams(filters)}`
      const reply = (await app().server.inject({ url, headers: admin.headers })).json()
      expect({ kind, totalItems: reply.pagination?.totalItems }).toEqual({ kind, totalItems: count })
    }
  })

  it.each([
    { role: 'editor', kinds: ['lateFacts', 'pendingStatements', 'disputedFacts'] },
    {
      role: 'reviewer',
      kinds: [
        'lateLeads',
        'lateSubmissions',
        'lateReviews',
        'lateQuestions',
        'unassignedLeads',
        'unassignedSubmissions',
        'unassignedReviews',
        'unassignedQuestions',
        'reportedReviews',
        'reportedQuestions',
        'newLeads',
        'pendingSubmissions',
        'unreadMessages',
        'pendingReviews',
        'pendingQuestions',
        'vendorRequests',
      ],
    },
    { role: 'viewer', kinds: [] },
  ] as const)('lists for the $role only what the role may do', async ({ role, kinds }) => {
    const work = await list(await createSignedInUser(app(), role))
    expect(work.map(({ kind }) => kind)).toEqual(kinds)
  })
})
