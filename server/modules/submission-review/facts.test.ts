import { beforeAll, expect, it } from 'vitest'
import { AttributeStateSchema } from '#contracts/facts/attribute.ts'
import type { Fact } from '#contracts/facts/fact.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { createApiCaller } from '#testing/api-caller.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSubmission, SUBMISSION } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const CLAIMS = [
  { attribute: 'sso', value: 'yes', isComplete: false, sourceUrl: 'https://example.com/docs', note: '企业版' },
  { attribute: 'models', value: ['OpenAI', '通义千问'], isComplete: true, sourceUrl: '', note: '' },
  {
    attribute: 'iso-27001',
    value: { name: 'ISO 27001', validUntil: '2027-05-01' },
    isComplete: false,
    sourceUrl: '',
    note: '',
  },
]

/** What the form of every submission states. */
const FORM_FACTS = [
  ['vendor', SUBMISSION.companyName, 'claimed'],
  ['private-deployment', 'yes', 'claimed'],
]

onEveryDatabase('submission facts', (app) => {
  let reviewer: Caller
  let editor: Caller
  const { save, detail, read } = createFactClient(app, () => editor)
  beforeAll(async () => {
    reviewer = await createSignedInUser(app(), 'reviewer')
    editor = await createSignedInUser(app(), 'editor')
  })
  const call = createApiCaller(app, { basePath: '/api/submissions', getCaller: () => reviewer })
  const submit = (facts: unknown) =>
    app().server.inject({ method: 'POST', url: submissionCalls.create.path, payload: { ...SUBMISSION, facts } })
  const find = async (id: string): Promise<SubmissionRecord> => (await call('GET', `/${id}`)).json().data
  const summarize = (facts: readonly Fact[]) => facts.map(({ attribute, value, grade }) => [attribute, value, grade])

  it('shows submitted facts to reviewers with the attributes’ names', async () => {
    const { id } = await createSubmission(app(), { facts: CLAIMS })
    expect((await find(id)).facts).toMatchObject([
      { attribute: 'sso', label: 'SSO', group: '集成', value: 'yes', note: '企业版', problem: '' },
      { label: '可接模型', value: ['通义千问', 'OpenAI'], problem: '' },
      { label: 'ISO 27001', value: { name: 'ISO 27001', validUntil: '2027-05-01', level: '' } },
    ])
    const csv = (await call('GET', '/export?format=csv')).body
    expect(csv).toContain('可接模型：通义千问、OpenAI（清单完整）')
  })

  it('converts submitted facts to 厂商自述 on approval, with the date of the submission', async () => {
    const { id } = await createSubmission(app(), { productName: '新品甲', facts: CLAIMS })
    expect((await call('PATCH', `/${id}/review`, { status: 'approved' })).statusCode).toBe(200)
    const product = await detail('新品甲')
    expect(product.factsUpdatedOn).toBe('2026-11-21')
    expect(product.facts).toMatchObject([
      { attribute: 'vendor', value: SUBMISSION.companyName, grade: 'claimed' },
      { attribute: 'private-deployment', value: 'yes', grade: 'claimed' },
      { attribute: 'models', isComplete: true, grade: 'claimed', readAt: '2026-11-21' },
      { attribute: 'sso', sourceUrl: 'https://example.com/docs', note: '企业版' },
      { attribute: 'iso-27001', isStale: false },
    ])
  })

  it('tells of the facts that an approval changes', async () => {
    await app().services.inbox.subscriptions.save({ ways: { 'facts.updated': 'inbox' }, digestHour: 9 }, editor)
    const { id } = await createSubmission(app(), { productName: '新品庚', facts: CLAIMS })
    expect((await call('PATCH', `/${id}/review`, { status: 'approved' })).statusCode).toBe(200)
    const { items } = await app().services.inbox.list({ page: 1, status: 'unread' }, editor)
    const [event, ...others] = items.filter(({ lines }) => lines[0] === '新品庚')
    expect(event).toMatchObject({ event: 'facts.updated', lines: ['新品庚', `变更的资料：${CLAIMS.length}项`] })
    expect(others).toEqual([])
  })

  it('replaces earlier 厂商自述 facts on approval, but no other facts, and restores them on withdrawal', async () => {
    const [productId = ''] = await createProducts(app(), 'agent', [{ name: '老品乙' }])
    const before = [
      createPublicFact('sso', 'no'),
      createPublicFact('models', ['Claude'], { grade: 'claimed', sourceUrl: '' }),
      createPublicFact('rag', 'yes', { grade: 'claimed', sourceUrl: '' }),
    ]
    await save(productId, before)
    const stored = (await detail('老品乙')).facts
    const { id } = await createSubmission(app(), { productName: '老品乙', facts: CLAIMS })
    const { existing } = (await call('GET', `/${id}/approval`)).json().data
    const review = { status: 'approved', updates: { id: existing.id, version: existing.version } }
    expect((await call('PATCH', `/${id}/review`, review)).statusCode).toBe(200)
    expect(summarize((await detail('老品乙')).facts)).toEqual([
      ...FORM_FACTS,
      ['models', ['通义千问', 'OpenAI'], 'claimed'],
      ['rag', 'yes', 'claimed'],
      ['sso', 'no', 'public'],
      ['sso', 'yes', 'claimed'],
      ['iso-27001', expect.anything(), 'claimed'],
    ])
    const { version } = await find(id)
    expect((await call('POST', `/${id}/review/withdrawal`, { version })).statusCode).toBe(200)
    expect((await detail('老品乙')).facts).toEqual(stored)
  })

  it('retains submitted facts if the product’s facts were changed since', async () => {
    const [productId = ''] = await createProducts(app(), 'agent', [{ name: '老品丙' }])
    const { id } = await createSubmission(app(), { productName: '老品丙', facts: CLAIMS })
    const { existing } = (await call('GET', `/${id}/approval`)).json().data
    await call('PATCH', `/${id}/review`, {
      status: 'approved',
      updates: { id: existing.id, version: existing.version },
    })
    const { facts } = (await read(productId)).json().data
    await save(productId, [...facts, createPublicFact('rag', 'yes')])
    const { version } = await find(id)
    expect((await call('POST', `/${id}/review/withdrawal`, { version })).statusCode).toBe(409)
    const withdrawal = { version, acceptsChangedProduct: true }
    expect((await call('POST', `/${id}/review/withdrawal`, withdrawal)).statusCode).toBe(200)
    expect((await detail('老品丙')).facts).toHaveLength(6)
  })

  it('skips a fact whose attribute was changed since, but retains it in the submission', async () => {
    const { id } = await createSubmission(app(), {
      productName: '新品丁',
      facts: [
        { attribute: 'data-residency', value: ['中国境内'], isComplete: false, sourceUrl: '', note: '' },
        ...CLAIMS.slice(0, 1),
      ],
    })
    const { attribute, saveAttribute } = createFactClient(app, () => editor)
    const state = AttributeStateSchema.parse((await attribute('data-residency')).json().data)
    expect((await saveAttribute('data-residency', { ...state, choices: ['自有环境', '境内'] })).statusCode).toBe(200)
    expect((await find(id)).facts).toMatchObject([
      { value: ['中国境内'], problem: '只能从这些选项中选：自有环境、境内' },
      { problem: '' },
    ])
    await call('PATCH', `/${id}/review`, { status: 'approved' })
    expect(summarize((await detail('新品丁')).facts)).toEqual([...FORM_FACTS, ['sso', 'yes', 'claimed']])
    expect((await find(id)).facts).toHaveLength(2)
  })

  it.each([
    ['another type', [{ attribute: 'sso', value: true }], 'facts.0.value', '只能是“支持”“部分支持”或“不支持”'],
    [
      'an unknown attribute',
      [{ attribute: 'gpu', value: '必需' }],
      'facts.0.attribute',
      '没有这个属性，或它不适用于这个目录',
    ],
    [
      'an expired certificate',
      [{ attribute: 'iso-27001', value: { name: 'ISO', validUntil: '2025-01-01' } }],
      'facts.0.value.validUntil',
      '证书已于2025-01-01到期，请填写有效的证书，或不填此项',
    ],
    [
      'a source that is not a link',
      [{ attribute: 'sso', value: 'yes', sourceUrl: 'ftp://a' }],
      'facts.0.sourceUrl',
      expect.stringContaining('来源应为'),
    ],
    ['facts that are not a list', 'sso', 'facts', '应为列表'],
  ])('rejects %s', async (_, facts, path, message) => {
    const reply = await submit(facts)
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path, message }] })
  })

  it('accepts a submission without facts', async () => {
    const { facts: _, ...without } = { ...SUBMISSION, facts: [] }
    const reply = await app().server.inject({ method: 'POST', url: submissionCalls.create.path, payload: without })
    expect(reply.statusCode).toBe(200)
  })
})
