import { AppError } from './app-error.ts'

type Limits = {
  /** How many tasks may wait in all, not counting reserved ones. */
  places: number
  /** How many tasks of one owner may wait or run. */
  placesPerOwner: number
  /** How many reserved tasks may wait. */
  reservedPlaces: number
  /** How long a task may wait. */
  waitMs: number
}

type Job = { start(): void }

/**
 * Creates a queue that runs one task at a time. Owners take turns, so that one with many tasks delays the others by one
 * task at most. Reserved tasks have places of their own, and run first.
 */
export function createFairQueue({ places, placesPerOwner, reservedPlaces, waitMs }: Limits) {
  /** The waiting jobs of each owner; the owners are in the order of their turns. */
  const waiting = new Map<string, Set<Job>>()
  const reserved = new Set<Job>()
  const taskCounts = new Map<string, number>()
  let isBusy = false

  const countWaiting = () => [...waiting.values()].reduce((sum, jobs) => sum + jobs.size, 0)

  function takeNext(): Job | undefined {
    const [reservedJob] = reserved
    if (reservedJob) {
      reserved.delete(reservedJob)
      return reservedJob
    }
    for (const [owner, jobs] of waiting) {
      waiting.delete(owner)
      const [job] = jobs
      if (!job) continue
      jobs.delete(job)
      if (jobs.size > 0) waiting.set(owner, jobs)
      return job
    }
    return undefined
  }

  function startNext(): void {
    const job = isBusy ? undefined : takeNext()
    if (!job) return
    isBusy = true
    job.start()
  }

  /** Waits in `jobs` for the turn, runs the task, and passes the turn on. */
  async function runInTurn<Result>(jobs: Set<Job>, task: () => Promise<Result>): Promise<Result> {
    const { promise, resolve: start, reject } = Promise.withResolvers<void>()
    const job = { start }
    jobs.add(job)
    const timer = setTimeout(() => {
      if (jobs.delete(job)) reject(new AppError('unavailable'))
    }, waitMs)
    startNext()
    await promise.finally(() => clearTimeout(timer))
    try {
      return await task()
    } finally {
      isBusy = false
      startNext()
    }
  }

  return {
    /**
     * Runs a task of an owner. Throws `tooManyRequests` if the owner's places are taken, `unavailable` if all are, or if
     * its turn doesn't come in time.
     */
    async run<Result>(owner: string, task: () => Promise<Result>): Promise<Result> {
      const count = taskCounts.get(owner) ?? 0
      if (count >= placesPerOwner) throw new AppError('tooManyRequests')
      if (countWaiting() >= places) throw new AppError('unavailable')
      taskCounts.set(owner, count + 1)
      try {
        const jobs = waiting.get(owner) ?? new Set()
        waiting.set(owner, jobs)
        return await runInTurn(jobs, task)
      } finally {
        const remaining = (taskCounts.get(owner) ?? 1) - 1
        if (remaining > 0) taskCounts.set(owner, remaining)
        else taskCounts.delete(owner)
      }
    },

    /** Runs a task before those of all owners. Throws `unavailable` if the reserved places are taken. */
    async runReserved<Result>(task: () => Promise<Result>): Promise<Result> {
      if (reserved.size >= reservedPlaces) throw new AppError('unavailable')
      return runInTurn(reserved, task)
    },
  }
}
