import type { Task } from '#contracts/evaluation-projects/task.ts'
import { mergeVersions } from '../../../../shared/versioned/three-way.ts'

/** Thrown if two windows have changed the same field of a task. */
export class TaskConflictError extends Error {
  readonly theirs: Task
  constructor(theirs: Task) {
    super('a task was changed in two windows')
    this.theirs = theirs
  }
}

/**
 * Returns the latest tasks with this window's task merged; if the task was deleted meanwhile, it is restored. Throws
 * `TaskConflictError`.
 */
export function mergeTask(latest: readonly Task[], { base, mine }: { base: Task; mine: Task }): Task[] {
  const theirs = latest.find(({ key }) => key === mine.key)
  if (!theirs) return [...latest, mine]
  const { merged, hasConflict } = mergeVersions({ base, mine, theirs })
  if (hasConflict) throw new TaskConflictError(theirs)
  return latest.map((task) => (task.key === mine.key ? merged : task))
}
