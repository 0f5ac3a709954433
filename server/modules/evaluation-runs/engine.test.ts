import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ConnectionSaveSchema } from '#contracts/agents/connection.ts'
import { createApp } from '#server/app.ts'
import type { Outcome } from '#server/modules/agents/service.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import { saveMethod } from '#testing/factories/evaluation-projects.ts'
import { prepareRuns } from '#testing/factories/evaluation-runs.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { createTestClock, LOW_COST, testConfig } from '#testing/test-app.ts'
import { createRunEngine } from './engine.ts'
import { findTrial, type RunTrialRow } from './trials/store.ts'
import type { AskedRun, ClaimedTrial, ClaimResult, TrialSource } from './trials/trial-source.ts'

const ENDPOINT = {
  ...ConnectionSaveSchema.parse({ kind: 'openai', url: 'http://127.0.0.1:9', secret: null }),
  secret: null,
  headers: {},
  userAgent: '',
}

const createRun = (id: string): AskedRun => ({
  id,
  projectId: id,
  startedAt: '2026-11-21T02:00:00.000Z',
  candidates: [{ key: 'a', name: '甲' }],
  retries: 0,
  seed: 1,
  isClaimedAhead: false,
})

const createTrial = (runId: string): ClaimedTrial => ({
  runId,
  position: 0,
  claim: runId,
  task: 'q1',
  candidate: 'a',
  turns: ['退款几天到账？'],
})

const claimed = (trials: ClaimedTrial[]): ClaimResult => ({ trials, room: Number.POSITIVE_INFINITY })

const ANSWER: Outcome = {
  isAnswered: true,
  answer: {
    reply: '7天',
    reasoning: '',
    steps: [],
    status: 'finished',
    statusReason: '',
    usage: null,
    cost: null,
    session: null,
    model: null,
  },
  transcript: { sent: '', received: '', body: '', firstTokenMs: undefined, totalMs: 1, isReplyCut: false },
}

/** Creates an engine for runs that have one trial each, with what it asked, stored, failed and gave up. */
function prepareEngine(
  ids: readonly string[],
  changes: Partial<TrialSource> = {},
  answer: (signal: AbortSignal) => Promise<Outcome> = async () => ANSWER,
) {
  const open = new Set(ids)
  const asked: string[] = []
  const events: string[] = []
  const source: TrialSource = {
    list: async () => ({ runs: ids.map(createRun), unfinished: ids, paused: [], failures: [] }),
    listEndpoints: async () => new Map([['a', ENDPOINT]]),
    claim: async ({ id }) => claimed(open.delete(id) ? [createTrial(id)] : []),
    mayBegin: async () => true,
    countCall: async () => {},
    decide:
      async ({ trial }) =>
      async () =>
        void events.push(`stored ${trial.runId}`),
    fail: async ({ runId }, calls) => void events.push(`failed ${runId} after ${calls}`),
    release: async ({ runId }, { begun, unmade }) =>
      void events.push(`released ${runId}, ${begun} begun, ${unmade} unmade`),
    renew: async () => {},
    pause: async () => {},
    isOutage: () => false,
    ...changes,
  }
  const agents = {
    ask: async (_endpoint: unknown, _question: unknown, signal: AbortSignal) => {
      asked.push('a')
      return answer(signal)
    },
  }
  const failures: unknown[] = []
  const engine = createRunEngine(
    { source, clock: systemClock, agents, onFailure: (error) => failures.push(error) },
    { conversations: 10, perRun: 5 },
  )
  onTestFinished(engine.stop)
  return { engine, asked, events, failures }
}

it('gives up a claim that is made while it stops, before it has stopped', async () => {
  const begun = Promise.withResolvers<void>()
  const committed = Promise.withResolvers<void>()
  const { engine, asked, events } = prepareEngine(['1'], {
    claim: async ({ id }) => {
      begun.resolve()
      await committed.promise
      return claimed([createTrial(id)])
    },
  })
  void engine.work()
  await begun.promise
  const stopped = engine.stop()
  committed.resolve()
  await stopped
  expect({ asked, events }).toEqual({ asked: [], events: ['released 1, 0 begun, 1 unmade'] })
})

it('asks other runs although the connections of one can’t be read', async () => {
  const fault = new Error('a fault')
  const { engine, events } = prepareEngine(['1', '2'], {
    listEndpoints: async ({ id }) => {
      if (id === '1') throw fault
      return new Map([['a', ENDPOINT]])
    },
  })
  await expect(engine.work()).rejects.toBe(fault)
  await engine.waitUntilIdle()
  expect(events).toEqual(['stored 2'])
})

it('waits for the claims of other runs although one fails', async () => {
  const fault = new Error('a fault')
  const { engine, events } = prepareEngine(['1', '2'], {
    claim: async ({ id }) => {
      if (id === '1') throw fault
      await new Promise((resolve) => setImmediate(resolve))
      return claimed(events.length === 0 ? [createTrial(id)] : [])
    },
  })
  await expect(engine.work()).rejects.toBe(fault)
  await engine.waitUntilIdle()
  expect(events).toEqual(['stored 2'])
})

it('asks on while trials of another run are claimed', async () => {
  const other = Promise.withResolvers<ClaimResult>()
  const left = [createTrial('2'), { ...createTrial('2'), position: 1, claim: '2-1' }]
  const { engine, events } = prepareEngine(['1', '2'], {
    claim: async ({ id }) => (id === '1' ? other.promise : claimed(left.splice(0, 1))),
  })
  void engine.work()
  await expect.poll(() => events).toEqual(['stored 2', 'stored 2'])
  other.resolve(claimed([]))
  await engine.waitUntilIdle()
})

it('counts the trials that it is claiming as conversations', async () => {
  const first = Promise.withResolvers<ClaimResult>()
  const claim = vi.fn(() => first.promise)
  const { engine, events } = prepareEngine(['1'], { claim })
  void engine.work()
  await expect.poll(() => claim.mock.calls.length).toBe(1)
  // An agent that nobody has asked before is asked one question at a time.
  void engine.work()
  await new Promise((resolve) => setImmediate(resolve))
  expect(claim).toHaveBeenCalledTimes(1)
  first.resolve(claimed([createTrial('1')]))
  claim.mockResolvedValue(claimed([]))
  await engine.waitUntilIdle()
  expect(events).toEqual(['stored 1'])
})

describe('a trial that is claimed ahead', () => {
  /** Prepares an engine with one run of `left` trials; `answer` answers the question that was asked first, of those that wait. */
  function prepareAhead(left: number, changes: Partial<TrialSource> = {}) {
    const trials = Array.from({ length: left }, (_trial, position) => ({
      ...createTrial('1'),
      position,
      claim: `claim-${position}`,
    }))
    const waiting: (() => void)[] = []
    const { engine, events, failures } = prepareEngine(
      ['1'],
      {
        list: async () => ({
          runs: [{ ...createRun('1'), isClaimedAhead: true }],
          unfinished: ['1'],
          paused: [],
          failures: [],
        }),
        claim: async (_run, { count }) => claimed(trials.splice(0, count)),
        release: async ({ claim }, { begun, unmade }) =>
          void events.push(`released ${claim}, ${begun} begun, ${unmade} unmade`),
        ...changes,
      },
      (signal) =>
        new Promise((resolve) => {
          waiting.push(() => resolve(ANSWER))
          signal.addEventListener('abort', () => resolve(ANSWER))
        }),
    )
    const answer = (): void => waiting.shift()?.()
    return { engine, events, failures, waiting, answer }
  }

  it('begins without waiting for a claim', async () => {
    const claims = [
      claimed([{ ...createTrial('1'), claim: 'first' }]),
      claimed([{ ...createTrial('1'), claim: 'ahead' }]),
    ]
    const never = Promise.withResolvers<ClaimResult>()
    const { engine, waiting, answer } = prepareAhead(0, { claim: async () => claims.shift() ?? never.promise })
    onTestFinished(() => never.resolve(claimed([])))
    void engine.work()
    await expect.poll(() => claims).toEqual([])
    expect(waiting).toHaveLength(1)
    answer()
    await expect.poll(() => waiting.length).toBe(1)
  })

  it('is given up if others have all conversations that the agent bears', async () => {
    const results: ClaimResult[] = [1, 0].map((room) => ({
      trials: [{ ...createTrial('1'), claim: `with room for ${room}` }],
      room,
    }))
    const { engine, events, waiting } = prepareAhead(0, {
      claim: async () => results.shift() ?? { trials: [], room: 0 },
    })
    void engine.work()
    await expect.poll(() => events).toEqual(['released with room for 0, 0 begun, 1 unmade'])
    expect(waiting).toHaveLength(1)
  })

  it('doesn’t begin in a run that was paused meanwhile', async () => {
    let isPaused = false
    const { engine, events, waiting, answer } = prepareAhead(9, { mayBegin: async () => !isPaused })
    void engine.work()
    await expect.poll(() => waiting.length).toBe(1)
    isPaused = true
    answer()
    await expect.poll(() => events).toContain('released claim-1, 0 begun, 1 unmade')
    expect(waiting).toEqual([])
  })

  it('is given up when the engine finds its run paused', async () => {
    let paused: string[] = []
    const { engine, events, waiting } = prepareAhead(2, {
      list: async () => ({
        runs: paused.length === 0 ? [{ ...createRun('1'), isClaimedAhead: true }] : [],
        unfinished: ['1'],
        paused,
        failures: [],
      }),
    })
    await engine.work()
    await expect.poll(() => waiting.length).toBe(1)
    await engine.work()
    paused = ['1']
    void engine.work()
    await expect.poll(() => events).toEqual(['released claim-1, 0 begun, 1 unmade'])
    expect(waiting).toHaveLength(1)
  })

  it('is given up by an engine that stops, and renewed until then', async () => {
    const renew = vi.fn(async () => {})
    const { engine, events, waiting } = prepareAhead(2, { renew })
    await engine.work()
    await expect.poll(() => waiting.length).toBe(1)
    await engine.work()
    await engine.renew()
    expect(renew).toHaveBeenLastCalledWith(['claim-0', 'claim-1'])
    await engine.stop()
    expect(events.toSorted()).toEqual(['released claim-0, 1 begun, 0 unmade', 'released claim-1, 0 begun, 1 unmade'])
  })
})

it('has a reply that can’t be stored count as an error, as it would be asked for without end', async () => {
  const fault = new Error('a fault')
  const { engine, asked, events, failures } = prepareEngine(['1'], {
    decide: async () => {
      throw fault
    },
  })
  await engine.work()
  await engine.waitUntilIdle()
  expect({ asked, events, failures }).toEqual({ asked: ['a'], events: ['failed 1 after 1'], failures: [fault] })
})

it('stops before the services close that decide what it has heard', async () => {
  const database = await openSqliteDatabase(':memory:')
  onTestFinished(() => database.close())
  const clock = createTestClock()
  const created = await createApp({ config: testConfig(), database, clock, servePages: false, passwordCost: LOW_COST })
  const app = { ...created, database, clock, dataDir: '' }
  await saveMethod(app)
  const runs = await prepareRuns(app, [{ key: 'q1', title: '退款几天到账？', acceptance: '7天' }])
  const isAsked = Promise.withResolvers<void>()
  await runs.connect('a', (await startTestAgent(() => isAsked.resolve())).url)
  const { id } = await runs.begin({ repeats: 1 })
  await isAsked.promise
  const findTrialNow = () => findTrial(database.read, { runId: id, position: 0 })
  expect(await findTrialNow()).toMatchObject({ claim: expect.any(String) })
  let trial: RunTrialRow | undefined
  vi.spyOn(created.services, 'close').mockImplementation(async () => {
    trial = await findTrialNow()
  })
  await created.server.close()
  expect(trial).toMatchObject({ claim: null })
})
