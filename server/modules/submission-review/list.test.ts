import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { createSubmission } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const DESCRIPTION = '面向企业，按角色授权，全程留痕，可私有化部署，也可按席位订阅。'.repeat(2)

onEveryDatabase('submission list', (app) => {
  let reviewer: Caller
  beforeAll(async () => {
    reviewer = await createSignedInUser(app(), 'reviewer')
    const submissions = [
      { productName: '智能客服', companyName: '甲公司', keyFeatures: '应答' },
      { productName: '销售顾问 CRM', companyName: '乙公司', keyFeatures: '跟进' },
      {
        productName: '合同审查',
        companyName: '丙律师事务所',
        keyFeatures: '比对',
        productDescription: `${DESCRIPTION}100%_达标`,
      },
      { productName: '排班助手', companyName: 'Acme 科技', keyFeatures: '排班' },
      { productName: 'Ⅻ号機器人', companyName: '丁公司', keyFeatures: '巡检' },
    ]
    const ids: string[] = []
    for (const fields of submissions)
      ids.push((await createSubmission(app(), { productDescription: DESCRIPTION, ...fields })).id)
    const actor = { ...reviewer, ip: null }
    await app().services.submissionReview.review(ids[0] ?? '', { status: 'approved' }, actor)
    await app().services.submissionReview.review(ids[1] ?? '', { status: 'rejected' }, actor)
  })

  const get = (path: string) => app().server.inject({ url: `/api/submissions${path}`, headers: reviewer.headers })
  const getNames = (records: readonly SubmissionRecord[]) => records.map(({ productName }) => productName)
  const listNames = async (query: Record<string, string>): Promise<string[]> =>
    getNames((await get(`/page?${new URLSearchParams(query)}`)).json().data)

  it('is sorted newest first', async () => {
    const reply = await get('/page')
    expect(getNames(reply.json().data)).toEqual(['Ⅻ号機器人', '排班助手', '合同审查', '销售顾问 CRM', '智能客服'])
    expect(reply.json().pagination).toEqual({ current: 1, total: 1, limit: 20, totalItems: 5 })
    expect(reply.json().counts).toEqual({ pending: 3, returned: 0, approved: 1, rejected: 1, late: 0, unread: 0 })
  })

  it('returns a bare array without pages, by the same filter', async () => {
    expect(getNames((await get('')).json())).toHaveLength(5)
    expect(getNames((await get('?status=rejected')).json())).toEqual(['销售顾问 CRM'])
  })

  it.each([
    ['客服', ['智能客服']],
    ['智', ['智能客服']],
    ['智能客', ['智能客服']],
    ['能智', []],
    ['丙律师', ['合同审查']],
    ['acme', ['排班助手']],
    ['ＡＣＭＥ', ['排班助手']],
    ['paiban', ['排班助手']],
    ['pbzs', ['排班助手']],
    ['zhinengke', ['智能客服']],
    ['hetong', ['合同审查']],
    ['机器人', ['Ⅻ号機器人']],
    ['全程留痕', ['Ⅻ号機器人', '排班助手', '合同审查', '销售顾问 CRM', '智能客服']],
    ['100%', ['合同审查']],
    ['%_', ['合同审查']],
    ['%', ['合同审查']],
    ['_', ['合同审查']],
    ["'", []],
    ['"', []],
    ['* OR *', []],
    ["' | '", []],
    ['\\', []],
  ])('can be searched for %j', async (search, expected) => {
    expect(await listNames({ search })).toEqual(expected)
  })

  describe('by contacts', () => {
    let receipt = ''
    let viewer: Caller
    beforeAll(async () => {
      viewer = await createSignedInUser(app(), 'viewer')
      const contact = {
        contactName: '欧阳晓',
        contactEmail: 'Ouyang@vendor.example',
        contactPhone: '+86 138-0013 8000',
      }
      const productDescription = `${DESCRIPTION}演示请加微信 ouyang_xiao。`
      const created = await createSubmission(app(), { productName: '有人可找', ...contact, productDescription })
      receipt = created.receipt
    })
    afterAll(async () => {
      const [record] = (await get('?search=有人可找')).json()
      await app().services.submissionReview.remove(record._id, { ...reviewer, ip: null })
    })

    const find = async (search: string, role: 'reviewer' | 'viewer') => {
      const url = `/api/submissions/page?${new URLSearchParams({ search })}`
      const { headers } = role === 'reviewer' ? reviewer : viewer
      return getNames((await app().server.inject({ url, headers })).json().data)
    }

    it.each([
      '欧阳晓',
      'ouyangxiao',
      'ouyang@vendor',
      '13800138000',
      '138-0013-8000',
      '138 0013 8000',
      '+86 138',
      'ouyang_xiao',
      '微信',
    ])('matches %j for reviewers, but not for viewers', async (search) => {
      expect(await find(search, 'reviewer')).toEqual(['有人可找'])
      expect(await find(search, 'viewer')).toEqual([])
    })

    it('matches a phone prefix for reviewers, but for viewers only if the random receipt contains it', async () => {
      expect(await find('13', 'reviewer')).toContain('有人可找')
      expect((await find('13', 'viewer')).includes('有人可找')).toBe(receipt.includes('13'))
    })

    it('matches a receipt in any notation for both', async () => {
      const notations = [receipt, receipt.toLowerCase(), receipt.replaceAll('-', ' '), receipt.replaceAll('-', '')]
      const withoutPrefix = [receipt.slice(3), receipt.slice(3).replace('-', ''), receipt.slice(3).replace('-', '—')]
      for (const search of [...notations, ...withoutPrefix, receipt.slice(-5)])
        for (const role of ['reviewer', 'viewer'] as const) expect(await find(search, role)).toEqual(['有人可找'])
    })

    it('matches products and companies for viewers', async () => {
      expect(await find('甲公司', 'viewer')).toEqual(['智能客服'])
    })
  })

  it('counts matches by status, independently of the status filter', async () => {
    const reply = (await get('/page?search=留痕&status=pending')).json()
    expect({ totalItems: reply.pagination.totalItems, counts: reply.counts }).toEqual({
      totalItems: 3,
      counts: { pending: 3, returned: 0, approved: 1, rejected: 1, late: 0, unread: 0 },
    })
    const { counts, total } = (await get('/page?search=客服')).json()
    expect({ counts, total }).toEqual({
      counts: { pending: 0, returned: 0, approved: 1, rejected: 0, late: 0, unread: 0 },
      total: 5,
    })
  })

  it('combines filters by category and status; 全部 matches all', async () => {
    expect(await listNames({ category: '销售' })).toEqual(['销售顾问 CRM'])
    expect(await listNames({ category: '销售', status: 'pending' })).toEqual([])
    expect(await listNames({ category: '全部', status: '全部' })).toHaveLength(5)
    expect(await listNames({ category: '客服', search: 'zn' })).toEqual(['智能客服'])
  })

  it('can be sorted oldest first', async () => {
    expect((await listNames({ order: 'asc', pageSize: '2' })).at(0)).toBe('智能客服')
    expect(await listNames({ order: 'asc', status: 'pending' })).toEqual(['合同审查', '排班助手', 'Ⅻ号機器人'])
  })

  it('is paginated', async () => {
    const reply = (await get('/page?page=2&pageSize=2')).json()
    expect([getNames(reply.data), reply.pagination]).toEqual([
      ['合同审查', '销售顾问 CRM'],
      { current: 2, total: 3, limit: 2, totalItems: 5 },
    ])
    expect(await listNames({ page: '9' })).toEqual([])
  })

  it.each(['category=x', 'status=x', 'page=0', 'pageSize=101', 'search=%00', 'order=up'])(
    'rejects %s',
    async (query) => {
      expect((await get(`/page?${query}`)).statusCode).toBe(400)
    },
  )

  describe('after a submission is removed', () => {
    it('no longer matches its texts, and lists new submissions first', async () => {
      const remove = (id: string) => app().services.submissionReview.remove(id, { ...reviewer, ip: null })
      const { id } = await createSubmission(app(), { productName: '稍纵即逝' })
      expect(await listNames({ search: '稍纵' })).toEqual(['稍纵即逝'])
      await remove(id)
      expect(await listNames({ search: '稍纵' })).toEqual([])
      const later = await createSubmission(app(), { productName: '后来者' })
      // The other tests count the submissions.
      onTestFinished(() => remove(later.id))
      expect((await listNames({}))[0]).toBe('后来者')
    })
  })
})
