/** What every candidate is asked: messages, what is expected, and the checks of the reply. */
import { z } from 'zod'
import { KeySchema } from '../evaluation-analysis/keys.ts'
import { CheckListSchema } from '../evaluation-checks/check.ts'
import { text } from '../fields.ts'
import { TASKS, TEXT } from '../limits.ts'
import { findUnknownVariable, VARIABLE_NAME } from '../rules/evaluation/task-messages.ts'
import { requiredText, storedText } from '../stored-text.ts'
import { PROJECT_MESSAGES as MESSAGES } from './messages.ts'

const message = requiredText(MESSAGES.taskMessage, TEXT.long)

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The version of a question bank that a task was copied from. `hash` is that of the version. */
const TaskOriginSchema = z.object({
  bank: z.string().max(TEXT.word).describe('题库的编号。'),
  title: z.string().max(TEXT.line),
  version: z.int().min(1),
  hash: sha256.describe('这个版本的任务的规范JSON的SHA-256。'),
  task: KeySchema.describe('任务在题库中的键名。'),
  taskHash: sha256.describe('复制时任务内容的规范JSON的SHA-256。'),
  isEdited: z.boolean().default(false).describe('复制之后问题或检查是否改过；由服务器核对。'),
})
export type TaskOrigin = z.infer<typeof TaskOriginSchema>

/**
 * A task that every candidate is tested on. `criterion` is the one whose score it suggests. Without checks, a person
 * judges by `acceptance`.
 */
const TaskFieldsSchema = z.object({
  key: KeySchema,
  title: requiredText(MESSAGES.taskTitle, TEXT.paragraph),
  acceptance: text(TEXT.paragraph),
  weight: z.number().min(0).max(TASKS.weightMax).default(1),
  criterion: KeySchema.nullable().default(null),
  turns: z.array(message).max(TASKS.turns).default([]).describe('依次发送的消息；没有时发送 `title`。'),
  variables: z
    .record(z.string().max(TEXT.word).regex(VARIABLE_NAME, MESSAGES.variableName), storedText().max(TEXT.long))
    .refine((variables) => Object.keys(variables).length <= TASKS.variables, MESSAGES.variablesMax(TASKS.variables))
    .default({})
    .describe('消息中 `{{名称}}` 的值；没有变量时，消息原样发送。'),
  expected: text(TEXT.long).describe('期望的回答。'),
  checks: CheckListSchema.default([]),
  threshold: z.number().min(0).max(1).default(1).describe('检查的得分达到它即通过。'),
  repeats: z.int().min(1).max(TASKS.repeats).nullable().default(null).describe('`null` 为运行所定的次数。'),
  tags: z.array(requiredText(MESSAGES.tag, TEXT.word)).max(TASKS.tags).default([]),
  variants: z.array(message).max(TASKS.variants).default([]).describe('第一条消息的其他问法。'),
  isSealed: z.boolean().default(false).describe('定稿之前，只有负责人能看到。'),
  origin: TaskOriginSchema.nullable().default(null).describe('取自哪个题库；不是取自题库的为空。'),
})
export type Task = z.infer<typeof TaskFieldsSchema>

/** What a seal covers of a task. */
export const SealedQuestionSchema = TaskFieldsSchema.omit({ isSealed: true, origin: true })
export type SealedQuestion = z.infer<typeof SealedQuestionSchema>

/** The messages that may name variables must name those that the task has. */
export const TaskSchema = TaskFieldsSchema.superRefine(({ title, turns, variants, variables }, context) => {
  const messages = [
    ...(turns.length === 0 ? [{ path: ['title'], text: title }] : []),
    ...turns.map((turn, index) => ({ path: ['turns', index], text: turn })),
    ...variants.map((variant, index) => ({ path: ['variants', index], text: variant })),
  ]
  for (const { path, text: content } of messages) {
    const name = findUnknownVariable(content, variables)
    if (name !== undefined) context.addIssue({ code: 'custom', path, message: MESSAGES.unknownVariable(name) })
  }
})

/** Earlier reports have tasks without messages and checks. */
export const ReportTaskSchema = TaskFieldsSchema.partial().required({
  key: true,
  title: true,
  acceptance: true,
  weight: true,
  criterion: true,
})

/** The complete list; tasks with trials can't be removed. */
export const TasksSaveSchema = z.object({ tasks: z.array(TaskSchema).max(TASKS.max) })
