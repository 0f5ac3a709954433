import { isDeepStrictEqual } from 'node:util'
import { type Task, TaskSchema } from '#contracts/evaluation-projects/task.ts'
import {
  TASK_FILE_MESSAGES as MESSAGES,
  PREVIEWED_TASKS,
  type TaskImport,
} from '#contracts/evaluation-projects/task-import.ts'
import { TASK_KEY_PREFIX } from '#contracts/rules/evaluation/create-task.ts'
import { createKeySource } from '#contracts/rules/evaluation/item-keys.ts'
import type { Project } from '../view.ts'
import type { ReadTask, ReadTrial, Remark, TaskFile } from './task-file.ts'
import { withCheckedOrigin } from './task-origin.ts'

type Outcome = TaskImport['preview'][number]['outcome']

/** What an import would do: the complete list of tasks afterwards, and the trials with the keys of their tasks. */
export type TaskImportPlan = {
  tasks: Task[]
  imported: { place: string; task: Task; outcome: Outcome }[]
  trials: (Omit<ReadTrial, 'task'> & { task: string })[]
  errors: Remark[]
  notes: Remark[]
}

/** What an import is planned against. */
export type PlannedProject = Pick<Project, 'tasks'> & { setup: Pick<Project['setup'], 'groups'> }

/**
 * Returns what the import of a file would do to a project. A task with the key of an existing one replaces it; one
 * without a key that asks the same as an existing one is that one; all others are added.
 */
export function planTaskImport(project: PlannedProject, file: TaskFile): TaskImportPlan {
  const errors = [...file.errors]
  const notes = [...file.notes]
  if (file.tasks.length === 0 && errors.length === 0)
    errors.push({ place: MESSAGES.everywhere, message: MESSAGES.noTasks })
  const criteria = listCriterionKeys(project)
  const tasks = [...project.tasks]
  const createKey = createKeySource(TASK_KEY_PREFIX, [
    ...project.tasks.map(({ key }) => key),
    ...file.tasks.map(({ fields }) => fields.key),
  ])
  const imported = file.tasks.flatMap((item): TaskImportPlan['imported'] => {
    const read = parseTask(item, { tasks, criteria, createKey })
    notes.push(...read.notes)
    errors.push(...read.errors)
    if (!read.task) return []
    const index = tasks.findIndex(({ key }) => key === read.task.key)
    const outcome = index === -1 ? 'added' : isDeepStrictEqual(tasks[index], read.task) ? 'unchanged' : 'changed'
    if (index === -1) tasks.push(read.task)
    else tasks[index] = read.task
    return [{ place: item.place, task: read.task, outcome }]
  })
  const trials = file.trials.flatMap(({ task, ...trial }) => {
    const key = imported[task]?.task.key
    return key === undefined ? [] : [{ ...trial, task: key }]
  })
  return { tasks, imported, trials: errors.length > 0 ? [] : trials, errors, notes }
}

/** Returns the reply that describes a plan; `trials` is how many would be added. */
export function describePlan({ imported, errors, notes, trials: found }: TaskImportPlan, trials: number): TaskImport {
  const count = (outcome: Outcome) =>
    errors.length > 0 ? 0 : imported.filter((item) => item.outcome === outcome).length
  return {
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    trials,
    foundTrials: found.length,
    errors,
    notes,
    preview: imported.slice(0, PREVIEWED_TASKS).map(({ place, task, outcome }) => ({
      place,
      title: task.title,
      messages: Math.max(task.turns.length, 1),
      checks: task.checks.length,
      outcome,
    })),
  }
}

/** Returns the keys of the criteria, by key and by title. */
const listCriterionKeys = ({ setup }: PlannedProject): ReadonlyMap<unknown, string> => {
  const criteria = setup.groups.flatMap((group) => group.criteria)
  return new Map([
    ...criteria.map(({ key, title }) => [title.trim(), key] as const),
    ...criteria.map(({ key }) => [key, key] as const),
  ])
}

type ParseContext = { tasks: readonly Task[]; criteria: ReadonlyMap<unknown, string>; createKey: () => string }

/** Validates a task that was read. */
function parseTask({ place, fields, problems = [] }: ReadTask, { tasks, criteria, createKey }: ParseContext) {
  const notes = Object.keys(fields)
    .filter((name) => !Object.hasOwn(TaskSchema.shape, name))
    .map((name) => ({ place, message: MESSAGES.unknownField(name) }))
  if (problems.length > 0) return { task: undefined, errors: problems.map((message) => ({ place, message })), notes }
  const criterion = criteria.get(fields.criterion) ?? fields.criterion
  const { data, error } = TaskSchema.safeParse({ ...fields, key: fields.key ?? UNSET_KEY, criterion })
  if (error) {
    const errors = error.issues.map(({ path, message }) => ({ place, message: `${path.join('.')}：${message}` }))
    return { task: undefined, errors, notes }
  }
  if (data.criterion !== null && !criteria.has(data.criterion))
    return { task: undefined, errors: [{ place, message: MESSAGES.unknownCriterion(data.criterion) }], notes }
  if (fields.key !== undefined) return { task: withKnownOrigin(data, tasks), errors: [], notes }
  const known = tasks.find((task) => isSameQuestion(task, data))
  return { task: known ?? withCheckedOrigin({ ...data, key: createKey() }, tasks), errors: [], notes }
}

/** Returns a task with the origin of the one that it replaces unless it has another stored one: most formats can't say it. */
const withKnownOrigin = (task: Task, tasks: readonly Task[]): Task => {
  const checked = withCheckedOrigin(task, tasks)
  const known = tasks.find(({ key }) => key === task.key)?.origin ?? null
  return checked.origin ? checked : withCheckedOrigin({ ...task, origin: known }, tasks)
}

/** Replaced by a new key, or by that of the task that asks the same. */
const UNSET_KEY = 'task'

/** A task that was imported before, unlike one that asks the same of other variables. */
const isSameQuestion = (task: Task, other: Task): boolean =>
  isDeepStrictEqual(listMessages(task), listMessages(other)) && isDeepStrictEqual(task.variables, other.variables)

const listMessages = ({ title, turns }: Task): string[] => (turns.length === 0 ? [title] : turns)
