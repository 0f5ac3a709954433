import { beforeAll, beforeEach, expect, it } from 'vitest'
import { RUN_MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import { describeRuns } from '#contracts/rules/evaluation/run-sentences.ts'
import { finishScoring, saveMethod } from '#testing/factories/evaluation-projects.ts'
import { answer, prepareRuns } from '#testing/factories/evaluation-runs.ts'
import { toResult } from '#testing/result.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const TASKS = [{ key: 'q1', title: '退款几天到账？', checks: [{ kind: 'number', value: 7 }] }]
const OLD = answer('7天')
const NEW = answer('8天')

onEveryDatabase('a connection that is changed during a run', (app) => {
  let runs: Awaited<ReturnType<typeof prepareRuns>>

  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    runs = await prepareRuns(app(), TASKS)
  })

  /** Starts an agent during whose first answer the run is paused, so that one trial is asked. */
  const startPausingAgent = () =>
    startTestAgent(async (reply, request, index) => {
      const [run] = (await runs.send('GET', '')).json().data
      if (index === 0) await runs.act(run, 'pause')
      return OLD(reply, request, index)
    })

  /** Begins a run, has its first trial asked, and connects the candidate to another agent. */
  async function beginAndChange() {
    const agents = [await startPausingAgent(), await startTestAgent(NEW)] as const
    await runs.connect('a', agents[0].url)
    const run = await runs.begin({ repeats: 3, limits: { calls: 3 } })
    await runs.work()
    await runs.act(run, 'resume')
    await runs.connect('a', agents[1].url)
    await runs.work()
    return { run, agents, countRequests: () => agents.map(({ requests }) => requests.length) }
  }

  it('pauses the run until its owner says how it goes on', async () => {
    const { run, countRequests } = await beginAndChange()
    expect(await runs.read(run)).toMatchObject({
      status: 'paused',
      statusReason: '候选“甲”的连接在运行中改变，已暂停',
      changedConnections: ['a'],
      outcomes: { passed: 1 },
    })
    expect(toResult(await runs.act(run, 'resume'))).toMatchObject({
      status: 409,
      message: RUN_MESSAGES.decideConnections,
    })
    expect(countRequests()).toEqual([1, 0])
  })

  it('answers the other trials, and the figures say that two are mixed', async () => {
    const { run, countRequests } = await beginAndChange()
    expect((await runs.act(run, 'changed-connections', { change: 'continue' })).statusCode).toBe(200)
    await runs.work()
    expect(await runs.read(run)).toMatchObject({
      status: 'finished',
      outcomes: { passed: 1, failed: 2 },
      candidates: [{ key: 'a', connections: 2 }],
      changedConnections: [],
    })
    expect(new Set((await runs.listTrials(run)).map(({ fingerprint }) => fingerprint)).size).toBe(2)
    expect(countRequests()).toEqual([1, 2])
  })

  it('is told in the report', async () => {
    const { run } = await beginAndChange()
    await runs.act(run, 'changed-connections', { change: 'continue' })
    await runs.work()
    await finishScoring(runs.project)
    const { reportId } = (await runs.project.client.changeStatus(runs.project.id, 'final')).json().data
    const report = (await app().server.inject(`/api/evaluation/project-reports/${reportId}`)).json().data
    const [described] = describeRuns(report.data.runs).runs
    expect(described?.results).toContain('甲的连接在运行中改过，结果来自2个连接，通过率是混合的。')
  })

  it('answers all trials again, to which the calls of the old ones don’t count', async () => {
    const { run, countRequests } = await beginAndChange()
    await runs.act(run, 'changed-connections', { change: 'askAgain' })
    await runs.work()
    expect(await runs.read(run)).toMatchObject({
      status: 'finished',
      calls: 4,
      outcomes: { passed: 0, failed: 3 },
      candidates: [{ key: 'a', connections: 1 }],
    })
    expect(countRequests()).toEqual([1, 3])
  })

  it('lets the run go on as before once it was changed back', async () => {
    const { run, agents } = await beginAndChange()
    await runs.connect('a', agents[0].url)
    expect((await runs.act(run, 'resume')).statusCode).toBe(200)
    await runs.work()
    expect(await runs.read(run)).toMatchObject({ outcomes: { passed: 3 }, candidates: [{ connections: 1 }] })
  })

  it('doesn’t matter if only key, pace or price differ', async () => {
    const agent = await startPausingAgent()
    await runs.connect('a', agent.url)
    const run = await runs.begin({ repeats: 2 })
    await runs.work()
    await runs.act(run, 'resume')
    await runs.connect('a', agent.url, { secret: 'sk-other', perMinute: 7, maxConcurrency: 2, price: { perCall: 1 } })
    await runs.work()
    expect(await runs.read(run)).toMatchObject({ status: 'finished', outcomes: { passed: 2 }, changedConnections: [] })
  })

  it('is noticed before the first question, too', async () => {
    const agent = await startTestAgent(OLD)
    await runs.connect('a', agent.url, { model: 'one' })
    const run = await runs.begin({ repeats: 2 })
    await runs.connect('a', agent.url, { model: 'two' })
    await runs.work()
    expect(await runs.read(run)).toMatchObject({ status: 'paused', changedConnections: ['a'] })
    expect(agent.requests).toHaveLength(0)
  })

  it('is one that another run takes as it is', async () => {
    const { run, agents } = await beginAndChange()
    await runs.act(run, 'cancel')
    const next = await runs.begin({ repeats: 1 })
    await runs.work()
    expect(await runs.read(next)).toMatchObject({ status: 'finished', outcomes: { failed: 1 } })
    expect(agents[1].requests).toHaveLength(1)
  })
})
