import { z } from 'zod'
import { type Task, TaskSchema } from '#contracts/evaluation-projects/task.ts'
import type { PlatformBank, PublicBank, QuestionBank } from '#contracts/question-banks/bank.ts'
import type { BankRow, BankWithVersion, VersionRow } from './store.ts'

const TagsSchema = z.array(z.string())
const TasksSchema = z.array(TaskSchema)

/** Returns the tasks of a version. */
export const readTasks = ({ tasksJson }: { tasksJson: unknown }): Task[] => TasksSchema.parse(tasksJson)

/** Returns a version of a bank for the API. */
export const toBank = (bank: Pick<BankRow, 'ownerId'>, version: VersionRow): QuestionBank => ({
  id: version.bankId,
  title: version.title,
  description: version.description,
  licence: version.licence,
  source: version.source,
  tags: TagsSchema.parse(version.tagsJson),
  version: version.version,
  hash: version.hash,
  taskCount: version.taskCount,
  isPlatform: bank.ownerId === null,
  material: version.materialName === null ? null : { name: version.materialName },
  createdAt: version.createdAt,
})

export const toPlatformBank = (row: BankWithVersion): PlatformBank => ({
  ...toBank(row, row),
  publishedVersion: row.publishedVersion,
})

/** Returns a bank with how many of its tasks are judged by what, the most frequent first. */
export function toPublicBank(bank: Pick<BankRow, 'ownerId'>, version: VersionRow & { tasksJson: unknown }): PublicBank {
  const tasks = readTasks(version)
  const kinds = tasks.flatMap(({ checks }) =>
    checks.length === 0 ? ['human'] : [...new Set(checks.map(({ kind }) => kind))],
  )
  return {
    ...toBank(bank, version),
    kinds: [...Map.groupBy(kinds, (kind) => kind)]
      .map(([kind, { length }]) => ({ kind, tasks: length }))
      .toSorted((a, b) => b.tasks - a.tasks),
    severalTurns: tasks.filter(({ turns }) => turns.length > 1).length,
  }
}
