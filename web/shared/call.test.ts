import { afterEach, describe, expect, it, vi } from 'vitest'
import { brandingCalls } from '#contracts/branding/calls.ts'
import type { Call } from '#contracts/call.ts'
import { documentCalls, documentPartCalls, documentSaveCalls } from '#contracts/content/calls.ts'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contracts/idempotency-key.ts'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import { catalogueCalls, productCalls } from '#contracts/products/calls.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { call } from './call.ts'

afterEach(() => vi.unstubAllGlobals())

/** The reply of a proxy whose server is unavailable. */
const replyWith = (body: string) => vi.stubGlobal('fetch', async () => new Response(body, { status: 502 }))

const fail = async (contract: Call): Promise<unknown> =>
  call({ ...contract, path: '/' }).catch((error: unknown) => error)

describe('a failed reply without a message', () => {
  it.each([
    ['获取首页内容失败', documentCalls.home],
    ['获取社区内容失败', documentCalls.community],
    ['获取选型内容失败', documentCalls.selection],
    ['获取产品页面内容失败', documentCalls.products],
    ['获取评估页面内容失败', documentCalls.evaluation],
    ['获取筛选选项失败', documentPartCalls.getProductFilters],
    ['获取产品列表失败', productCalls.list],
    ['获取产品详情失败', productCalls.get],
    ['获取评估报告失败', evaluationCalls.getReport],
    ['评估计算失败', evaluationCalls.calculate],
    ['生成评估报告失败', evaluationCalls.createReport],
    ['提交评估服务申请失败', leadRequestCalls.requestEvaluation],
    ['提交失败，请稍后重试', leadRequestCalls.requestConsultation],
    ['更新首页内容失败', documentSaveCalls.home],
    ['添加产品失败', catalogueCalls.createAgent],
    ['更新产品失败', catalogueCalls.updateAgent],
    ['HTTP error! status: 502', brandingCalls.getLogo],
  ] as const)('has the default message %s', async (message, contract) => {
    for (const body of ['<h1>Bad Gateway</h1>', '{"success":false,"message":""}', '']) {
      replyWith(body)
      expect(await fail(contract)).toEqual({ status: 502, message, isDefaultMessage: true })
    }
  })
})

it("keeps the server's message, if there is one", async () => {
  replyWith('{"success":false,"message":"服务暂时不可用，请稍后重试"}')
  expect(await fail(productCalls.list)).toEqual({ status: 502, message: '服务暂时不可用，请稍后重试' })
})

describe('a successful reply of a versioned call', () => {
  const reply = (etag: string | undefined) =>
    vi.stubGlobal('fetch', async () =>
      Response.json({ success: true, message: '已保存' }, { headers: etag === undefined ? {} : { etag } }),
    )

  it.each(['"3"', 'W/"3"'])('returns the version of the ETag %s', async (etag) => {
    reply(etag)
    expect(await call(brandingCalls.getAppDownload)).toMatchObject({ version: 3 })
  })

  it.each([undefined, '', 'abc'])('fails with the status of the reply if its ETag is %j', async (etag) => {
    reply(etag)
    expect(await fail(brandingCalls.updateAppDownload)).toEqual({ status: 200, message: '操作失败，请稍后重试' })
  })
})

describe('the idempotency key', () => {
  const LEAD = {
    companyName: '某公司',
    contactName: '陈女士',
    phone: '010-65529988',
    email: 'chen@example.com',
    requirements: '三个客服智能体',
  }
  const SUCCESS = { status: 200, body: { success: true } }
  const LOST = { status: 502, body: {} }
  const REUSED = { status: 422, body: { success: false, reason: 'idempotency-key-reused' } }

  /** Answers the requests in turn. Returns the keys that they had. */
  function answer(...replies: { status: number; body: object }[]): (string | null)[] {
    const keys: (string | null)[] = []
    vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Headers }) => {
      keys.push(headers.get(IDEMPOTENCY_KEY_HEADER))
      const { status, body } = replies[keys.length - 1] ?? SUCCESS
      return Response.json(body, { status })
    })
    return keys
  }
  const consult = (change: object = {}) =>
    call(leadRequestCalls.requestConsultation, { body: { ...LEAD, ...change } }).catch((error: unknown) => error)

  it('is the same until the request succeeds', async () => {
    const keys = answer(LOST, LOST, SUCCESS, SUCCESS)
    for (const _attempt of [1, 2, 3, 4]) await consult()
    expect(keys[0]).toMatch(/^"[0-9a-f-]{36}"$/)
    expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]])
    expect(keys[3]).not.toBe(keys[0])
  })

  it('is another one for other content', async () => {
    const keys = answer(LOST, SUCCESS)
    await consult()
    await consult({ requirements: '改了' })
    expect(keys[1]).not.toBe(keys[0])
  })

  it('is another one after something was deleted, which may be created again', async () => {
    const keys = answer(LOST, SUCCESS, SUCCESS)
    await consult({ requirements: '删除后重来' })
    await call(shortlistCalls.remove, { params: { id: 'x' } })
    await consult({ requirements: '删除后重来' })
    expect(keys[2]).not.toBe(keys[0])
  })

  it('is replaced if another user’s request has used it', async () => {
    const keys = answer(LOST, REUSED, SUCCESS)
    await consult({ requirements: '换了人' })
    expect(await consult({ requirements: '换了人' })).toMatchObject({ success: true })
    expect({ second: keys[1], isReplaced: keys[2] !== keys[1] }).toEqual({ second: keys[0], isReplaced: true })
  })

  it('isn’t sent with calls that accept none', async () => {
    const keys = answer(SUCCESS)
    await call(brandingCalls.getLogo)
    expect(keys).toEqual([null])
  })
})
