import type { ProjectStatus } from '#contracts/evaluation-projects/statuses.ts'

/**
 * Returns whether readers may see a run: it has ended, and nobody is reading its replies blind, who might have the readers'
 * link.
 */
export const canReadRun = (
  { finishedAt }: { finishedAt: string | null },
  grading: { closedAt: string | null } | undefined,
): boolean => finishedAt !== null && grading?.closedAt !== null

type SealableTask = { key: string; isSealed: boolean }

/**
 * Returns the tasks of a run that readers may see: until the report, those that were sealed neither when it began nor are
 * now.
 */
export function listReadableTasks<Task extends SealableTask>(
  asked: readonly Task[],
  { tasks, status }: { tasks: readonly SealableTask[]; status: ProjectStatus },
): Task[] {
  const sealedKeys = new Set([...asked, ...tasks].filter(({ isSealed }) => isSealed).map(({ key }) => key))
  return asked.filter(({ key }) => status === 'final' || !sealedKeys.has(key))
}
