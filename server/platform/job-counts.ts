/** How often this node has done each of the jobs that one node does for all, and how often it failed. */
export type JobCount = { done: number; failed: number }

/** Creates the counts of jobs. A job returns whether it did anything: another node may have claimed it. */
export function createJobCounts() {
  const counts = new Map<string, JobCount>()
  return {
    counts: counts as ReadonlyMap<string, Readonly<JobCount>>,
    /** Returns the job, counted. */
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
