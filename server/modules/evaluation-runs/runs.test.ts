import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { MINUTE_MS } from '#contracts/durations.ts'
import { RUN_MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { Run, RunTrial } from '#contracts/evaluation-runs/run.ts'
import { RUNS, TEXT } from '#contracts/limits.ts'
import { json, type Respond } from '#testing/agent-server.ts'
import { type PreparedProject, prepareProject, saveMethod } from '#testing/factories/evaluation-projects.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createSignedInUser } from '#testing/factories/users.ts'
import { listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { createBlankResult } from './result.ts'

const answer = (text: string): Respond => json({ choices: [{ message: { content: text }, finish_reason: 'stop' }] })

const TASKS = [
  { key: 'q1', title: '退款几天到账？', checks: [{ kind: 'number', value: 7 }] },
  { key: 'q2', title: '请转人工', turns: ['你好', '请转人工'], acceptance: '转接人工' },
]

onEveryDatabase('runs', (app) => {
  let project: PreparedProject

  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    // Engines ask for all runs.
    await app().database.write(({ db }) => db.deleteFrom('evaluationRuns').execute())
    project = await prepareProject(app())
    await project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks: TASKS })
  })

  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    project.client.send(method, `/projects/${project.id}/runs${path}`, body)
  const begin = async (body: object = {}): Promise<Run> => (await send('POST', '', { retries: 0, ...body })).json().data
  const read = async ({ id }: Pick<Run, 'id'>): Promise<Run> => (await send('GET', `/${id}`)).json().data
  const act = (run: Pick<Run, 'id'>, action: string) => send('POST', `/${run.id}/${action}`)
  const connect = (candidate: string, url: string, settings: object = {}) =>
    project.client.send('PUT', `/projects/${project.id}/connections/${candidate}`, {
      kind: 'openai',
      url,
      secret: 'sk-secret',
      ...settings,
    })
  /** Creates a node's engine, which fails the test if anything fails. */
  function createEngine(capacity?: { conversations: number; perRun: number }) {
    const failures: unknown[] = []
    const engine = app().services.evaluationRuns.createEngine((error) => failures.push(error), capacity)
    onTestFinished(async () => {
      await engine.stop()
      expect(failures).toEqual([])
    })
    return engine
  }
  async function work(engine = createEngine()) {
    await engine.work()
    await engine.waitUntilIdle()
    // The end of a run is announced by whoever looks at it next.
    await engine.work()
  }
  const listTrials = async (run: Pick<Run, 'id'>, query = '') => (await send('GET', `/${run.id}/trials${query}`)).json()

  it('is not held up by a run whose plan cannot be read', async () => {
    const { url } = await startTestAgent(answer('7天'))
    await connect('a', url)
    await connect('b', url)
    const run = await begin()
    const spoilt = { id: randomUUID(), projectId: (await prepareProject(app())).id, planJson: '{}' }
    await app().database.write(({ db }) =>
      db
        .insertInto('evaluationRuns')
        .values({
          ...spoilt,
          title: '',
          status: 'running',
          statusReason: '',
          planned: 1,
          calls: 0,
          limitsJson: JSON.stringify({ calls: 1, minutes: 1 }),
          // It is looked at first.
          startedAt: '2026-01-01T00:00:00.000Z',
          endsAt: '2100-01-01T00:00:00.000Z',
          isReported: false,
          connectionsJson: '{}',
        })
        .execute(),
    )
    const failures: unknown[] = []
    const engine = app().services.evaluationRuns.createEngine((error) => failures.push(error))
    onTestFinished(engine.stop)
    await work(engine)
    expect(await read(run)).toMatchObject({ status: 'finished' })
    expect(failures).not.toEqual([])
  })

  it('asks every task of every candidate as often as planned, and counts by both denominators', async () => {
    const right = await startTestAgent(answer('7天'))
    const broken = await startTestAgent(json({ error: { message: '额度不足' } }, 400))
    await connect('a', right.url)
    await connect('b', broken.url)
    const run = await begin({ repeats: 2 })
    expect(run).toMatchObject({ status: 'running', planned: 8, outcomes: { passed: 0 } })
    await work()
    const finished = await read(run)
    expect(finished).toMatchObject({
      status: 'finished',
      outcomes: { passed: 2, failed: 0, error: 4, limited: 0, unscored: 2 },
      finishedAt: expect.any(String),
      candidates: [
        { key: 'a', planned: 4, decided: 2, passed: 2, rateOfPlanned: 0.5, rateOfDecided: 1, passHat: [1, 1] },
        { key: 'b', planned: 4, decided: 0, passed: 0, rateOfPlanned: 0, rateOfDecided: null },
      ],
    })
    expect(finished.cells).toHaveLength(4)
    // Two single questions and two conversations of two messages; errors end a conversation.
    expect([right.requests.length, broken.requests.length, finished.calls]).toEqual([6, 4, 10])
  })

  it('keeps what was said, checked and measured of each trial', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url, { price: { perCall: 0.5 } })
    const run = await begin({ repeats: 1 })
    await work()
    const { data, pagination } = await listTrials(run, '?task=q1')
    expect(pagination.totalItems).toBe(1)
    expect(data[0]).toMatchObject({
      task: 'q1',
      candidate: 'a',
      outcome: 'passed',
      decidedBy: 'checks',
      score: 1,
      messages: ['退款几天到账？'],
      reply: '7天',
      checks: [{ kind: 'number', isPassed: true }],
      cost: 0.5,
      attempts: 1,
      isRepeated: false,
      host: new URL(agent.url).host,
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
    })
    expect((await listTrials(run, '?outcome=unscored')).data).toMatchObject([
      {
        task: 'q2',
        decidedBy: null,
        messages: ['你好', '请转人工'],
        earlierReplies: ['7天'],
        reply: '7天',
        cost: 1,
        reason: '没有检查，由人判定',
      },
    ])
    // The second message comes with the first, and its reply.
    const second = agent.requests.map(({ body }) => JSON.parse(body)).find(({ messages }) => messages.length > 1)
    expect(second.messages).toMatchObject([
      { role: 'user', content: '你好' },
      { role: 'assistant', content: '7天' },
      { role: 'user', content: '请转人工' },
    ])
  })

  it('groups failures by check and reason, the most frequent first', async () => {
    const wrong = await startTestAgent(answer('请联系人工'))
    const broken = await startTestAgent(json({ error: { message: '额度不足' } }, 400))
    await connect('a', wrong.url)
    await connect('b', broken.url)
    const run = await begin({ repeats: 2, tasks: ['q1'] })
    await work()
    const failures = (await send('GET', `/${run.id}/failures`)).json().data
    expect(failures).toHaveLength(2)
    expect(failures).toContainEqual({ candidate: 'a', kind: 'number', reason: '回答中没有数', count: 2 })
    expect(failures).toContainEqual({
      candidate: 'b',
      kind: 'error',
      reason: expect.stringContaining('额度不足'),
      count: 2,
    })
  })

  it('asks the wordings of a task, too', async () => {
    const tasks = [{ ...TASKS[0], variants: ['退款何时到账？'] }]
    await project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks })
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url)
    await begin({ repeats: 2 })
    await work()
    const questions = agent.requests.map(({ body }) => JSON.parse(body).messages[0].content)
    expect(questions.toSorted()).toEqual(['退款何时到账？', '退款何时到账？', '退款几天到账？', '退款几天到账？'])
  })

  it('is shared by two nodes, which ask nothing twice', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url, { maxConcurrency: 10 })
    const run = await begin({ repeats: 20, tasks: ['q1'] })
    const [first, second] = [createEngine(), createEngine()]
    await Promise.all([work(first), work(second)])
    await Promise.all([work(first), work(second)])
    expect(await read(run)).toMatchObject({ status: 'finished', outcomes: { passed: 20 } })
    expect(agent.requests).toHaveLength(20)
  })

  it('has no more conversations than the agent bears, whichever nodes have them', async () => {
    let active = 0
    let most = 0
    const agent = await startTestAgent(async (...request) => {
      active += 1
      most = Math.max(most, active)
      await setTimeout(20)
      active -= 1
      answer('7天')(...request)
    })
    await connect('a', agent.url, { maxConcurrency: 3 })
    const run = await begin({ repeats: 60, tasks: ['q1'] })
    const nodes = [createEngine(), createEngine(), createEngine()]
    const isOver = async () => (await read(run)).finishedAt !== null
    while (!(await isOver())) await Promise.all(nodes.map((node) => node.work()))
    expect(await read(run)).toMatchObject({ outcomes: { passed: 60 } })
    expect(agent.requests).toHaveLength(60)
    expect(most).toBeLessThanOrEqual(3)
  })

  it('begins several conversations, and stores several answers, by one commit', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url, { maxConcurrency: 10 })
    const run = await begin({ repeats: 60, tasks: ['q1'] })
    let commits = 0
    const { database } = app()
    const { write } = database
    database.write = (callback) => {
      commits += 1
      return write(callback)
    }
    onTestFinished(() => {
      database.write = write
    })
    await work()
    expect(await read(run)).toMatchObject({ status: 'finished', outcomes: { passed: 60 } })
    // At first it asks one by one, until it knows that the agent bears more.
    expect(commits).toBeLessThan(60)
  })

  it('shares the conversations of a node with other runs and candidates in turn', async () => {
    const asked: string[] = []
    const agent = await startTestAgent((reply, request, index) => {
      asked.push(request.headers.authorization ?? '')
      return answer('7天')(reply, request, index)
    })
    await connect('a', agent.url, { secret: 'first-a' })
    await connect('b', agent.url, { secret: 'first-b' })
    await begin({ repeats: 2, tasks: ['q1'] })
    project = await prepareProject(app())
    await project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks: TASKS })
    await connect('a', agent.url, { secret: 'second-a' })
    await begin({ repeats: 2, tasks: ['q1'] })
    await work(createEngine({ conversations: 1, perRun: 1 }))
    // Which was claimed first of the next two is a matter of milliseconds.
    const first = new Set(asked.slice(0, 4).map((header) => header.replace('Bearer ', '')))
    expect([...first].toSorted()).toEqual(['first-a', 'first-b', 'second-a'])
    expect(asked).toHaveLength(6)
  })

  describe('a node that is killed', () => {
    /** Begins a run whose agent never answers the first time, and returns after the first question. */
    async function beginHanging(options: object) {
      let release = () => {}
      const isAsked = new Promise<void>((resolve) => {
        release = resolve
      })
      const agent = await startTestAgent((reply, request, index) => {
        if (index === 0) return release()
        return answer('7天')(reply, request, index)
      })
      await connect('a', agent.url)
      const run = await begin({ repeats: 1, tasks: ['q1'], ...options })
      const dead = app().services.evaluationRuns.createEngine(() => {})
      await dead.work()
      await isAsked
      // It claims no more from now on.
      await dead.work()
      return { run, agent, dead }
    }

    it('leaves its trial to another one when the lease ends, which marks it', async () => {
      const { run, agent, dead } = await beginHanging({})
      const other = createEngine()
      await work(other)
      expect(agent.requests).toHaveLength(1)
      app().clock.advance(RUNS.leaseMs + 1)
      await work(other)
      expect(agent.requests).toHaveLength(2)
      expect((await listTrials(run)).data).toMatchObject([{ outcome: 'passed', isRepeated: true }])
      await dead.stop()
      expect(await read(run)).toMatchObject({ status: 'finished', outcomes: { passed: 1 } })
    })

    it('keeps its trial as long as it renews the lease', async () => {
      const { agent, dead } = await beginHanging({})
      app().clock.advance(RUNS.leaseMs / 2)
      await dead.renew()
      app().clock.advance(RUNS.leaseMs / 2 + 1)
      await work()
      expect(agent.requests).toHaveLength(1)
      await dead.stop()
    })

    it('counts the messages that it may have sent, and not those that it had yet to send', async () => {
      const { run, agent, dead } = await beginHanging({ tasks: ['q2'] })
      expect(await read(run)).toMatchObject({ calls: 2 })
      app().clock.advance(RUNS.leaseMs + 1)
      await work()
      expect([agent.requests.length, (await read(run)).calls]).toEqual([3, 3])
      await dead.stop()
    })

    it('leaves an error if the run says not to ask again', async () => {
      const { run, agent, dead } = await beginHanging({ askAgain: false })
      app().clock.advance(RUNS.leaseMs + 1)
      await work()
      expect((await listTrials(run)).data).toMatchObject([
        { outcome: 'error', reason: '上一次提问的回复没有收到；按设定不再重问' },
      ])
      expect(agent.requests).toHaveLength(1)
      await dead.stop()
    })
  })

  it('never makes more calls than its limit', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url)
    const run = await begin({ repeats: 5, tasks: ['q1'], limits: { calls: 3 } })
    await work()
    expect(await read(run)).toMatchObject({
      status: 'limited',
      statusReason: '已到调用次数的上限（3次）',
      outcomes: { passed: 3, limited: 2 },
      finishedAt: expect.any(String),
    })
    expect(agent.requests).toHaveLength(3)
  })

  it('ends at its limit although the last conversation is broken off by it', async () => {
    const good = await startTestAgent(answer('7天'))
    const isLimited = Promise.withResolvers<void>()
    const busy = await startTestAgent((...request) => void isLimited.promise.then(() => json({}, 503)(...request)))
    await connect('a', good.url)
    await connect('b', busy.url)
    const run = await begin({ repeats: 2, tasks: ['q1'], retries: 1, limits: { calls: 2 } })
    const engine = createEngine()
    await engine.work()
    await vi.waitFor(async () => expect((await read(run)).status).toBe('limited'), { timeout: 10_000 })
    isLimited.resolve()
    await work(engine)
    expect(await read(run)).toMatchObject({
      status: 'limited',
      calls: 2,
      outcomes: { passed: 1, limited: 3 },
      finishedAt: expect.any(String),
    })
  })

  it('ends when its time is up, to which a pause doesn’t count', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url)
    const run = await begin({ repeats: 1, tasks: ['q1'], limits: { minutes: 1 } })
    await act(run, 'pause')
    app().clock.advance(5 * MINUTE_MS)
    await work()
    expect([(await read(run)).status, agent.requests.length]).toEqual(['paused', 0])
    await act(run, 'resume')
    app().clock.advance(MINUTE_MS)
    await work()
    expect(await read(run)).toMatchObject({ status: 'limited', outcomes: { limited: 1 } })
    expect(agent.requests).toHaveLength(0)
    await act(run, 'retry')
    await work()
    expect(await read(run)).toMatchObject({ status: 'finished', statusReason: '', outcomes: { passed: 1, limited: 0 } })
  })

  describe('that has ended', () => {
    const addRepeats = (run: Run, repeats: number) => send('POST', `/${run.id}/repeats`, { repeats })

    it('asks its tasks more often, with the limits from the start, and keeps what was answered', async () => {
      const agent = await startTestAgent(answer('7天'))
      await connect('a', agent.url)
      const tasks = [
        { ...TASKS[0], variants: ['多久退款？'] },
        { key: 'q3', title: '几天？', repeats: 3 },
      ]
      await project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks })
      const run = await begin({ repeats: 1, limits: { calls: 5 } })
      await work()
      expect(await read(run)).toMatchObject({ planned: 5, calls: 5, repeats: 1, status: 'finished' })
      const earlier = (await listTrials(run)).data.map(({ sha256 }: RunTrial) => sha256)
      const begun = (await addRepeats(run, 2)).json().data
      expect(begun).toMatchObject({ status: 'running', planned: 8, repeats: 2, finishedAt: null })
      await work()
      expect(await read(run)).toMatchObject({ status: 'finished', planned: 8, calls: 8, outcomes: { limited: 0 } })
      const trials: RunTrial[] = (await listTrials(run)).data
      expect(trials.map(({ sha256 }) => sha256)).toEqual(expect.arrayContaining(earlier))
      const asked = trials.map(({ task, variant, repeat }) => `${task} ${variant} ${repeat}`)
      const expected = ['q1 0 1', 'q1 0 2', 'q1 1 1', 'q1 1 2', 'q3 0 1', 'q3 0 2', 'q3 0 3', 'q3 0 4']
      expect(asked.toSorted()).toEqual(expected)
      await addRepeats(run, 4)
      await work()
      expect(await read(run)).toMatchObject({ planned: 14, repeats: 4, calls: 13, status: 'limited' })
    })

    it('isn’t asked as often as it was, while it or another goes on, nor above the limit of trials', async () => {
      const agent = await startTestAgent(answer('7天'))
      await connect('a', agent.url)
      const run = await begin({ repeats: 2, tasks: ['q1'] })
      expect(toResult(await addRepeats(run, 3))).toMatchObject({ status: 409, message: RUN_MESSAGES.active })
      await work()
      expect(toResult(await addRepeats(run, 2))).toMatchObject({
        status: 409,
        message: RUN_MESSAGES.repeatsNotMore(2),
      })
      const other = await begin({ repeats: 1, tasks: ['q1'] })
      expect(toResult(await addRepeats(run, 3))).toMatchObject({ status: 409, message: RUN_MESSAGES.active })
      await act(other, 'cancel')
      await app().database.write(({ db }) =>
        db.updateTable('evaluationRuns').set({ planned: RUNS.trials }).where('id', '=', other.id).execute(),
      )
      expect(toResult(await addRepeats(run, 3))).toMatchObject({
        status: 409,
        message: RUN_MESSAGES.projectTrialsMax(RUNS.trials),
      })
      expect(agent.requests).toHaveLength(2)
    })
  })

  it('stops for money, as far as costs are known', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url, { price: { perCall: 2 }, maxConcurrency: 1 })
    const run = await begin({ repeats: 5, tasks: ['q1'], limits: { cost: 4 } })
    await work()
    expect(await read(run)).toMatchObject({ status: 'limited', cost: 4, outcomes: { passed: 2, limited: 3 } })
  })

  it('says of how many trials that were asked the cost is unknown', async () => {
    await connect('a', (await startTestAgent(answer('7天'))).url, { price: { perCall: 2 }, maxConcurrency: 1 })
    await connect('b', (await startTestAgent(answer('7天'))).url, { maxConcurrency: 1 })
    const run = await begin({ repeats: 2, tasks: ['q1'] })
    await work()
    expect(await read(run)).toMatchObject({ cost: 4, unknownCosts: 2 })
    await connect('a', (await startTestAgent(answer('7天'))).url, { price: { perCall: 2 }, maxConcurrency: 1 })
    const limited = await begin({ repeats: 5, tasks: ['q1'], candidates: ['a'], limits: { cost: 4 } })
    await work()
    expect(await read(limited)).toMatchObject({ outcomes: { limited: 3 }, cost: 4, unknownCosts: 0 })
  })

  it('tries a failed call again, and counts that', async () => {
    const agent = await startTestAgent((reply, request, index) =>
      index === 0 ? json({}, 503)(reply, request, index) : answer('7天')(reply, request, index),
    )
    await connect('a', agent.url)
    const run = await begin({ repeats: 1, tasks: ['q1'], retries: 1 })
    await work()
    expect(await read(run)).toMatchObject({ calls: 2, outcomes: { passed: 1 } })
    expect((await listTrials(run)).data).toMatchObject([{ attempts: 2 }])
  })

  it('is paused at the account’s limit of calls a day', async () => {
    const setLimit = (maxAgentCallsPerDay: number) =>
      app().database.write((transaction) =>
        app().services.settings.save(transaction, 'content', { maxAgentCallsPerDay }),
      )
    await setLimit(2)
    onTestFinished(() => setLimit(5_000).then(() => {}))
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url, { maxConcurrency: 1 })
    const run = await begin({ repeats: 3, tasks: ['q1'] })
    await work()
    expect(await read(run)).toMatchObject({
      status: 'paused',
      statusReason: '今天的调用次数已达上限（2次），请明天再试',
      outcomes: { passed: 2 },
    })
    expect(agent.requests).toHaveLength(2)
  })

  it('doesn’t count the retries that the account’s limit refuses', async () => {
    const setLimit = (maxAgentCallsPerDay: number) =>
      app().database.write((transaction) =>
        app().services.settings.save(transaction, 'content', { maxAgentCallsPerDay }),
      )
    await setLimit(1)
    onTestFinished(() => setLimit(5_000).then(() => {}))
    const agent = await startTestAgent(json({}, 503))
    await connect('a', agent.url)
    const run = await begin({ repeats: 1, tasks: ['q1'], retries: 1 })
    await work()
    expect(await read(run)).toMatchObject({ status: 'paused', calls: 1 })
    expect(agent.requests).toHaveLength(1)
  })

  it.each([401, 403])('is paused when an agent replies %i three times in a row', async (status) => {
    const agent = await startTestAgent(json({ error: { message: 'bad key' } }, status))
    await connect('a', agent.url, { maxConcurrency: 1 })
    const run = await begin({ repeats: 10, tasks: ['q1'] })
    await work()
    expect(await read(run)).toMatchObject({
      status: 'paused',
      statusReason: '“甲”连续拒绝了密钥，已暂停；请核对密钥后继续',
      outcomes: { error: 3 },
    })
    expect(agent.requests).toHaveLength(3)
  })

  it('stops for a removed connection, a disabled owner and a deleted project', async () => {
    await connect('a', 'http://127.0.0.1:9')
    const run = await begin()
    await project.client.send('DELETE', `/projects/${project.id}/connections/a`)
    await work()
    expect(await read(run)).toMatchObject({
      status: 'paused',
      statusReason: '候选“甲”的连接已删除，已暂停；请重新连接后继续，或取消这次运行',
    })
    expect(toResult(await act(run, 'resume'))).toMatchObject({ status: 409, message: expect.stringContaining('“甲”') })
    expect(await read(run)).toMatchObject({ status: 'paused' })
    await connect('a', 'http://127.0.0.1:9')
    await act(run, 'resume')
    await project.client.send('DELETE', `/projects/${project.id}`)
    await work()
    await project.client.send('POST', `/projects/${project.id}/restore`)
    expect(await read(run)).toMatchObject({ status: 'cancelled', statusReason: '项目已定稿或已删除' })
    const second = await begin()
    const setStatus = (status: 'active' | 'inactive') =>
      app().database.write(({ db }) =>
        db.updateTable('users').set({ status }).where('id', '=', project.owner.id).execute(),
      )
    await setStatus('inactive')
    await work()
    await setStatus('active')
    expect(await read(second)).toMatchObject({ status: 'cancelled', statusReason: '负责人的账号已停用' })
  })

  it('asks nothing more once it was cancelled', async () => {
    const agent = await startTestAgent(async (reply, request, index) => {
      // The second message would be answered never.
      if (index > 0) return
      await act(await running, 'cancel')
      answer('好')(reply, request, index)
    })
    await connect('a', agent.url)
    const running = begin({ repeats: 1, tasks: ['q2'] })
    const run = await running
    const engine = createEngine()
    await engine.work()
    while ((await read(run)).status === 'running') await setTimeout(1)
    await engine.work()
    await engine.waitUntilIdle()
    expect(agent.requests.length).toBeLessThanOrEqual(2)
    expect(await read(run)).toMatchObject({ status: 'cancelled', outcomes: { unscored: 0, error: 0 } })
  })

  it('streams its progress whenever it changes, until the server stops', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url)
    const run = await begin({ repeats: 1, tasks: ['q1'] })
    const { evaluationRuns } = app().services
    const owner = { ...project.owner, ip: '127.0.0.1' }
    const working = work()
    const events: string[] = []
    for await (const chunk of await evaluationRuns.watch({ projectId: project.id, runId: run.id }, owner)) {
      events.push(...(String(chunk).match(/(?<=data: ).*/g) ?? []))
      if (events.at(-1)?.includes('"finished"')) break
    }
    await working
    expect(JSON.parse(events.at(-1) ?? '')).toEqual({
      status: 'finished',
      finishedAt: expect.any(String),
      calls: 1,
      decided: 1,
    })
    expect(new Set(events).size).toBe(events.length)
    evaluationRuns.stopWatching()
    const { headers, body } = await send('GET', `/${run.id}/events`)
    expect([headers['content-type'], headers['x-accel-buffering'], body]).toEqual(['text/event-stream', 'no', ''])
  })

  it('gives its place back to others while an agent wants to be left alone, until its time is up', async () => {
    const agent = await startTestAgent((reply) => reply.writeHead(429, { 'retry-after': '86400' }).end())
    await connect('a', agent.url)
    const run = await begin({ repeats: 1, tasks: ['q1'], retries: 1, limits: { minutes: 1 } })
    const engine = createEngine()
    await work(engine)
    await work(engine)
    expect([agent.requests.length, (await read(run)).status]).toEqual([1, 'running'])
    app().clock.advance(MINUTE_MS)
    await work(engine)
    expect(await read(run)).toMatchObject({ status: 'limited', calls: 1, outcomes: { limited: 1 } })
  })

  it('counts what answered messages cost although a later one failed, and keeps it in a retry', async () => {
    const agent = await startTestAgent((reply, request, index) =>
      index % 2 === 0 ? answer('好')(reply, request, index) : json({}, 400)(reply, request, index),
    )
    await connect('a', agent.url, { price: { perCall: 1 }, maxConcurrency: 1 })
    const run = await begin({ repeats: 4, tasks: ['q2'], limits: { cost: 4 } })
    await work()
    const limited = await read(run)
    expect(limited).toMatchObject({ status: 'limited', cost: 3, outcomes: { error: 3, limited: 1 } })
    await act(run, 'retry')
    expect(await read(run)).toMatchObject({ status: 'running', cost: 3, calls: limited.calls, limits: { cost: 7 } })
  })

  it('never spends more than its limit, however many conversations go on at once', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url, { price: { perCall: 1 }, maxConcurrency: 10 })
    const run = await begin({ repeats: 30, tasks: ['q1'], limits: { cost: 20 } })
    await work()
    expect(await read(run)).toMatchObject({ status: 'limited', cost: 20, outcomes: { passed: 20, limited: 10 } })
  })

  it('is cancelled, and keeps what was decided', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url)
    const run = await begin({ repeats: 3, tasks: ['q1'] })
    await act(run, 'cancel')
    await work()
    expect(await read(run)).toMatchObject({ status: 'cancelled', planned: 3, outcomes: { passed: 0 } })
    expect(agent.requests).toHaveLength(0)
    for (const action of ['cancel', 'pause', 'resume']) expect((await act(run, action)).statusCode).toBe(409)
  })

  it('mails its owner and tells the team of its end, once, without the titles', async () => {
    await enableMail(app())
    const editor = await createSignedInUser(app(), 'editor', 'hears-of-runs')
    await app().services.inbox.subscriptions.save({ ways: { 'run.finished': 'inbox' }, digestHour: 9 }, editor)
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url)
    await begin({ title: '首轮', repeats: 1, tasks: ['q1'] })
    const engine = createEngine()
    await work(engine)
    await work(engine)
    const mails = (await listOutbox(app())).filter(({ kind }) => kind === 'runFinished')
    expect(mails.filter(({ subject }) => subject === '实测运行“首轮”已完成')).toHaveLength(1)
    const { items } = await app().services.inbox.list({ page: 1, status: 'unread' }, editor)
    const ends = items.filter(({ path }) => path.includes(project.id))
    expect(ends).toMatchObject([
      { event: 'run.finished', lines: ['实测已完成，计划1次', expect.stringMatching(/1次$/)] },
    ])
    expect(JSON.stringify(ends)).not.toContain('首轮')
  })

  it('is refused for what can’t be asked, with the place', async () => {
    expect(toResult(await send('POST', '', {}))).toMatchObject({
      status: 400,
      message: '还没有连接任何候选，请先连接',
    })
    await connect('a', 'http://127.0.0.1:9')
    expect(toResult(await send('POST', '', { candidates: ['a', 'b'] }))).toMatchObject({
      errors: [{ path: 'candidates.1', message: '还没有连接“乙”' }],
    })
    expect(toResult(await send('POST', '', { candidates: [] }))).toMatchObject({
      errors: [{ path: 'candidates', message: '请至少选择一个候选' }],
    })
    expect(toResult(await send('POST', '', { tasks: ['q1', 'x'] }))).toMatchObject({ errors: [{ path: 'tasks.1' }] })
    expect(toResult(await send('POST', '', { repeats: 0 }))).toMatchObject({ errors: [{ path: 'repeats' }] })
    await begin()
    expect(toResult(await send('POST', '', {}))).toMatchObject({
      status: 409,
      message: '已有一次运行在进行，请等它结束或先取消',
    })
  })

  it('is refused before millions of trials are made', async () => {
    await connect('a', 'http://127.0.0.1:9')
    const tasks = Array.from({ length: 2_000 }, (_item, index) => ({ key: `q${index}`, title: `第${index}问` }))
    await project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks })
    expect(toResult(await send('POST', '', { repeats: 100 }))).toMatchObject({
      status: 400,
      message: '一次运行最多20000次试次，请减少任务、候选或次数',
    })
  })

  it('is made once for an id', async () => {
    await connect('a', 'http://127.0.0.1:9')
    const id = randomUUID()
    await begin({ id })
    expect(await begin({ id, repeats: 9 })).toMatchObject({ id, repeats: RUNS.repeats })
    expect((await send('GET', '')).json().data).toHaveLength(1)
  })

  it('is made once for an id that is sent twice at once', async () => {
    await connect('a', 'http://127.0.0.1:9')
    const id = randomUUID()
    expect(await Promise.all([begin({ id }), begin({ id })])).toMatchObject([{ id }, { id }])
    expect((await send('GET', '')).json().data).toHaveLength(1)
  })

  it('goes on after its end only while no other does', async () => {
    const agent = await startTestAgent(json({}, 500))
    await connect('a', agent.url)
    const run = await begin({ repeats: 1, tasks: ['q1'] })
    await work()
    const other = await begin({ repeats: 1, tasks: ['q1'] })
    expect(toResult(await act(run, 'retry'))).toMatchObject({ status: 409, message: RUN_MESSAGES.active })
    await act(other, 'cancel')
    expect((await act(run, 'retry')).json().data).toMatchObject({ status: 'running' })
  })

  it('is the only one that goes on, also if it is begun in two tabs at once', async () => {
    await connect('a', 'http://127.0.0.1:9')
    const replies = (await Promise.all([send('POST', '', {}), send('POST', '', {})])).map(toResult)
    expect(replies.toSorted((a, b) => a.status - b.status)).toMatchObject([
      { status: 200 },
      { status: 409, message: RUN_MESSAGES.active },
    ])
    expect((await send('GET', '')).json().data).toHaveLength(1)
  })

  it('is exported with all trials', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url)
    const run = await begin({ repeats: 2 })
    await work()
    const lines = (await send('GET', `/${run.id}/export`)).body.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).task).toSorted()).toEqual(['q1', 'q1', 'q2', 'q2'])
    const csv = (await send('GET', `/${run.id}/export?format=csv`)).body
    expect(csv).toContain('任务,候选,第几次')
  })

  it('says what is missing of a long reply', async () => {
    const agent = await startTestAgent((reply, request, index) =>
      answer('字'.repeat(index === 0 ? 40_000 : 70_000))(reply, request, index),
    )
    await connect('a', agent.url)
    const run = await begin({ repeats: 2, tasks: ['q1'] })
    await work()
    expect(
      (await listTrials(run)).data.map(({ isReplyCut }: { isReplyCut: boolean }) => isReplyCut).toSorted(),
    ).toEqual([false, true])
    const { rawPayload } = await send('GET', `/${run.id}/export?format=xlsx`)
    const [heading = [], ...rows] = await readSheet(rawPayload)
    const cuts = rows.map((cells) => cells[heading.indexOf('截断')]).toSorted()
    expect(cuts).toEqual([
      '回答有40000字，单元格放不下，全文请导出JSONL或CSV',
      '回答超过65536字，只保留了开头；回答有65536字，单元格放不下，全文请导出JSONL或CSV',
    ])
  })

  it('says that a limit of 0 is none', async () => {
    await connect('a', 'http://127.0.0.1:9')
    expect(toResult(await send('POST', '', { limits: { cost: 0 } }))).toMatchObject({
      errors: [{ path: 'limits.cost', message: '须大于0' }],
    })
  })

  it('is seen and changed by its owner only', async () => {
    await connect('a', 'http://127.0.0.1:9')
    const run = await begin()
    const strangers = [await prepareProject(app()), { owner: await createSignedInUser(app(), 'super_admin') }]
    for (const { owner } of strangers)
      for (const [method, path] of [
        ['GET', ''],
        ['GET', `/${run.id}`],
        ['GET', `/${run.id}/trials`],
        ['GET', `/${run.id}/export`],
        ['POST', `/${run.id}/pause`],
        ['POST', `/${run.id}/cancel`],
        ['DELETE', `/${run.id}`],
      ] as const) {
        const url = `/api/evaluation/projects/${project.id}/runs${path}`
        expect((await app().server.inject({ method, url, headers: owner.headers })).statusCode).toBe(404)
      }
    // A run belongs to its project, also for the owner of another.
    const other = await prepareProject(app())
    expect((await other.client.send('GET', `/projects/${other.id}/runs/${run.id}`)).statusCode).toBe(404)
  })

  it('is deleted after its end', async () => {
    await connect('a', 'http://127.0.0.1:9')
    const run = await begin()
    expect((await send('DELETE', `/${run.id}`)).statusCode).toBe(409)
    await act(run, 'cancel')
    expect((await send('DELETE', `/${run.id}`)).json()).toMatchObject({ message: '已删除运行' })
    expect((await send('GET', `/${run.id}`)).statusCode).toBe(404)
    expect(toResult(await send('POST', '', { id: run.id }))).toMatchObject({
      status: 409,
      message: RUN_MESSAGES.deletedId,
    })
  })

  it('can be read whatever agents say', async () => {
    const long = 'm'.repeat(TEXT.line + 1)
    for (const [candidate, model] of [
      ['a', 'm\ud800\u0000'],
      ['b', long],
    ] as const) {
      const body = { model, choices: [{ message: { content: '7天\ud800' }, finish_reason: 'stop' }] }
      const agent = await startTestAgent((reply) =>
        reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      )
      await connect(candidate, agent.url)
    }
    const run = await begin({ repeats: 1, tasks: ['q1'] })
    await work()
    expect((await listTrials(run)).data.map(({ model }: RunTrial) => model).toSorted()).toEqual([
      'm'.repeat(TEXT.line),
      'm\ufffd\ufffd',
    ])
    const { hiddenWords } = (await send('GET', `/${run.id}/grading`)).json().data.settings
    expect(hiddenWords).toEqual(expect.arrayContaining(['m\ufffd\ufffd', 'm'.repeat(TEXT.line)]))
    // Rows that were stored before.
    const resultJson = JSON.stringify(
      createBlankResult({ model: 'm\ud800', steps: [{ name: '\udc00', arguments: '' }] }),
    )
    const changes = { resultJson, stepNamesJson: JSON.stringify(['\udc00']) }
    await app().database.write(({ db }) =>
      db.updateTable('evaluationRunTrials').set(changes).where('runId', '=', run.id).execute(),
    )
    for (const path of ['/trials', '/export', '/grading', ''])
      expect((await send('GET', `/${run.id}${path}`)).statusCode, path).toBe(200)
  })
})
