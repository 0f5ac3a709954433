import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const LIMITS = { places: 6, placesPerOwner: 4, reservedPlaces: 2, waitMs: 60_000 }

/** A queue whose tasks end only when told to, and the names of the tasks in the order in which they start. */
function createTestQueue(limits: Partial<typeof LIMITS> = {}) {
  const queue = createFairQueue({ ...LIMITS, ...limits })
  const started: string[] = []
  const gates: (() => void)[] = []
  const createTask = (name: string) => async () => {
    started.push(name)
    await new Promise<void>((resolve) => gates.push(resolve))
    return name
  }
  /** Lets the running task and all that wait end. */
  async function finishAll() {
    for (let rounds = 0; rounds < 20; rounds += 1) {
      gates.shift()?.()
      await wait(0)
    }
  }
  return {
    started,
    finishAll,
    run: (owner: string, name: string) => queue.run(owner, createTask(name)),
    runReserved: (name: string) => queue.runReserved(createTask(name)),
    runFailing: (owner: string) => queue.run(owner, () => Promise.reject(new Error('failed'))),
  }
}

describe('a fair queue', () => {
  it('lets owners take turns', async () => {
    const { run, started, finishAll } = createTestQueue()
    const results = Promise.all([run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1'), run('b', 'b2')])
    await finishAll()
    expect(await results).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'])
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  it('runs one task at a time', async () => {
    const { run, started, finishAll } = createTestQueue()
    const results = Promise.all([run('a', 'a1'), run('b', 'b1')])
    await wait(0)
    expect(started).toEqual(['a1'])
    await finishAll()
    await results
  })

  it('rejects more tasks of an owner than its places, but not those of others', async () => {
    const { run, finishAll } = createTestQueue()
    const accepted = [1, 2, 3, 4].map((number) => run('a', `a${number}`))
    await expect(run('a', 'a5')).rejects.toMatchObject({ code: 'tooManyRequests' })
    accepted.push(run('b', 'b1'))
    await finishAll()
    expect(await Promise.all(accepted)).toHaveLength(5)
    const later = run('a', 'a6')
    await finishAll()
    expect(await later).toBe('a6')
  })

  it('rejects tasks of owners if all places are taken, but runs reserved ones, and those first', async () => {
    const { run, runReserved, started, finishAll } = createTestQueue()
    const accepted = ['first', 'a', 'b', 'c', 'd', 'e', 'f'].map((owner) => run(owner, owner))
    await expect(run('g', 'g')).rejects.toMatchObject({ code: 'unavailable' })
    accepted.push(runReserved('report'))
    await finishAll()
    expect(await Promise.all(accepted)).toHaveLength(8)
    expect(started.slice(0, 3)).toEqual(['first', 'report', 'a'])
  })

  it('bounds reserved tasks, too', async () => {
    const { runReserved, finishAll } = createTestQueue()
    const accepted = [1, 2, 3].map((number) => runReserved(`report ${number}`))
    await expect(runReserved('report 4')).rejects.toMatchObject({ code: 'unavailable' })
    await finishAll()
    expect(await Promise.all(accepted)).toHaveLength(3)
  })

  it('rejects a task whose turn does not come in time, and skips it', async () => {
    const { run, started, finishAll } = createTestQueue({ waitMs: 20 })
    const running = run('a', 'a1')
    await expect(run('b', 'b1')).rejects.toMatchObject({ code: 'unavailable' })
    const next = run('c', 'c1')
    await finishAll()
    expect(await Promise.all([running, next])).toEqual(['a1', 'c1'])
    expect(started).toEqual(['a1', 'c1'])
  })

  it('continues after a failed task', async () => {
    const { run, runFailing, finishAll } = createTestQueue()
    await expect(runFailing('a')).rejects.toThrow('failed')
    const next = run('a', 'a1')
    await finishAll()
    expect(await next).toBe('a1')
  })
})
