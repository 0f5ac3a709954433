/** Question banks: tasks that can be used again. A version never changes; a change is the next version. */
import { z } from 'zod'
import { KeySchema } from '../evaluation-analysis/keys.ts'
import { TaskSchema } from '../evaluation-projects/task.ts'
import { taskImportReply } from '../evaluation-projects/task-import.ts'
import { text } from '../fields.ts'
import { QUESTION_BANKS, TASKS, TEXT } from '../limits.ts'
import { requiredText } from '../stored-text.ts'
import { IMPORT_MODES } from '../table.ts'
import { BANK_MESSAGES as MESSAGES } from './messages.ts'

/** What is said about the tasks of a bank. `tags` are separated by 、 or commas, since a form of a file has only texts. */
export const BANK_DETAILS = {
  title: requiredText(MESSAGES.title),
  description: text(TEXT.paragraph),
  licence: requiredText(MESSAGES.licence).describe('许可：谁可以怎样使用这些题目。'),
  source: requiredText(MESSAGES.source, TEXT.paragraph).describe('来源：谁编写，或取自哪里。'),
  tags: text(TEXT.line).describe('用顿号或逗号分开。'),
}
const BankDetailsSchema = z.object(BANK_DETAILS)
export type BankDetails = z.infer<typeof BankDetailsSchema>

/** Saves tasks of an own project as a bank, or as the next version of one. */
export const BankSaveSchema = BankDetailsSchema.extend({
  project: z.string().max(TEXT.word).describe('取其任务的评估项目的编号。'),
  tasks: z.array(KeySchema).max(TASKS.max).optional().describe('任务的键名；不填为全部。'),
}).meta({ id: 'QuestionBankSave' })
export type BankSave = z.infer<typeof BankSaveSchema>

/** The fields that are sent with a file of tasks. */
export const BankImportFieldsSchema = BankDetailsSchema.extend({
  mode: z.enum(IMPORT_MODES).default('apply').describe('`dry-run` 只核对，`apply` 导入。'),
})
export type BankImportFields = z.infer<typeof BankImportFieldsSchema>

const version = z.int().min(1)

/** A version of a bank, without its tasks. */
export const QuestionBankSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    licence: z.string(),
    source: z.string(),
    tags: z.array(z.string()),
    version,
    hash: z.string().describe('任务的规范JSON的SHA-256。'),
    taskCount: z.int(),
    isPlatform: z.boolean().describe('平台的题库，人人可用；否则为自己的。'),
    material: z.object({ name: z.string() }).nullable().describe('附带的资料，先载入智能体，再提问。'),
    createdAt: z.iso.datetime().describe('这个版本的时间。'),
  })
  .meta({ id: 'QuestionBank' })
export type QuestionBank = z.infer<typeof QuestionBankSchema>

/** A bank that the platform offers. */
export const PublicBankSchema = QuestionBankSchema.extend({
  kinds: z
    .array(z.object({ kind: z.string(), tasks: z.int() }))
    .describe('各种检查各有多少任务，多的在前；没有检查、由人判定的为 `human`。一个任务可以有几种。'),
  severalTurns: z.int().describe('其中有几轮对话的任务数。'),
}).meta({ id: 'PublicQuestionBank' })
export type PublicBank = z.infer<typeof PublicBankSchema>

export const QuestionBankViewSchema = QuestionBankSchema.extend({ tasks: z.array(TaskSchema) }).meta({
  id: 'QuestionBankView',
})
export type QuestionBankView = z.infer<typeof QuestionBankViewSchema>

/** A bank of the platform for staff: its newest version, and the one that is published. */
export const PlatformBankSchema = QuestionBankSchema.extend({
  publishedVersion: version.nullable().describe('正在提供的版本；没有发布或已撤回时为空。'),
}).meta({ id: 'PlatformQuestionBank' })
export type PlatformBank = z.infer<typeof PlatformBankSchema>

/** The result of an import or a dry run; `version` is the one that was created, or that has this content already. */
export const bankImportReply = {
  version: version.nullable().describe('导入所成的版本；试运行或有误时为空。'),
  added: taskImportReply.added,
  errors: taskImportReply.errors,
  notes: taskImportReply.notes,
  preview: taskImportReply.preview,
}
const BankImportSchema = z.object(bankImportReply)
export type BankImport = z.infer<typeof BankImportSchema>

/** Tasks of a bank to be copied into a project. */
export const TaskCopySchema = z.object({
  bank: z.string().max(TEXT.word).describe('题库的编号。'),
  version: version.optional().describe('不填为最新的。'),
  tasks: z.array(KeySchema).max(QUESTION_BANKS.tasks).optional().describe('任务的键名；不填为全部。'),
})
export type TaskCopy = z.infer<typeof TaskCopySchema>
