import type { Task } from '#contracts/evaluation-projects/task.ts'
import { createTask, TASK_KEY_PREFIX } from '#contracts/rules/evaluation/create-task.ts'
import { createKeySource } from '#contracts/rules/evaluation/item-keys.ts'

/**
 * Returns the tasks followed by the tasks in a text: one per line, with an optional acceptance rule after a tab. Tasks
 * that exist already aren't added again, such as after a save whose reply was lost.
 */
export function appendTasks(text: string, tasks: readonly Task[]): Task[] {
  const keys = tasks.map(({ key }) => key)
  const createKey = createKeySource(TASK_KEY_PREFIX, keys)
  const newTasks = text.split('\n').flatMap((line): Task[] => {
    const [title = '', acceptance = ''] = line.split('\t').map((part) => part.trim())
    const exists = tasks.some((task) => task.title === title && task.acceptance === acceptance)
    return title === '' || exists ? [] : [createTask({ key: createKey(), title, acceptance })]
  })
  return [...tasks, ...newTasks]
}

/** Returns the tasks with a copy after a task; a copy of a task that was deleted meanwhile is added at the end. */
export function duplicateTask(tasks: readonly Task[], task: Task): Task[] {
  const createKey = createKeySource(
    TASK_KEY_PREFIX,
    tasks.map(({ key }) => key),
  )
  const index = tasks.findIndex(({ key }) => key === task.key)
  const copy = { ...task, key: createKey(), title: `${task.title}（副本）` }
  return tasks.toSpliced(index === -1 ? tasks.length : index + 1, 0, copy)
}

/** Returns the tasks with one moved up or down by one, if it is still there and not at that end. */
export function moveTask(tasks: readonly Task[], key: string, offset: -1 | 1): Task[] {
  const index = tasks.findIndex((task) => task.key === key)
  const [task, neighbour] = [tasks[index], tasks[index + offset]]
  if (!task || !neighbour) return [...tasks]
  return tasks.with(index, neighbour).with(index + offset, task)
}
