import { beforeAll, expect, it } from 'vitest'
import { leadCalls, leadRequestCalls } from '#contracts/leads/calls.ts'
import { REDACTED } from '#contracts/rules/redact-contacts.ts'
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { toResult } from '#testing/result.ts'
import { createFilledProduct } from './factories/products.ts'
import { SUBMISSION } from './factories/submissions.ts'
import { type Caller, createSignedInUser, createUser } from './factories/users.ts'
import { createMultipart } from './multipart.ts'
import { onEveryDatabase } from './test-app.ts'

const EMAIL = 'unmistakable.person@contact.example'
const PHONE = '13912345678'
const CONTACTS = `${EMAIL} ${PHONE}`
const PDF = `%PDF-1.7\n${CONTACTS}`
/** Substrings that would reveal them in a reply. */
const CONTACT_DETAILS = ['unmistakable', PHONE]

onEveryDatabase('a viewer', (app) => {
  let viewer: Caller
  let reviewer: Caller
  let listUrls: (path: string) => string[]

  const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object, caller?: Caller) =>
    app().server.inject({ method, url, headers: caller?.headers ?? {}, ...(payload && { payload }) })

  /** Every text that a visitor or a reviewer can enter contains contact data. */
  beforeAll(async () => {
    viewer = await createSignedInUser(app(), 'viewer')
    reviewer = await createSignedInUser(app(), 'reviewer')
    const user = await createUser(app(), { email: EMAIL, phone: PHONE })
    await call('POST', '/api/auth/login', { email: EMAIL, password: 'wrong' })

    const { headers, payload } = createMultipart([{ field: 'file', name: `名片${CONTACTS}.pdf`, bytes: PDF }])
    const file = await app().server.inject({ method: 'POST', url: submissionCalls.uploadFile.path, headers, payload })
    const submitted = await call('POST', submissionCalls.create.path, {
      ...SUBMISSION,
      companyName: `公司 ${CONTACTS}`,
      contactName: CONTACTS,
      contactEmail: EMAIL,
      contactPhone: PHONE,
      productName: `产品 ${CONTACTS}`,
      productDescription: `${SUBMISSION.productDescription} ${CONTACTS}`,
      targetUsers: CONTACTS,
      keyFeatures: CONTACTS,
      website: `https://vendor.example/?mail=${EMAIL}&tel=${PHONE}`,
      additionalInfo: CONTACTS,
      facts: [
        { attribute: 'vendor', value: CONTACTS, sourceUrl: `https://vendor.example/?tel=${PHONE}`, note: CONTACTS },
      ],
      files: [file.json().data.key],
    })
    expect(submitted.statusCode).toBe(200)
    const [submission] = (await call('GET', submissionReviewCalls.listNewest.path, undefined, reviewer)).json()
    const notes = { version: submission.version, reviewNotes: CONTACTS, vendorNotes: CONTACTS }
    const saved = await call('PATCH', `/api/submissions/${submission._id}/notes`, notes, reviewer)
    expect(saved.statusCode).toBe(200)

    const request = { contactName: CONTACTS, phone: PHONE, email: EMAIL, requirements: `要求 ${CONTACTS}` }
    const companyName = `公司 ${CONTACTS}`
    for (const [path, more] of [
      [leadRequestCalls.requestConsultation.path, {}],
      [leadRequestCalls.requestEvaluation.path, { productName: CONTACTS }],
    ] as const)
      expect((await call('POST', path, { ...request, companyName, ...more })).statusCode).toBe(200)
    const [lead] = (await call('GET', leadCalls.list.path, undefined, reviewer)).json().data
    const change = { version: lead.version, notes: CONTACTS, status: 'contacted' }
    expect((await call('PATCH', `/api/leads/${lead.id}`, change, reviewer)).statusCode).toBe(200)

    const product = await app().database.write((transaction) =>
      app().services.products.create(transaction, 'ai', {
        ...createFilledProduct(),
        id: undefined,
        contactEmail: EMAIL,
      }),
    )
    listUrls = (path) => {
      const values: Record<string, readonly string[]> = {
        id: [submission._id, lead.id, user._id, product],
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
  })

  it('receives no contact data from any call', async () => {
    const readable: string[] = []
    for (const { method, path } of app().calls) {
      if (method !== 'GET') continue
      for (const url of listUrls(path)) {
        const reply = await call('GET', url, undefined, viewer)
        if (reply.statusCode === 200) readable.push(url)
        for (const trace of CONTACT_DETAILS) expect(reply.body, url).not.toContain(trace)
      }
    }
    for (const path of [
      '/api/submissions',
      '/api/submissions/page',
      '/api/leads',
      '/api/audit',
      '/api/dashboard',
      '/api/users',
    ])
      expect(readable).toContain(path)
    expect((await call('GET', '/api/submissions', undefined, viewer)).body).toContain(REDACTED)
  })

  it.each(['/api/submissions/page', '/api/leads'])('cannot search %s by contact data', async (path) => {
    for (const search of ['unmistakable', 'contact.example', PHONE, PHONE.slice(0, 5)]) {
      const reply = await call('GET', `${path}?search=${search}`, undefined, viewer)
      expect(reply.json().data, search).toEqual([])
    }
  })

  it('is rejected when downloading a file of a submission', async () => {
    const [url = ''] = listUrls(submissionReviewCalls.downloadFile.path)
    const reply = await call('GET', url, undefined, viewer)
    expect(toResult(reply)).toMatchObject({ status: 403, message: '没有权限执行此操作' })
    expect((await call('GET', url, undefined, reviewer)).body).toBe(PDF)
  })
})
