import { beforeEach, expect, it } from 'vitest'
import { RUNS } from '#contracts/limits.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { saveMethod } from '#testing/factories/evaluation-projects.ts'
import { answer, prepareRuns } from '#testing/factories/evaluation-runs.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { createPlanReader, readConnections } from '../plan.ts'
import { findRun } from '../store.ts'
import type { Claiming } from './claim-trials.ts'
import { createClaims } from './claims.ts'

const TASKS = [{ key: 'q1', title: '请转人工', turns: ['你好', '请转人工'], acceptance: '转接人工' }]

onEveryDatabase('claims', (app) => {
  let runId: string
  let fingerprint: string

  beforeEach(async () => {
    await saveMethod(app())
    const runs = await prepareRuns(app(), TASKS)
    await runs.connect('a', (await startTestAgent(answer('7天'))).url)
    runId = (await runs.begin({ repeats: 1 })).id
    const run = await findRun(app().database.read, runId)
    fingerprint = (run && readConnections(run).a) ?? ''
  })

  const create = (write: Database['write'] = app().database.write) => {
    const database = { ...app().database, write }
    return createClaims({ database, clock: app().clock, readPlan: createPlanReader(database) })
  }
  const claimOne = (limit = 1): Claiming => ({
    candidate: 'a',
    asker: 'platform',
    connection: { fingerprint, maxConcurrency: 5, perMinute: 60, costPerCall: 0 },
    count: 1,
    own: [],
    isAhead: false,
    countCalls: async (_db, wanted) =>
      wanted > limit
        ? { allowed: limit, refusal: new AppError('tooManyRequests') }
        : { allowed: wanted, refusal: undefined },
  })
  const readCalls = async () => (await findRun(app().database.read, runId))?.calls

  it('give the calls of a lost claim back once, however often a limit refuses the next', async () => {
    const claims = create()
    await claims.claim(runId, claimOne())
    expect(await readCalls()).toBe(2)
    app().clock.advance(RUNS.leaseMs)
    for (let refused = 0; refused < 3; refused += 1)
      expect(await claims.claim(runId, claimOne(0))).toMatchObject({ trials: [], refusal: { code: 'tooManyRequests' } })
    expect(await readCalls()).toBe(2)
    // The first message of the lost claim may have been sent.
    expect((await claims.claim(runId, claimOne())).trials).toHaveLength(1)
    expect(await readCalls()).toBe(3)
  })

  it('count nothing and take no trial if their commit fails', async () => {
    const fault = new Error('a fault')
    const failing = create((callback) =>
      app().database.write(async (transaction) => {
        await callback(transaction)
        throw fault
      }),
    )
    await expect(failing.claim(runId, claimOne())).rejects.toBe(fault)
    expect(await readCalls()).toBe(0)
    expect((await create().claim(runId, claimOne())).trials).toHaveLength(1)
    expect(await readCalls()).toBe(2)
  })
})
