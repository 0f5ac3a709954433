/** What stops once the operator has switched real runs off: everything by which an agent would be asked. */
import { beforeAll, expect, it } from 'vitest'
import { JudgingStartSchema } from '#contracts/evaluation-runs/judging.ts'
import { RUN_MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import { RunCreateSchema } from '#contracts/evaluation-runs/run.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices } from '#server/services.ts'
import { saveMethod } from '#testing/factories/evaluation-projects.ts'
import { answer, prepareRuns } from '#testing/factories/evaluation-runs.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'

const TASKS = [{ key: 'q1', title: '退款几天到账？', checks: [{ kind: 'rubric', text: '语气客气' }] }]
const PAIR = { messages: ['退款几天到账？'], expected: '', a: '7天', b: '8天' }

onEveryDatabase('a server whose operator has switched real runs off', (app) => {
  beforeAll(() => saveMethod(app()))

  /** Returns the runs of a server that has been started again with `REAL_RUNS=off`. */
  function switchOff() {
    const { database, clock, dataDir } = app()
    return createServices({
      database,
      clock,
      fileStore: openFileStore({ s3: undefined, folder: dataDir }),
      appSecret: testConfig().appSecret,
      realRuns: false,
    }).evaluationRuns
  }

  /** Prepares a finished run and its paused judging. */
  async function prepareJudgedRun() {
    const runs = await prepareRuns(app(), TASKS)
    const { project } = runs
    const agent = await startTestAgent(answer('7天'))
    await runs.connect('a', agent.url)
    const run = await runs.begin({ repeats: 1 })
    await runs.work()
    const judge = { kind: 'openai', url: agent.url, secret: 'sk-judge' }
    await project.client.send('PUT', `/projects/${project.id}/judge-model`, judge)
    await project.client.send('PUT', `/projects/${project.id}/runs/${run.id}/judging`, {})
    await runs.act(run, 'judging/pause')
    const owner = { id: project.owner.id, name: project.owner.name, ip: null }
    return { key: { projectId: project.id, runId: run.id }, owner }
  }

  it('begins, continues, repeats and judges nothing', async () => {
    const { key, owner } = await prepareJudgedRun()
    const off = switchOff()
    const acts: Record<string, () => Promise<unknown>> = {
      create: () => off.create(key.projectId, RunCreateSchema.parse({}), owner),
      retry: () => off.retry(key, owner),
      addRepeats: () => off.addRepeats(key, 2, owner),
      resume: () => off.resume(key, owner),
      acceptConnections: () => off.acceptConnections(key, 'continue', owner),
      assign: () => off.assign(key, 'runner', owner),
      startJudging: () => off.judgings.start(key, JudgingStartSchema.parse({}), owner),
      resumeJudging: () => off.judgings.resume(key, owner),
      judgePair: () => off.judgeModels.judgePair(key.projectId, PAIR, owner),
    }
    for (const [name, act] of Object.entries(acts))
      await expect(act(), name).rejects.toMatchObject({ code: 'forbidden', message: RUN_MESSAGES.disabled })
  })

  it('pauses a run that goes on, and says why', async () => {
    const { begin, connect, read, act, work } = await prepareRuns(app(), TASKS)
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url)
    const run = await begin({ repeats: 1 })
    await work(switchOff().createEngine(() => {}))
    expect(await read(run)).toMatchObject({ status: 'paused', statusReason: RUN_MESSAGES.disabled })
    expect(agent.requests).toEqual([])
    await act(run, 'resume')
    await work()
    expect(await read(run)).toMatchObject({ status: 'finished' })
  })
})
