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

/** Returns a task whose origin says whether its content is still that of the bank. */
export const withCheckedOrigin = (task: Task): Task =>
  task.origin === null
    ? task
    : { ...task, origin: { ...task.origin, isEdited: hashContent(task) !== task.origin.taskHash } }

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
