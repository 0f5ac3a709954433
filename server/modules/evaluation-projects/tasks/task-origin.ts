/** Where tasks come from: copies of a question bank's tasks name its version, and say if they were edited since. */
import type { Task, TaskOrigin } from '#contracts/evaluation-projects/task.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { createKeySource } from '#contracts/rules/evaluation/item-keys.ts'
import { sha256Hex } from '#server/platform/sha256.ts'

/** Tasks of one version of a question bank. */
export type BankTasks = { bank: Pick<TaskOrigin, 'bank' | 'title' | 'version' | 'hash'>; tasks: readonly Task[] }

/** Hashes what a task asks and how it is checked; a project's own choices, such as weight and criterion, don't count. */
const hashContent = ({ title, acceptance, turns, variables, expected, checks, threshold, tags, variants }: Task) =>
  sha256Hex(toCanonicalJson({ title, acceptance, turns, variables, expected, checks, threshold, tags, variants }))

/**
 * Returns a task with an origin that a stored task has, too, and whether its content is still that of the bank. Any other is
 * dropped: only copying from a bank creates origins, which reports vouch for.
 */
export function withCheckedOrigin(task: Task, stored: readonly Task[]): Task {
  const { origin: claimed } = task
  const origin = claimed && stored.find((other) => other.origin && isSameOrigin(other.origin, claimed))?.origin
  return { ...task, origin: origin ? { ...origin, isEdited: hashContent(task) !== origin.taskHash } : null }
}

/** Returns copies of a bank's tasks that a list doesn't have, with keys that are free in it. */
export function listCopies(known: readonly Task[], { bank, tasks }: BankTasks): Task[] {
  const origins = new Set(known.flatMap(({ origin }) => (origin ? [toOriginKey(origin)] : [])))
  const usedKeys = new Set(known.map(({ key }) => key))
  return tasks.flatMap((task) => {
    const origin = { ...bank, task: task.key, taskHash: hashContent(task), isEdited: false }
    if (origins.has(toOriginKey(origin))) return []
    const key = usedKeys.has(task.key) ? createKeySource(`${task.key}-`, [...usedKeys])() : task.key
    usedKeys.add(key)
    return [{ ...task, key, origin }]
  })
}

const toOriginKey = ({ bank, version, task }: TaskOrigin): string => JSON.stringify([bank, version, task])

const isSameOrigin = (origin: TaskOrigin, other: TaskOrigin): boolean =>
  toOriginKey(origin) === toOriginKey(other) && origin.hash === other.hash && origin.taskHash === other.taskHash
