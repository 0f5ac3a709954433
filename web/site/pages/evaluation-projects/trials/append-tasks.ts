import { createTask, TASK_KEY_PREFIX, type Task } from '#contracts/evaluation-projects/task.ts'
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
