import type { Task } from '../../evaluation-projects/task.ts'

/** How many tasks were copied from a version of a question bank, and how many of them were edited since. */
export type TaskSource = { title: string; version: number; hash: string; tasks: number; edited: number }

/** Returns the versions of question banks that tasks are from, in the order of their first tasks. */
export function summarizeOrigins(tasks: readonly Pick<Task, 'origin'>[]): TaskSource[] {
  const sources = new Map<string, TaskSource>()
  for (const { origin } of tasks) {
    if (origin === null) continue
    const { bank, title, version, hash, isEdited } = origin
    const key = JSON.stringify([bank, version, hash])
    const source = sources.get(key) ?? { title, version, hash, tasks: 0, edited: 0 }
    sources.set(key, { ...source, tasks: source.tasks + 1, edited: source.edited + (isEdited ? 1 : 0) })
  }
  return [...sources.values()]
}
