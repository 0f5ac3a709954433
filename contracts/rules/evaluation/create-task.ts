import type { Task } from '../../evaluation-projects/task.ts'

/** The beginning of the keys of tasks that were given none. */
export const TASK_KEY_PREFIX = 'task-'

/** Returns a new task, which a person judges unless checks are given. */
export const createTask = (fields: Pick<Task, 'key' | 'title'> & Partial<Task>): Task => ({
  acceptance: '',
  weight: 1,
  criterion: null,
  turns: [],
  variables: {},
  expected: '',
  checks: [],
  threshold: 1,
  repeats: null,
  tags: [],
  variants: [],
  isSealed: false,
  origin: null,
  ...fields,
})
