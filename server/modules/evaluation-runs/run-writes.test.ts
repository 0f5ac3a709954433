import { beforeEach, expect, it } from 'vitest'
import type { Transaction } from '#server/platform/database/database.ts'
import { saveMethod } from '#testing/factories/evaluation-projects.ts'
import { answer, prepareRuns } from '#testing/factories/evaluation-runs.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { readConnections } from './plan.ts'
import { createRunWrites } from './run-writes.ts'
import { deleteRun, findRun } from './store.ts'

const TASKS = [{ key: 'q1', title: '退款几天到账？', checks: [{ kind: 'number', value: 7 }] }]

onEveryDatabase('what is written to a run', (app) => {
  let runId: string

  beforeEach(async () => {
    await saveMethod(app())
    const runs = await prepareRuns(app(), TASKS)
    await runs.connect('a', (await startTestAgent(answer('7天'))).url)
    runId = (await runs.begin({ repeats: 1 })).id
  })

  /** Creates the function under test; `onUndone` is called after a transaction that failed. */
  function createWrites({ onUndone = async () => {} }: { onUndone?: () => Promise<void> } = {}) {
    let commits = 0
    const concluded: string[] = []
    const faults: unknown[] = []
    const write = createRunWrites({
      database: {
        write: async (callback) => {
          const result = await app()
            .database.write(callback)
            .catch(async (error: unknown) => {
              await onUndone()
              throw error
            })
          commits += 1
          return result
        },
      },
      conclude: async (_transaction: Transaction, id) => void concluded.push(id),
      onFault: (error) => void faults.push(error),
    })
    return { write, concluded, faults, countCommits: () => commits }
  }
  const readCalls = async () => (await findRun(app().database.read, runId))?.calls

  it('is one transaction for what comes in together, in its order', async () => {
    const { write, concluded, countCommits } = createWrites()
    const add = () =>
      write(runId, async ({ read, change, noteOutcome }) => {
        noteOutcome()
        const calls = read().calls + 1
        change({ calls })
        return calls
      })
    expect(await Promise.all([add(), add(), add()])).toEqual([1, 2, 3])
    expect({ commits: countCommits(), calls: await readCalls(), concluded }).toEqual({
      commits: 1,
      calls: 3,
      concluded: [runId],
    })
  })

  it('is acknowledged after the commit', async () => {
    const { write, countCommits } = createWrites()
    const commits = await write(runId, async ({ change }) => change({ calls: 1 })).then(countCommits)
    expect({ commits, calls: await readCalls() }).toEqual({ commits: 1, calls: 1 })
  })

  it('is read by the next task as it will be written', async () => {
    const { write, faults } = createWrites()
    const connect = (candidate: string) =>
      write(runId, async ({ read, change }) =>
        change({ connectionsJson: { ...readConnections(read()), [candidate]: candidate } }),
      )
    await Promise.all([connect('a'), connect('b')])
    const run = await findRun(app().database.read, runId)
    expect({ faults, connections: run && readConnections(run) }).toEqual({
      faults: [],
      connections: { a: 'a', b: 'b' },
    })
  })

  it('isn’t undone by another task that fails', async () => {
    const { write, faults } = createWrites()
    const add = () => write(runId, async ({ read, change }) => change({ calls: read().calls + 1 }))
    const fail = () =>
      write(runId, async ({ change }) => {
        change({ calls: 100 })
        throw new Error('a fault')
      })
    const outcomes = await Promise.allSettled([add(), fail(), add()])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect({ calls: await readCalls(), faults }).toEqual({ calls: 2, faults: [new Error('a fault')] })
  })

  it('returns nothing for a run that was deleted', async () => {
    expect(await createWrites().write('none', async () => 'done')).toBeUndefined()
  })

  it('returns nothing of a try that was undone before the run was deleted', async () => {
    const { write } = createWrites({ onUndone: () => app().database.write(({ db }) => deleteRun(db, runId)) })
    const claim = write(runId, async () => 'claimed')
    const fail = write(runId, async () => {
      throw new Error('a fault')
    })
    await Promise.allSettled([claim, fail])
    expect(await claim).toBeUndefined()
  })
})
