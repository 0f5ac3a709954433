/** How often this node has run a job that only one node runs at a time, and how often it failed. */
export type JobCount = { done: number; failed: number }

/** Creates the counts of jobs. A job returns whether it ran: another node may have claimed it. */
export function createJobCounts() {
  const counts = new Map<string, JobCount>()
  return {
    counts: counts as ReadonlyMap<string, Readonly<JobCount>>,
    /** Wraps a job so that its runs are counted. */
    count(name: string, job: () => Promise<boolean>): () => Promise<boolean> {
      const count = { done: 0, failed: 0 }
      counts.set(name, count)
      return async () => {
        try {
          const isDone = await job()
          if (isDone) count.done += 1
          return isDone
        } catch (error) {
          count.failed += 1
          throw error
        }
      }
    },
  }
}
