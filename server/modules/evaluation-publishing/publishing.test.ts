import { beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import type { PublishedEvaluation } from '#contracts/published-evaluations/published-evaluation.ts'
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

onEveryDatabase('publishing an evaluation', (app) => {
  let editor: Caller
  let staff: ReturnType<typeof createClient>
  let reportId = ''
  let projectId = ''
  const anonymous = createClient(app)
  const readPublished = async (id = 'jia'): Promise<PublishedEvaluation> =>
    (await anonymous.get(`/evaluation/published/agent/${id}`)).json().data
  const listVerdicts = async (query: string) =>
    (await anonymous.get(`/products-list?${query}`))
      .json()
      .data.map(({ name, verdict }: { name: string; verdict: { score: number } | null }) => [
        name,
        verdict?.score ?? null,
      ])
  const listAuditEntries = async (action: 'evaluation.publish' | 'evaluation.withdraw') =>
    (await listAudit(app(), action)).map(({ target, detail }) => [target, detail])

  beforeAll(async () => {
    await saveMapMethod(app())
    editor = await createSignedInUser(app(), 'editor')
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
    projectId = finished.projectId
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

  it('shows nothing before publication', async () => {
    expect(await readPublished()).toBeNull()
    expect(await listVerdicts('sort=verdict')).toEqual([
      ['丙产品', null],
      ['丁产品', null],
      ['甲产品', null],
      ['乙产品', null],
    ])
    expect((await anonymous.get('/evaluation/published/agent/nobody')).statusCode).toBe(404)
    expect((await anonymous.get('/evaluation/published/ai/jia')).statusCode).toBe(404)
  })

  it('publishes a snapshot on each product’s page', async () => {
    const reply = await staff.publish({ reportId, candidates: ['jia', 'yi'] })
    expect(toResult(reply)).toMatchObject({ status: 200, message: '已发布2个产品的评估结果' })
    const evaluation = await readPublished()
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
    expect(await listAuditEntries('evaluation.publish')).toEqual([
      ['乙产品', `强烈推荐，92分，有效至2027-11-21，报告${reportId}`],
      ['甲产品', `推荐，82分，有效至2027-11-21，报告${reportId}`],
    ])
  })

  it('sorts and filters the catalogue immediately', async () => {
    expect(await listVerdicts('sort=verdict')).toEqual([
      ['乙产品', 92],
      ['甲产品', 82],
      ['丙产品', null],
      ['丁产品', null],
    ])
    expect(await listVerdicts('sort=verdict&order=asc')).toEqual([
      ['甲产品', 82],
      ['乙产品', 92],
      ['丙产品', null],
      ['丁产品', null],
    ])
    expect(await listVerdicts(`verdict=${encodeURIComponent('推荐')}`)).toEqual([['甲产品', 82]])
    expect(await listVerdicts(`verdict=${encodeURIComponent('全部')}&sort=name`)).toHaveLength(4)
    const reply = await anonymous.get('/products-list?verdict=great')
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: 'verdict', message: '没有这个评估结论' }] })
  })

  it('is unchanged if the project moves back or is deleted', async () => {
    const before = await readPublished()
    const client = createProjectClient(app(), editor)
    await client.changeStatus(projectId, 'review', '复核')
    expect((await staff.publish({ reportId, candidates: ['jia'] })).statusCode).toBe(404)
    await client.send('DELETE', `/projects/${projectId}`)
    expect(await readPublished()).toEqual(before)
    const report = (await anonymous.get(`/evaluation/project-reports/${reportId}`)).json().data
    const { hash, signature, isCurrent, isPublished } = report
    expect({ hash, signature, isCurrent, isPublished }).toEqual({
      isPublished: true,
      hash: before.report.hash,
      signature: before.report.signature,
      isCurrent: true,
    })
    await client.send('POST', `/projects/${projectId}/restore`)
  })

  it('is replaced by the next one, and remains in the list', async () => {
    const secondEvaluation = [
      { productId: 'jia', points: 74 },
      { productId: 'ding', points: 64 },
    ]
    const next = await finishProject(app(), editor, secondEvaluation, '第二次评估')
    await staff.publish({
      reportId: next.reportId,
      candidates: ['jia', 'ding'],
      validUntil: '2026-12-31',
    })
    expect(await readPublished()).toMatchObject({ score: 72, recommendation: '谨慎推荐', validUntil: '2026-12-31' })
    const { data, counts } = (await staff.get('/evaluation/publications')).json()
    expect(counts).toEqual({ valid: 3, expired: 0, withdrawn: 0, replaced: 1 })
    const first = data.find(({ status }: { status: string }) => status === 'replaced')
    expect(first).toMatchObject({
      product: { name: '甲产品' },
      score: 82,
      publishedBy: 'editor',
      projectName: '平台评估',
    })
  })

  it('can be filtered by status, project, product and catalogue', async () => {
    const countMatches = async (query: string) =>
      (await staff.get(`/evaluation/publications?${query}`)).json().pagination.totalItems
    expect(await countMatches('status=valid')).toBe(3)
    expect(await countMatches(`search=${encodeURIComponent('第二次')}`)).toBe(2)
    expect(await countMatches('search=yichanpin')).toBe(1)
    expect(await countMatches('catalogue=ai')).toBe(0)
  })

  it('expires after its last day in Shanghai: on the page, in the list, in cached responses', async () => {
    const { clock } = app()
    const end = Date.parse('2026-12-31T16:00:00.000Z')
    clock.advance(end - clock.now().getTime() - 1)
    const readStatusAndList = async () => [(await readPublished()).status, await listVerdicts('sort=verdict')]
    expect(await readStatusAndList()).toEqual([
      'valid',
      [
        ['乙产品', 92],
        ['甲产品', 72],
        ['丁产品', 62],
        ['丙产品', null],
      ],
    ])
    clock.advance(1)
    expect(await readStatusAndList()).toEqual([
      'expired',
      [
        ['乙产品', 92],
        ['丙产品', null],
        ['丁产品', null],
        ['甲产品', null],
      ],
    ])
    expect(await listVerdicts(`verdict=${encodeURIComponent('谨慎推荐')}`)).toEqual([])
    // The editor's session has expired.
    const { token } = await signIn(app(), 'editor@example.com')
    staff = createClient(app, bearer(token))
    const { counts } = (await staff.get('/evaluation/publications?status=expired')).json()
    expect(counts).toMatchObject({ valid: 1, expired: 2 })
  })

  it('can’t be published after 24 months', async () => {
    const { clock } = app()
    clock.advance(Date.parse('2028-11-21T16:00:00.000Z') - clock.now().getTime())
    const author = toCaller(await signIn(app(), 'editor@example.com'))
    staff = createClient(app, author.headers)
    const thirdEvaluation = [{ productId: 'ding', points: 95 }]
    const { reportId: fresh } = await finishProject(app(), author, thirdEvaluation, '第三次评估')
    expect((await staff.publish({ reportId: fresh, candidates: ['ding'] })).statusCode).toBe(200)
    clock.advance(25 * 31 * DAY_MS)
    staff = createClient(app, bearer((await signIn(app(), 'editor@example.com')).token))
    const reply = await staff.publish({ reportId: fresh, candidates: ['ding'] })
    expect(toResult(reply)).toMatchObject({ status: 400, message: '定稿已超过24个月，请重新评估后再发布' })
  })

  it('is withdrawn with a reason, once', async () => {
    const evaluation = await readPublished()
    expect((await staff.withdraw(evaluation.id, ' ')).json().errors).toEqual([
      { path: 'reason', message: '请填写原因' },
    ])
    // Repeated, as if the first reply had been lost.
    for (const _attempt of [1, 2])
      expect((await staff.withdraw(evaluation.id, '厂商改版，结论不再适用')).statusCode).toBe(200)
    expect(await readPublished()).toBeNull()
    expect(await listAuditEntries('evaluation.withdraw')).toEqual([['甲产品', '厂商改版，结论不再适用']])
    const again = await staff.withdraw(evaluation.id, '再撤一次')
    expect(toResult(again)).toMatchObject({ status: 409, message: '这项评估已撤回或已被替换' })
    expect((await staff.withdraw('nothing', '没有')).statusCode).toBe(404)
    const { data } = (await staff.get('/evaluation/publications?status=withdrawn')).json()
    expect(data[0].withdrawal).toMatchObject({ by: 'editor', reason: '厂商改版，结论不再适用' })
  })

  it('is published once if the request is repeated, even concurrently', async () => {
    const owner = toCaller(await signIn(app(), 'editor@example.com'))
    const fourthEvaluation = [{ productId: 'bing', points: 90 }]
    const { reportId: last } = await finishProject(app(), owner, fourthEvaluation, '第四次评估')
    const client = createClient(app, owner.headers)
    const replies = await Promise.all([1, 2, 3].map(() => client.publish({ reportId: last, candidates: ['bing'] })))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const { data } = (await client.get(`/evaluation/publications?search=${encodeURIComponent('第四次')}`)).json()
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['valid'])
  })

  it('hides a product’s evaluation with the product', async () => {
    expect(await readPublished('bing')).not.toBeNull()
    const { token } = await signIn(app(), 'editor@example.com')
    await app().server.inject({ method: 'DELETE', url: '/api/products/agent/bing', headers: bearer(token) })
    expect((await anonymous.get('/evaluation/published/agent/bing')).statusCode).toBe(404)
  })

  it('is the platform’s word until it is withdrawn', async () => {
    const owner = toCaller(await signIn(app(), 'editor@example.com'))
    const client = createClient(app, owner.headers)
    const { reportId: id } = await finishProject(app(), owner, [{ productId: 'yi', points: 90 }], '第五次评估')
    const isPublished = async () => (await anonymous.get(`/evaluation/project-reports/${id}`)).json().data.isPublished
    expect(await isPublished()).toBe(false)
    await client.publish({ reportId: id, candidates: ['yi'] })
    expect(await isPublished()).toBe(true)
    expect((await client.withdraw((await readPublished('yi')).id, '发布错了')).statusCode).toBe(200)
    expect(await isPublished()).toBe(false)
  })
})
