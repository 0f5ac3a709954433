import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describePrivateTarget } from '#contracts/audit/audit.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import {
  createProjectClient,
  finishScoring,
  type PreparedProject,
  type ProjectClient,
  prepareProject,
  saveMethod,
  scoreAll,
} from '#testing/factories/evaluation-projects.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('a project', (app) => {
  let project: PreparedProject
  let client: ProjectClient
  // Each test has its own method and project.
  beforeEach(async () => {
    await saveMethod(app())
    project = await prepareProject(app())
    client = project.client
  })
  const startScoring = () => client.changeStatus(project.id, 'scoring')
  const read = async () => (await client.get(project.id)).json().data
  const listSteps = async () =>
    (await listAudit(app(), 'evaluation.status'))
      .filter(({ target }) => target === describePrivateTarget(project.id))
      .map(({ user, detail }) => [user?.name, detail])

  it('starts in 设定 with the newest method and its weights', async () => {
    expect(await read()).toMatchObject({
      status: 'setup',
      newerMethod: null,
      role: 'owner',
      setup: {
        candidates: [{ name: '甲' }, { name: '乙' }],
        groups: [
          { key: 'tech', weight: 60, criteria: [{ key: 't1' }, { key: 't2', isRequired: true, minimum: 60 }] },
          { key: 'market' },
        ],
      },
      scores: [],
      steps: [],
      lockHash: null,
    })
  })

  it('begins with a template, which stays, and no other method replaces', async () => {
    const created = (await client.create({ name: '货物招标', template: 'government-goods' })).json().data
    expect(created).toMatchObject({
      newerMethod: null,
      setup: {
        template: 'government-goods',
        groups: [{ weight: 30, criteria: [{ price: { basis: 'offer' } }] }, {}, {}],
      },
    })
    const { setup } = created
    const renamed = await client.update(created.id, { name: '货物', setup: { ...setup, aggregate: 'trimmedMean' } })
    expect(renamed.json().data.setup).toMatchObject({ template: 'government-goods', aggregate: 'trimmedMean' })
    expect(toResult(await client.send('POST', `/projects/${created.id}/method`))).toMatchObject({
      status: 409,
      message: '项目用的是方法模板，不能改用评估方法',
    })
    expect(toResult(await client.create({ name: '招标', template: 'none' }))).toMatchObject({
      status: 400,
      errors: [{ path: 'template', message: '没有这个方法模板' }],
    })
  })

  it('accepts catalogue products as candidates', async () => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '目录里的产品' }])
    const reply = await client.create({ name: '选型', products: [id, id] })
    expect(reply.json().data.setup.candidates).toEqual([
      { key: id, name: '目录里的产品', productId: id, catalogue: 'agent' },
    ])
  })

  it.each([
    ['an unknown product', 'unknown'],
    ['a blank product id', ' '],
  ])('rejects %s as a candidate', async (_, product) => {
    expect(toResult(await client.create({ name: '选型', products: [product] }))).toMatchObject({
      status: 400,
      errors: [{ path: 'products.0', message: '产品不存在或已下架' }],
    })
  })

  it('rejects an unknown product among changed candidates, and keeps one that was taken offline', async () => {
    const [product = ''] = await createProducts(app(), 'agent', [{ name: '改设定时下架的产品' }])
    const editor = await createSignedInUser(app(), 'editor')
    const { id, name, setup } = (await client.create({ name: '选型', products: [product] })).json().data
    await app().server.inject({ method: 'DELETE', url: `/api/products/agent/${product}`, headers: editor.headers })
    const update = (candidates: object[]) => client.update(id, { name, setup: { ...setup, candidates } })
    const candidate = { key: 'x', name: '甲', productId: 'unknown', catalogue: 'agent' }
    for (const changes of [{}, { productId: product, catalogue: 'ai' }, { productId: product, catalogue: null }])
      expect(toResult(await update([...setup.candidates, { ...candidate, ...changes }]))).toMatchObject({
        status: 400,
        errors: [{ path: 'setup.candidates.1.productId', message: '产品不存在或已下架' }],
      })
    const reply = await update([
      { ...setup.candidates[0], name: '改了名' },
      { key: 'b', name: '乙' },
    ])
    expect(reply.json().data.setup.candidates).toMatchObject([{ productId: product }, { productId: null }])
  })

  it('derives weights from a ranking and from pairwise comparisons', async () => {
    const { name, setup } = await read()
    const weightings = [
      { kind: 'order', scope: 'tech', order: ['t2', 't1'] },
      {
        kind: 'pairs',
        scope: null,
        keys: ['tech', 'market'],
        matrix: [
          [1, 3],
          [0.333, 1],
        ],
      },
    ]
    const { setup: saved } = (await client.update(project.id, { name, setup: { ...setup, weightings } })).json().data
    expect(saved.groups.map((group: { weight: number }) => Math.round(group.weight))).toEqual([75, 25])
    expect(saved.groups[0].criteria.map((criterion: { weight: number }) => criterion.weight)).toEqual([25, 75])
  })

  it.each([
    ['weights of zero', 'setup.groups', (setup: Setup) => setup.groups.map((group) => ({ ...group, weight: 0 }))],
    [
      'a duplicate key',
      'setup.groups.1.criteria.0.key',
      (setup: Setup) =>
        setup.groups.map((group) => ({
          ...group,
          criteria: group.criteria.map((criterion) =>
            criterion.key === 'm1' ? { ...criterion, key: 't1' } : criterion,
          ),
        })),
    ],
  ])('rejects %s', async (_, path, change) => {
    const { name, setup } = await read()
    const reply = await client.update(project.id, { name, setup: { ...setup, groups: change(setup) } })
    expect({ status: reply.statusCode, path: reply.json().errors[0].path }).toEqual({ status: 400, path })
  })

  it("rejects a matrix that isn't reciprocal", async () => {
    const { name, setup } = await read()
    const weightings = [
      {
        kind: 'pairs',
        scope: null,
        keys: ['tech', 'market'],
        matrix: [
          [1, 3],
          [2, 1],
        ],
      },
    ]
    const reply = await client.update(project.id, { name, setup: { ...setup, weightings } })
    expect({ status: reply.statusCode, error: reply.json().errors[0] }).toEqual({
      status: 400,
      error: { path: 'setup.weightings.0.matrix.0.1', message: '第1项与第2项的比较值须互为倒数' },
    })
  })

  it('rejects an outdated save from a second window', async () => {
    const reply = await client.get(project.id)
    const version = Number(String(reply.headers.etag).replaceAll('"', ''))
    const { setup } = reply.json().data
    expect((await client.update(project.id, { name: '第一个窗口', setup }, version)).statusCode).toBe(200)
    const stale = await client.update(project.id, { name: '第二个窗口', setup }, version)
    expect(toResult(stale)).toMatchObject({ status: 412, message: '项目已在别处更新，请核对后再保存' })
    expect((await read()).name).toBe('第一个窗口')
  })

  it('requires a candidate and a judge before 打分', async () => {
    const empty = (await client.create()).json().data
    const start = () => client.changeStatus(empty.id, 'scoring')
    expect(toResult(await start())).toMatchObject({ status: 409, message: '请至少添加一个候选' })
    const candidates = [{ key: 'a', name: '甲' }]
    await client.update(empty.id, { name: '空', setup: { ...empty.setup, candidates } })
    expect((await start()).json().message).toBe('请至少邀请一位评委')
  })

  it("can't skip a status", async () => {
    for (const to of ['setup', 'review', 'final'])
      expect([to, (await client.changeStatus(project.id, to)).statusCode]).toEqual([to, 409])
    expect((await client.changeStatus(project.id, 'done')).statusCode).toBe(400)
  })

  it('locks the setup with a time and a hash before anyone scores', async () => {
    const { setup } = await read()
    const reply = await startScoring()
    expect(reply.json().data).toMatchObject({
      status: 'scoring',
      lockedAt: app().clock.now().toISOString(),
      lockHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const changed = { ...setup, thresholds: { strong: 91, recommend: 80, cautious: 70 } }
    const rejected = await client.update(project.id, { name: '改名', setup: changed })
    expect(toResult(rejected)).toMatchObject({ status: 409, message: '权重与候选已锁定，退回设定后才能修改' })
    const renamed = await client.update(project.id, { name: '改名', setup })
    expect({ status: renamed.statusCode, name: renamed.json().data.name }).toEqual({ status: 200, name: '改名' })
    expect((await client.send('POST', `/projects/${project.id}/method`)).statusCode).toBe(409)
  })

  it('has the same hash for the same setup, and a different one after a change', async () => {
    await startScoring()
    const first = (await read()).lockHash
    await client.changeStatus(project.id, 'setup', '漏了一项')
    await startScoring()
    expect((await read()).lockHash).toBe(first)
    await client.changeStatus(project.id, 'setup', '调整名称')
    const { name, setup } = await read()
    const candidates = setup.candidates.map((candidate: { name: string }) => ({
      ...candidate,
      name: `${candidate.name}！`,
    }))
    await client.update(project.id, { name, setup: { ...setup, candidates } })
    await startScoring()
    expect((await read()).lockHash).not.toBe(first)
  })

  it('moves to 复议 after a judge has submitted', async () => {
    await startScoring()
    const early = await client.changeStatus(project.id, 'review')
    expect(toResult(early)).toMatchObject({ status: 409, message: '还没有评委提交评分' })
    await scoreAll(project.guest, project.judge.access)
    expect((await read()).scores).toEqual([])
    await project.guest.submit(project.judge.access)
    expect((await read()).scores).toEqual([])
    const reply = await client.changeStatus(project.id, 'review')
    expect(reply.json().data).toMatchObject({ status: 'review', scores: { length: 6 } })
  })

  it('moves back only with a reason, which is stored', async () => {
    await finishScoring(project)
    const withoutReason = await client.changeStatus(project.id, 'scoring', ' ')
    expect(toResult(withoutReason)).toMatchObject({ status: 400, errors: [{ path: 'reason', message: '请填写原因' }] })
    await client.changeStatus(project.id, 'scoring', '再请一位评委')
    const { status, steps } = await read()
    expect([status, steps.at(-1)]).toEqual([
      'scoring',
      {
        from: 'review',
        to: 'scoring',
        at: app().clock.now().toISOString(),
        by: project.owner.name,
        reason: '再请一位评委',
      },
    ])
  })

  it('lets judges score again after the setup was reopened', async () => {
    await finishScoring(project)
    expect((await read()).judges).toMatchObject([{ status: 'submitted', scored: 6 }])
    await client.changeStatus(project.id, 'scoring', '权重有误')
    await client.changeStatus(project.id, 'setup', '权重有误')
    await startScoring()
    expect((await read()).judges).toMatchObject([{ status: 'scoring', scored: 6, submittedAt: null }])
  })

  it('records its status changes in the audit log, without content', async () => {
    await finishScoring(project)
    await client.changeStatus(project.id, 'scoring', '再请一位评委')
    const { name } = project.owner
    expect(await listSteps()).toEqual([
      [name, '变更阶段：复议 → 打分'],
      [name, '变更阶段：打分 → 复议'],
      [name, '变更阶段：设定 → 打分'],
    ])
  })

  it('offers a newer method in 设定', async () => {
    const tasks = [{ key: 'q1', title: '退款', criterion: 't1' }]
    await client.send('PUT', `/projects/${project.id}/tasks`, { tasks })
    const { methodVersion } = await read()
    await saveMethod(app(), {
      evaluationStandards: {
        groups: [
          { key: 'g', title: '技术', percentage: 100, criteria: [{ key: 'c', title: '准确性', percentage: 100 }] },
        ],
      },
    })
    expect(await read()).toMatchObject({ methodVersion, newerMethod: methodVersion + 1 })
    const reply = await client.send('POST', `/projects/${project.id}/method`)
    expect(reply.json().data).toMatchObject({
      methodVersion: methodVersion + 1,
      newerMethod: null,
      setup: { candidates: [{ name: '甲' }, { name: '乙' }], groups: [{ key: 'g' }] },
      tasks: [{ key: 'q1', criterion: null }],
    })
  })

  it('can be moved to the recycle bin and restored', async () => {
    const listIds = async (query = '') =>
      (await client.send('GET', `/projects${query}`)).json().data.map(({ id }: { id: string }) => id)
    await client.send('DELETE', `/projects/${project.id}`)
    expect([(await client.get(project.id)).statusCode, await listIds('?bin=true')]).toEqual([404, [project.id]])
    expect((await project.guest.open(project.judge.access)).statusCode).toBe(404)
    await client.send('POST', `/projects/${project.id}/restore`)
    expect([(await client.get(project.id)).statusCode, await listIds('?bin=true')]).toEqual([200, []])
    expect(await listIds()).toContain(project.id)
  })

  it('is deleted with its scores after 30 days in the recycle bin', async () => {
    await finishScoring(project)
    await client.send('DELETE', `/projects/${project.id}`)
    app().clock.advance(30 * DAY_MS + 1)
    await runHousekeeping(app().database, app().clock, app().services)
    const { read: db } = app().database
    const projects = db.selectFrom('evaluationProjects').select('id').where('id', '=', project.id)
    const scores = db.selectFrom('evaluationScores').selectAll().where('projectId', '=', project.id)
    expect([await projects.execute(), await scores.execute()]).toEqual([[], []])
  })
})

const TRIAL = { id: '0b8a6f2e-7c1d-4e0a-9d43-2f1f6f1c0c11', task: 'q1', candidate: 'a', isPassed: true }

type Setup = { groups: { weight: number; criteria: { key: string }[] }[] }

onEveryDatabase('projects of others', (app) => {
  let project: PreparedProject
  beforeAll(async () => {
    await saveMethod(app())
  })
  // Each test has its own project; one of them lasts longer than a session.
  beforeEach(async () => {
    project = await prepareProject(app())
    await project.client.changeStatus(project.id, 'scoring')
  })

  const createLink = async (body: object, { client, id } = project): Promise<string> => {
    const { link } = (await client.send('POST', `/projects/${id}/reader-link`, body)).json().data
    return link.split('/evaluation/reading#')[1]
  }
  const allowTwoProjects = () =>
    app().database.write((transaction) =>
      app().services.settings.save(transaction, 'content', { maxEvaluationProjects: 2 }),
    )
  const read = (token: string) => project.guest.send('POST', '/readings', { token })

  it.each(['member', 'editor', 'reviewer', 'viewer', 'super_admin'] as const)(
    'return 404 to every request of a %s',
    async (role) => {
      const other = createProjectClient(app(), await createSignedInUser(app(), role, `other-${role}`))
      const { id, judge } = project
      const { setup } = (await project.client.get(id)).json().data
      const replies = [
        await other.get(id),
        await other.update(id, { name: '别人的', setup }),
        await other.changeStatus(id, 'setup', '原因'),
        await other.invite(id, { name: '评委' }),
        await other.send('DELETE', `/projects/${id}`),
        await other.send('POST', `/projects/${id}/restore`),
        await other.send('POST', `/projects/${id}/method`),
        await other.send('POST', `/projects/${id}/judges/${judge.id}/link`),
        await other.send('DELETE', `/projects/${id}/judges/${judge.id}`),
        await other.send('POST', `/projects/${id}/judges/${judge.id}/restore`),
        await other.send('POST', `/projects/${id}/reader-link`, {}),
        await other.send('DELETE', `/projects/${id}/reader-link`),
        await other.send('PUT', `/projects/${id}/tasks`, { tasks: [] }),
        await other.send('POST', `/projects/${id}/trials`, { trials: [TRIAL] }),
        await other.send('GET', `/projects/${id}/trials/template`),
        await other.send('GET', `/projects/${id}/export`),
        await other.send('DELETE', `/projects/${id}/trials/x`),
        await other.send('GET', `/projects/${id}/analysis`),
        await other.send('GET', `/projects/${id}/evidence/x`),
        await other.open({ project: id }),
      ]
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
      expect((await other.send('GET', '/projects')).json().data).toEqual([])
    },
  )

  it('can be read by a link until it is revoked', async () => {
    const token = await createLink({})
    expect((await read(token)).json().data).toMatchObject({
      id: project.id,
      role: 'reader',
      analysis: null,
      scores: [],
    })
    expect((await project.client.get(project.id)).json().data.hasReaderLink).toBe(true)
    await project.client.send('DELETE', `/projects/${project.id}/reader-link`)
    expect((await read(token)).statusCode).toBe(404)
  })

  it('can be read by the newest link only', async () => {
    const first = await createLink({ days: 7 })
    const second = await createLink({ days: 7 })
    expect([(await read(first)).statusCode, (await read(second)).statusCode]).toEqual([404, 200])
  })

  it('rejects a lifetime of a link that isn’t offered', async () => {
    const reply = await project.client.send('POST', `/projects/${project.id}/reader-link`, { days: 8 })
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: 'days', message: '没有这个有效期' }] })
  })

  it('can be read until the link expires, if it has a lifetime', async () => {
    const limited = await createLink({ days: 7 })
    const { hasReaderLink, readerLinkExpiresAt } = (await project.client.get(project.id)).json().data
    expect([hasReaderLink, Date.parse(readerLinkExpiresAt) - app().clock.now().getTime()]).toEqual([true, 7 * DAY_MS])
    const unlimited = await createLink({ days: null }, await prepareProject(app()))
    app().clock.advance(7 * DAY_MS)
    expect(toResult(await read(limited))).toMatchObject({
      status: 404,
      message: '只读链接无效、已撤销或已过期，请联系项目负责人',
    })
    expect((await read(unlimited)).statusCode).toBe(200)
  })

  it('limits the projects of a member to the number in the settings', async () => {
    await allowTwoProjects()
    const member = createProjectClient(app(), await createSignedInUser(app(), 'member', 'busy'))
    const first = (await member.create()).json().data
    expect((await member.create()).statusCode).toBe(200)
    const third = await member.create()
    expect(toResult(third)).toMatchObject({ status: 409, message: '每人最多2个评估项目，请先删除不用的' })
    await member.send('DELETE', `/projects/${first.id}`)
    await member.create()
    expect((await member.send('POST', `/projects/${first.id}/restore`)).statusCode).toBe(409)
  })

  it('enforces the limit for concurrent requests', async () => {
    await allowTwoProjects()
    const member = createProjectClient(app(), await createSignedInUser(app(), 'member', 'hasty'))
    const replies = await Promise.all([1, 2, 3, 4].map(() => member.create()))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409])
  })
})
