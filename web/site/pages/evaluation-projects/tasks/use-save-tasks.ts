import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { call } from '../../../../shared/call.ts'
import type { LoadedProject } from '../project-queries.ts'
import { useSaveOnLatest } from '../use-save-on-latest.ts'

/** Returns the changed tasks. An error cancels the save. */
type TaskChange = (tasks: readonly Task[]) => Task[]

/** Returns a mutation that changes the tasks. */
export const useSaveTasks = (project: LoadedProject) =>
  useSaveOnLatest(project, (change: TaskChange, { id, tasks }, version) =>
    call(projectCalls.saveTasks, { params: { id }, body: { tasks: change(tasks) }, version }),
  )
