import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { findReplySchema } from '#contracts/call.ts'
import { documentCalls } from '#contracts/content/calls.ts'
import { eventCalls } from '#contracts/events/calls.ts'
import { leadCalls, leadRequestCalls } from '#contracts/leads/calls.ts'
import { memberReviewCalls, ownReviewCalls, reviewModerationCalls } from '#contracts/member-reviews/calls.ts'
import { OUTSIDER_DATA } from '#contracts/outsider-data.ts'
import { fillPath } from '#contracts/paths.ts'
import { can } from '#contracts/permissions.ts'
import { publicationCalls } from '#contracts/published-evaluations/calls.ts'
import { vendorMessageCalls } from '#contracts/submission-messages/calls.ts'
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { testimonialCalls } from '#contracts/testimonials/calls.ts'
import { REDACTED } from '#server/platform/contacts/redact-contacts.ts'
import { toResult } from '#testing/result.ts'
import { createMemberDataContext } from './factories/member-data.ts'
import { createFilledProduct, createProducts } from './factories/products.ts'
import { REVIEW } from './factories/reviews.ts'
import { SUBMISSION } from './factories/submissions.ts'
import { type Caller, createSignedInUser, createUser, signIn, toCaller } from './factories/users.ts'
import { createMultipart } from './multipart.ts'
import { onSqlite } from './test-app.ts'

const EMAIL = 'unmistakable.person@contact.example'
const PHONE = '13912345678'
/** The notations in which people enter them. */
const CONTACTS = `${EMAIL} ${PHONE} 微信号：wx_unmistakable1 壹叁玖壹贰叁肆伍陆柒捌 sales(at)unmistakable.example １３９\u200b１２３４５６７８`
/** A text for fields that accept few characters. */
const SHORT_CONTACTS = `张三 ${PHONE} VX: zhang888`
const PDF = `%PDF-1.7\n${CONTACTS}`
/** Substrings that would reveal them in a reply. */
const CONTACT_DETAILS = ['unmistakable', PHONE, '１３９', '壹叁玖', 'zhang888']

/** The texts of the back office that only the staff writes, by the path of the call. Those of outsiders are marked. */
const STAFF_TEXTS: Readonly<Record<string, readonly string[]>> = {
  '/api/alarms': ['node'],
  '/api/analytics': ['period', 'name', 'category'],
  '/api/content/:kind/revisions': ['sections'],
  '/api/content/:kind/draft': ['path', 'name', 'document'],
  // The contacts of products in it are hidden by their own schema.
  '/api/products/:catalogue/:id/draft': ['path', 'name', 'document'],
  '/api/content/calendar': ['path', 'sections', 'name'],
  '/api/content/drafts': ['path', 'name'],
  // The products in it are hidden by their own schema.
  '/api/content/:kind/revisions/:revision': ['sections', 'document'],
  '/api/dashboard': ['name', 'category'],
  '/api/deleted-submissions': ['receipt'],
  // A draft is its reader's own.
  '/api/drafts': ['userAgent'],
  '/api/drafts/:id': ['subject', 'value', 'text', 'userAgent'],
  '/api/email/config/revisions': ['sections'],
  '/api/evaluation/method-draft': ['changes', 'path'],
  '/api/evaluation/pending-statements': ['decidedBy', 'name'],
  '/api/evaluation/publications': ['name', 'projectName', 'publishedBy', 'by', 'reason', 'decidedBy'],
  '/api/facts/incomplete': ['name', 'label', 'group'],
  '/api/facts/unknown': ['name', 'label', 'group'],
  // The path of a field, such as `hero.title`.
  '/api/comments': ['path', 'thread'],
  '/api/inbox/subscriptions': ['label'],
  '/api/media': ['url', 'name', 'mimetype', 'altText'],
  '/api/media/uses': ['id', 'name', 'path'],
  '/api/member-reviews': ['name'],
  '/api/member-reviews/:id': ['name'],
  '/api/pending-work/own': ['path'],
  '/api/product-questions': ['name'],
  '/api/product-questions/:id': ['name'],
  '/api/products/:catalogue/:id/revisions': ['sections'],
  '/api/products/:catalogue/recycled': ['name', 'category'],
  '/api/reviews': ['name'],
  '/api/submissions': ['receipt', 'category', 'deploymentType', 'attribute', 'label', 'group', 'unit', 'mimetype'],
  '/api/submissions/:id': ['receipt', 'category', 'deploymentType', 'attribute', 'label', 'group', 'unit', 'mimetype'],
  '/api/submissions/:id/corrections': ['attribute', 'label', 'mimetype'],
  '/api/submissions/page': ['receipt', 'category', 'deploymentType', 'attribute', 'label', 'group', 'unit', 'mimetype'],
  '/api/vendor-organisation-requests': ['status'],
  '/api/vendor-organisations': ['role', 'catalogue', 'name'],
  '/api/system': ['version', 'commit', 'node'],
}
/** Calls without any text of outsiders: settings, and what the staff has published or is about to publish. */
const STAFF_CALLS = [
  '/api/events',
  '/api/events/catalogue',
  '/api/settings',
  '/api/sign-in-providers',
  '/api/email/config',
  '/api/evaluation/platform-question-banks',
  '/api/evaluation/platform-question-banks/:bank',
  '/api/email/config/revisions/:revision',
  '/api/product-attributes',
  '/api/product-attributes/:key',
  '/api/product-attributes/:key/revisions',
  '/api/product-attributes/:key/revisions/:revision',
  '/api/products/:catalogue',
  '/api/products/:catalogue/:id',
  '/api/products/:catalogue/:id/revisions/:revision',
  '/api/products/:catalogue/:id/facts',
  '/api/facts/changes',
  '/api/facts/stale',
  '/api/facts/disputes',
  '/api/qrcode/all',
]

onSqlite('a viewer', (app) => {
  let viewer: Caller
  let reviewer: Caller
  let listUrls: (path: string) => string[]

  const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object, caller?: Caller) =>
    app().server.inject({ method, url, headers: caller?.headers ?? {}, ...(payload && { payload }) })

  async function send(method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object, caller?: Caller) {
    const reply = await call(method, url, payload, caller)
    expect(toResult(reply), url).toMatchObject({ status: 200 })
    return reply.json().data
  }

  async function uploadFile(url: string, caller?: Caller): Promise<string> {
    const { headers, payload } = createMultipart([{ field: 'file', name: `名片${PHONE}.pdf`, bytes: PDF }])
    const upload = { method: 'POST', url, headers: { ...headers, ...caller?.headers }, payload } as const
    return (await app().server.inject(upload)).json().data.key
  }

  const createFilledSubmission = async (productName: string) => ({
    ...SUBMISSION,
    companyName: `公司 ${SHORT_CONTACTS}`,
    contactName: SHORT_CONTACTS,
    contactEmail: EMAIL,
    contactPhone: PHONE,
    productName,
    productDescription: `${SUBMISSION.productDescription} ${CONTACTS}`,
    targetUsers: CONTACTS,
    keyFeatures: CONTACTS,
    website: `https://vendor.example/?mail=${EMAIL}&tel=${PHONE}`,
    additionalInfo: CONTACTS,
    facts: [
      { attribute: 'vendor', value: CONTACTS, sourceUrl: `https://vendor.example/?tel=${PHONE}`, note: CONTACTS },
    ],
    files: [await uploadFile(submissionCalls.uploadFile.path)],
  })

  /** Enters contact data in every text that a visitor, a member, a vendor or a reviewer can enter. */
  beforeAll(async () => {
    viewer = await createSignedInUser(app(), 'viewer')
    reviewer = await createSignedInUser(app(), 'reviewer')
    const admin = await createSignedInUser(app(), 'super_admin')
    const { product: evaluated, evaluationId } = await createMemberDataContext(app())
    const user = await createUser(app(), {
      email: EMAIL,
      name: SHORT_CONTACTS,
      company: `公司 ${SHORT_CONTACTS}`,
      position: SHORT_CONTACTS,
      phone: PHONE,
      emailVerifiedAt: '2026-11-21T00:00:00.000Z',
    })
    const member = toCaller(await signIn(app(), EMAIL))
    await call('POST', '/api/auth/login', { email: EMAIL, password: 'wrong' })

    const [deletedId, submissionId] = [
      await createSubmission(`已删除 ${PHONE}`),
      await createSubmission(`产品 ${PHONE}`),
    ]
    expect((await call('DELETE', `/api/submissions/${deletedId}`, undefined, reviewer)).statusCode).toBe(200)
    const submission = (await call('GET', `/api/submissions/${submissionId}`, undefined, reviewer)).json().data
    const notes = { version: submission.version, reviewNotes: CONTACTS, vendorNotes: CONTACTS }
    await send('PATCH', `/api/submissions/${submissionId}/notes`, notes, reviewer)
    const message = { receipt: submission.receipt, contactEmail: EMAIL, text: CONTACTS }
    await send('POST', vendorMessageCalls.send.path, message)
    const reasons = [{ path: 'website', message: CONTACTS }]
    const review = fillPath(submissionReviewCalls.decide.path, { id: submissionId })
    const { receipt, reviewedAt: returnedAt } = await send('PATCH', review, { status: 'returned', reasons }, reviewer)
    await send('POST', submissionCalls.correct.path, {
      ...(await createFilledSubmission(`产品 ${PHONE}`)),
      keyFeatures: `更正 ${CONTACTS}`,
      contactName: `更正 ${SHORT_CONTACTS}`,
      receipt,
      provenEmail: EMAIL,
      returnedAt,
    })

    const request = { contactName: SHORT_CONTACTS, phone: PHONE, email: EMAIL, requirements: `要求 ${CONTACTS}` }
    const companyName = `公司 ${SHORT_CONTACTS}`
    for (const [path, more] of [
      [leadRequestCalls.requestConsultation.path, {}],
      [leadRequestCalls.requestEvaluation.path, { productName: CONTACTS }],
    ] as const)
      await send('POST', path, { ...request, companyName, ...more })
    const [lead] = (await call('GET', leadCalls.list.path, undefined, reviewer)).json().data
    await send(
      'PATCH',
      `/api/leads/${lead.id}`,
      { version: lead.version, notes: CONTACTS, status: 'contacted' },
      reviewer,
    )

    const comments = [{ user: SHORT_CONTACTS, comment: CONTACTS, rating: 5, date: '2026-11-21' }]
    const [product = ''] = await createProducts(app(), 'ai', [
      { ...createFilledProduct(), id: undefined, contactEmail: EMAIL, reviews: comments },
    ])
    const [comment] = (await call('GET', testimonialCalls.list.path, undefined, reviewer)).json().data
    await send('PATCH', fillPath(testimonialCalls.moderate.path, { id: comment.id }), { status: 'hidden' }, reviewer)
    const document = await call('GET', documentCalls.ai.path, undefined, admin)
    await send('PUT', documentCalls.ai.path, document.json().data, admin)

    const ofEvaluated = { catalogue: 'agent', id: evaluated }
    const proof = await uploadFile(ownReviewCalls.uploadProof.path, member)
    const opinion = { pros: `${REVIEW.pros} ${CONTACTS}`, cons: `${REVIEW.cons} ${CONTACTS}`, advice: CONTACTS, proof }
    const memberReview = await call(
      'POST',
      fillPath(memberReviewCalls.create.path, ofEvaluated),
      { ...REVIEW, ...opinion },
      member,
    )
    const { id: reviewId, version } = memberReview.json().data
    const decision = { version, status: 'rejected', reason: CONTACTS }
    await send('POST', fillPath(reviewModerationCalls.decide.path, { id: reviewId }), decision, reviewer)
    await call('POST', fillPath(eventCalls.register.path, { eventId: 'event' }), {}, member)
    const actor = { id: user._id, name: SHORT_CONTACTS, ip: null }
    await app().services.publishedEvaluations.statements.submit(evaluationId, CONTACTS, SHORT_CONTACTS, actor)

    listUrls = (path) => {
      const values: Record<string, readonly string[]> = {
        id: [submissionId, lead.id, user._id, product, reviewId],
        fileId: [submission.files[0].id],
        kind: ['products', 'ai', 'home'],
        catalogue: ['agent', 'ai'],
        revision: ['1'],
        part: ['general', 'content', 'notifications', 'security'],
        file: ['swagger-ui.css'],
      }
      return path
        .split('/')
        .reduce<string[]>(
          (paths, segment) => {
            const choices = segment.startsWith(':') ? (values[segment.slice(1)] ?? ['x']) : [segment]
            return paths.flatMap((before) => choices.map((choice) => (before === '' ? choice : `${before}/${choice}`)))
          },
          [''],
        )
        .map((url) => `/${url.replace(/^\/+/, '')}`)
    }

    async function createSubmission(productName: string): Promise<string> {
      await send('POST', submissionCalls.create.path, await createFilledSubmission(productName))
      const [newest] = (await call('GET', submissionReviewCalls.listNewest.path, undefined, reviewer)).json()
      return newest._id
    }
  })

  it('receives no contact data from any call', async () => {
    const readable: string[] = []
    const urls = app().calls.flatMap(({ method, path }) => (method === 'GET' ? listUrls(path) : []))
    for (const url of urls) {
      // An export is a table of the same records.
      const reply = await call('GET', url.endsWith('/export') ? `${url}?format=json` : url, undefined, viewer)
      if (reply.statusCode === 200) readable.push(url)
      for (const trace of CONTACT_DETAILS) expect(reply.body, url).not.toContain(trace)
    }
    for (const path of [
      '/api/submissions',
      '/api/submissions/page',
      '/api/submissions/export',
      '/api/deleted-submissions',
      '/api/leads',
      '/api/member-reviews',
      '/api/reviews',
      publicationCalls.listStatements.path,
      '/api/products/ai/export',
      '/api/content/ai/revisions/1',
      '/api/email/outbox',
      '/api/audit',
      '/api/audit/export',
      '/api/dashboard',
      '/api/users',
    ])
      expect(readable).toContain(path)
  })

  it.each([
    '/api/submissions',
    '/api/deleted-submissions',
    '/api/leads',
    '/api/member-reviews',
    '/api/reviews',
    publicationCalls.listStatements.path,
    '/api/users',
    '/api/audit?action=member-review.moderate',
  ])('sees in %s that something is hidden', async (url) => {
    expect((await call('GET', url, undefined, viewer)).body).toContain(REDACTED)
    expect((await call('GET', url, undefined, reviewer)).body).not.toContain(REDACTED)
  })

  it('can read no text that is declared neither as outsiders’ nor as the staff’s', () => {
    const undeclared = app().calls.flatMap(({ method, path, access, reply }) => {
      const isForStaff = access !== 'public' && access !== 'signed-in'
      if (method !== 'GET' || !isForStaff || !can({ role: 'viewer' }, access) || STAFF_CALLS.includes(path)) return []
      const texts = listUnmarkedTexts(findReplySchema(reply) ?? z.null(), '')
      return texts.filter((text) => !STAFF_TEXTS[path]?.includes(text)).map((text) => `${path} ${text}`)
    })
    expect(undeclared).toEqual([])
  })

  it.each(['/api/submissions/page', '/api/leads', '/api/member-reviews', '/api/reviews', '/api/users'])(
    'cannot search %s by contact data',
    async (path) => {
      const details = [EMAIL, 'unmistakable', 'contact.example', PHONE, PHONE.slice(0, 5), 'zhang888', '壹叁玖']
      for (const search of details) {
        const reply = await call('GET', `${path}?search=${encodeURIComponent(search)}`, undefined, viewer)
        const { data } = reply.json()
        expect(data.users ?? data, search).toEqual([])
      }
    },
  )

  it('cannot search the audit by contact data in a name', async () => {
    const search = async (user: string) =>
      (await call('GET', `/api/audit?user=${encodeURIComponent(user)}`, undefined, viewer)).json().data.length
    expect(await search('张三')).toBeGreaterThan(0)
    expect(await search(PHONE.slice(0, 4))).toBe(0)
  })

  it('is rejected when downloading a file of a submission', async () => {
    const [url = ''] = listUrls(submissionReviewCalls.downloadFile.path)
    const reply = await call('GET', url, undefined, viewer)
    expect(toResult(reply)).toMatchObject({ status: 403, message: '没有权限执行此操作' })
    expect((await call('GET', url, undefined, reviewer)).body).toBe(PDF)
  })
})

/** Returns the names of the members of a reply that contain texts of any form, but no marked ones. */
function listUnmarkedTexts(schema: z.core.$ZodType, name: string): string[] {
  if (OUTSIDER_DATA.get(schema)) return []
  if (schema instanceof z.ZodString) return schema.format === null && !isIdOrMessage(name) ? [name] : []
  if (schema instanceof z.ZodUnknown) return [name]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, member]) => listUnmarkedTexts(member, key))
  if (schema instanceof z.ZodArray) return listUnmarkedTexts(schema.element, name)
  if (schema instanceof z.ZodRecord) return listUnmarkedTexts(schema.valueType, name)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => listUnmarkedTexts(option, name))
  if (schema instanceof z.ZodPipe) return listUnmarkedTexts(schema.out, name)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return listUnmarkedTexts(schema.unwrap(), name)
  return []
}

/** A cursor consists of a time and an id. */
const isIdOrMessage = (name: string): boolean => /^_?id$|Ids?$|^nextCursor$/.test(name) || name === 'message'
