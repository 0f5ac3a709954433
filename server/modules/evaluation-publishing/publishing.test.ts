import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import type { PublishedEvaluation } from '#contracts/published-evaluations/published-evaluation.ts'
import { addDays, endOfDay, toDay } from '#contracts/rules/shanghai-time.ts'
import { createProjectClient, finishScoring, prepareProject } from '#testing/factories/evaluation-projects.ts'
import { createProducts } from '#testing/factories/products.ts'
import { finishProject, saveMapMethod } from '#testing/factories/published-evaluations.ts'
import { bearer, type Caller, createSignedInUser, signIn, toCaller } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'

/** Creates an API client for a user. */
const createClient = (app: () => TestApp, headers: Record<string, string> = {}) => ({
  get: (path: string) => app().server.inject({ url: `/api${path}`, headers }),
  publish: (body: object) =>
    app().server.inject({ method: 'POST', url: '/api/evaluation/publications', headers, payload: body }),
  withdraw: (id: string, reason: string) =>
    app().server.inject({
      method: 'POST',
      url: `/api/evaluation/publications/${id}/withdrawal`,
      headers,
      payload: { reason },
    }),
})

const readPublished = async (app: TestApp, id: string): Promise<PublishedEvaluation> =>
  (await app.server.inject(`/api/evaluation/published/agent/${id}`)).json().data

const listVerdicts = async (app: TestApp, query: string) =>
  (await app.server.inject(`/api/products-list?${query}`))
    .json()
    .data.map(({ name, verdict }: { name: string; verdict: { score: number } | null }) => [
      name,
      verdict?.score ?? null,
    ])

onEveryDatabase('the catalogue', (app) => {
  let staff: ReturnType<typeof createClient>
  let reportId = ''
  const anonymous = createClient(app)

  beforeAll(async () => {
    await saveMapMethod(app())
    const editor = await createSignedInUser(app(), 'editor')
    staff = createClient(app, editor.headers)
    await createProducts(app(), 'agent', [
      { id: 'jia', name: '甲产品', rating: 4 },
      { id: 'yi', name: '乙产品', rating: 5 },
      { id: 'bing', name: '丙产品', rating: 3 },
      { id: 'ding', name: '丁产品', rating: 1 },
    ])
    const finished = await finishProject(app(), editor, [
      { productId: 'jia', points: 84 },
      { productId: 'yi', points: 94 },
      { productId: 'bing', points: null },
    ])
    reportId = finished.reportId
    const reply = await staff.publish({ reportId, candidates: ['jia', 'yi'] })
    expect(toResult(reply)).toMatchObject({ status: 200, message: '已发布2个产品的评估结果' })
  })

  it('lists finished projects of staff, but not of members', async () => {
    const project = await prepareProject(app(), 'member-owner')
    await finishScoring(project)
    const { reportId: memberReportId } = (await project.client.changeStatus(project.id, 'final')).json().data
    const projects = (await staff.get('/evaluation/publishable')).json().data
    expect(projects).toEqual([
      { reportId, projectName: '平台评估', ownerName: 'editor', isExample: false, finishedAt: expect.any(String) },
    ])
    const reply = await staff.publish({ reportId: memberReportId, candidates: ['a'] })
    expect(toResult(reply)).toMatchObject({
      status: 404,
      message: '没有可以发布的评估：须是工作人员的、已定稿的评估项目',
    })
    expect((await staff.get(`/evaluation/publishable/${memberReportId}`)).statusCode).toBe(404)
  })

  it('reports for each candidate whether it can be published, and why not', async () => {
    const { candidates, validUntil } = (await staff.get(`/evaluation/publishable/${reportId}`)).json().data
    expect(candidates.map((each: { ineligibilityReason: string | null }) => each.ineligibilityReason)).toEqual([
      null,
      null,
      '证据不足，没有结论',
    ])
    expect(validUntil).toEqual({ initial: '2027-11-21', earliest: '2026-11-21', latest: '2028-11-21' })
  })

  it.each([
    [{ candidates: [] }, 'candidates', '请至少选择一个候选'],
    [{ candidates: ['jia', 'nobody'] }, 'candidates.1', '评估中没有这个候选'],
    [{ candidates: ['bing'] }, 'candidates.0', '证据不足，没有结论'],
    [{ candidates: ['jia', 'jia'] }, 'candidates.1', '同一产品只能选择一个候选'],
    [{ validUntil: '2026-11-20' }, 'validUntil', '有效期的最后一天应在2026-11-21至2028-11-21之间'],
    [{ validUntil: '2028-11-22' }, 'validUntil', '有效期的最后一天应在2026-11-21至2028-11-21之间'],
    [{ validUntil: '2027-02-30' }, 'validUntil', '请输入有效的日期'],
    [{ reportId: ' ' }, 'reportId', '请选择评估报告'],
  ])('rejects %j with its path', async (fields, path, message) => {
    const reply = await staff.publish({ reportId, candidates: ['jia'], ...fields })
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path, message }] })
  })

  it('shows nothing of products that are not evaluated', async () => {
    expect(await readPublished(app(), 'ding')).toBeNull()
    expect((await anonymous.get('/evaluation/published/agent/nobody')).statusCode).toBe(404)
    expect((await anonymous.get('/evaluation/published/ai/jia')).statusCode).toBe(404)
  })

  it('shows a snapshot on each product’s page', async () => {
    const evaluation = await readPublished(app(), 'jia')
    expect(evaluation).toMatchObject({
      status: 'valid',
      product: { id: 'jia', name: '甲产品', catalogue: 'agent' },
      recommendation: '推荐',
      score: 82,
      total: 82,
      judges: 2,
      candidates: 3,
      methodVersion: 1,
      validUntil: '2027-11-21',
      isExample: false,
      report: { id: reportId, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      statement: null,
    })
    expect(
      evaluation.groups.map(({ title, score, interval }) => [title, score, interval?.low, interval?.high]),
    ).toEqual([
      ['技术', 82, 80, 84],
      ['商业', 82, 80, 84],
      ['市场', 82, 80, 84],
    ])
    expect(evaluation.groups[0]?.criteria[0]).toEqual({
      key: 't1',
      title: '安全',
      share: expect.closeTo(0.2),
      score: 82,
      lowest: 80,
      highest: 84,
      grades: [{ title: '自行核实', cap: 100, judges: 2 }],
      minimum: 40,
      isVetoed: false,
    })
    const entries = await listAudit(app(), 'evaluation.publish')
    expect(entries.map(({ target, detail }) => [target, detail])).toEqual([
      ['乙产品', `强烈推荐，92分，有效至2027-11-21，报告${reportId}`],
      ['甲产品', `推荐，82分，有效至2027-11-21，报告${reportId}`],
    ])
  })

  it('is sorted and filtered by the evaluations immediately', async () => {
    expect(await listVerdicts(app(), 'sort=verdict')).toEqual([
      ['乙产品', 92],
      ['甲产品', 82],
      ['丙产品', null],
      ['丁产品', null],
    ])
    expect(await listVerdicts(app(), 'sort=verdict&order=asc')).toEqual([
      ['甲产品', 82],
      ['乙产品', 92],
      ['丙产品', null],
      ['丁产品', null],
    ])
    expect(await listVerdicts(app(), `verdict=${encodeURIComponent('推荐')}`)).toEqual([['甲产品', 82]])
    expect(await listVerdicts(app(), `verdict=${encodeURIComponent('全部')}&sort=name`)).toHaveLength(4)
    const reply = await anonymous.get('/products-list?verdict=great')
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: 'verdict', message: '没有这个评估结论' }] })
  })

  it('has a list of publications by status, project, product and catalogue', async () => {
    const countMatches = async (query: string) =>
      (await staff.get(`/evaluation/publications?${query}`)).json().pagination.totalItems
    expect(await countMatches('status=valid')).toBe(2)
    expect(await countMatches('status=expired')).toBe(0)
    expect(await countMatches(`search=${encodeURIComponent('平台评')}`)).toBe(2)
    expect(await countMatches('search=yichanpin')).toBe(1)
    expect(await countMatches('catalogue=ai')).toBe(0)
  })
})

onEveryDatabase('a published evaluation', (app) => {
  // One of the tests lasts for years, so each signs in.
  let editor: Caller
  let staff: ReturnType<typeof createClient>
  beforeAll(async () => {
    await saveMapMethod(app())
    await createSignedInUser(app(), 'editor')
  })
  beforeEach(async () => {
    editor = toCaller(await signIn(app(), 'editor@example.com'))
    staff = createClient(app, editor.headers)
  })

  const evaluate = (product: string, points: number) =>
    finishProject(app(), editor, [{ productId: product, points }], `${product}的评估`)

  /** Creates a product, and publishes its evaluation with 82 points. No other test may use its name. */
  async function givenEvaluation(name: string, { validUntil }: { validUntil?: string } = {}) {
    const [product = ''] = await createProducts(app(), 'agent', [{ name }])
    const { projectId, reportId } = await evaluate(product, 84)
    const published = await staff.publish({ reportId, candidates: [product], ...(validUntil && { validUntil }) })
    expect(published.statusCode, published.body).toBe(200)
    return { product, projectId, reportId }
  }
  const listPublications = async (product: string) =>
    (await staff.get(`/evaluation/publications?search=${encodeURIComponent(product)}`)).json()
  const readReport = async (id: string) =>
    (await app().server.inject(`/api/evaluation/project-reports/${id}`)).json().data

  it('is unchanged if the project moves back or is deleted', async () => {
    const { product, projectId, reportId } = await givenEvaluation('不变的产品')
    const before = await readPublished(app(), product)
    const client = createProjectClient(app(), editor)
    await client.changeStatus(projectId, 'review', '复核')
    expect((await staff.publish({ reportId, candidates: [product] })).statusCode).toBe(404)
    await client.send('DELETE', `/projects/${projectId}`)
    expect(await readPublished(app(), product)).toEqual(before)
    const { hash, signature, isCurrent, isPublished } = await readReport(reportId)
    expect({ hash, signature, isCurrent, isPublished }).toEqual({
      isPublished: true,
      hash: before.report.hash,
      signature: before.report.signature,
      isCurrent: true,
    })
  })

  it('is replaced by the next one, and remains in the list', async () => {
    const { product } = await givenEvaluation('再评的产品')
    const next = await evaluate(product, 74)
    const validUntil = addDays(toDay(app().clock.now()), 40)
    await staff.publish({ reportId: next.reportId, candidates: [product], validUntil })
    expect(await readPublished(app(), product)).toMatchObject({ score: 72, recommendation: '谨慎推荐', validUntil })
    const { data, counts } = await listPublications('再评的产品')
    expect(counts).toEqual({ valid: 1, expired: 0, withdrawn: 0, replaced: 1 })
    const first = data.find(({ status }: { status: string }) => status === 'replaced')
    expect(first).toMatchObject({
      product: { name: '再评的产品' },
      score: 82,
      publishedBy: 'editor',
      projectName: `${product}的评估`,
    })
  })

  it('expires after its last day in Shanghai: on the page, in the list, in cached responses', async () => {
    const { clock } = app()
    const validUntil = addDays(toDay(clock.now()), 40)
    const { product } = await givenEvaluation('过期的产品', { validUntil })
    const findScore = async (query: string) =>
      new Map<string, number | null>(await listVerdicts(app(), query)).get('过期的产品')
    const readStatusAndScore = async () => [
      (await readPublished(app(), product)).status,
      await findScore('sort=verdict'),
      await findScore(`verdict=${encodeURIComponent('推荐')}`),
    ]
    const midnight = Date.parse(endOfDay(validUntil))
    clock.advance(midnight - clock.now().getTime() - 1)
    expect(await readStatusAndScore()).toEqual(['valid', 82, 82])
    clock.advance(1)
    expect(await readStatusAndScore()).toEqual(['expired', null, undefined])
    // The editor's session has expired, too.
    staff = createClient(app, bearer((await signIn(app(), 'editor@example.com')).token))
    expect((await listPublications('过期的产品')).counts).toMatchObject({ valid: 0, expired: 1 })
  })

  it('can’t be published after 24 months', async () => {
    const { product, reportId } = await givenEvaluation('过时的产品')
    app().clock.advance(25 * 31 * DAY_MS)
    staff = createClient(app, bearer((await signIn(app(), 'editor@example.com')).token))
    const reply = await staff.publish({ reportId, candidates: [product] })
    expect(toResult(reply)).toMatchObject({ status: 400, message: '定稿已超过24个月，请重新评估后再发布' })
  })

  it('is withdrawn with a reason, once', async () => {
    const { product } = await givenEvaluation('撤回的产品')
    const evaluation = await readPublished(app(), product)
    expect((await staff.withdraw(evaluation.id, ' ')).json().errors).toEqual([
      { path: 'reason', message: '请填写原因' },
    ])
    // Repeated, as if the first reply had been lost.
    for (const _attempt of [1, 2])
      expect((await staff.withdraw(evaluation.id, '厂商改版，结论不再适用')).statusCode).toBe(200)
    expect(await readPublished(app(), product)).toBeNull()
    const entries = (await listAudit(app(), 'evaluation.withdraw')).filter(({ target }) => target === '撤回的产品')
    expect(entries.map(({ detail }) => detail)).toEqual(['厂商改版，结论不再适用'])
    const again = await staff.withdraw(evaluation.id, '再撤一次')
    expect(toResult(again)).toMatchObject({ status: 409, message: '这项评估已撤回或已被替换' })
    expect((await staff.withdraw('nothing', '没有')).statusCode).toBe(404)
    const { data } = await listPublications('撤回的产品')
    expect(data[0].withdrawal).toMatchObject({ by: 'editor', reason: '厂商改版，结论不再适用' })
  })

  it('is published once if the request is repeated, even concurrently', async () => {
    const [product = ''] = await createProducts(app(), 'agent', [{ name: '重发的产品' }])
    const { reportId } = await evaluate(product, 90)
    const replies = await Promise.all([1, 2, 3].map(() => staff.publish({ reportId, candidates: [product] })))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const { data } = await listPublications('重发的产品')
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['valid'])
  })

  it('is hidden with its product', async () => {
    const { product } = await givenEvaluation('下架的产品')
    expect(await readPublished(app(), product)).not.toBeNull()
    await app().server.inject({
      method: 'DELETE',
      url: `/api/products/agent/${product}`,
      headers: editor.headers,
    })
    expect((await app().server.inject(`/api/evaluation/published/agent/${product}`)).statusCode).toBe(404)
  })

  it('is the platform’s word until it is withdrawn', async () => {
    const [product = ''] = await createProducts(app(), 'agent', [{ name: '担保的产品' }])
    const { reportId } = await evaluate(product, 90)
    const isPublished = async () => (await readReport(reportId)).isPublished
    expect(await isPublished()).toBe(false)
    await staff.publish({ reportId, candidates: [product] })
    expect(await isPublished()).toBe(true)
    expect((await staff.withdraw((await readPublished(app(), product)).id, '发布错了')).statusCode).toBe(200)
    expect(await isPublished()).toBe(false)
  })
})
