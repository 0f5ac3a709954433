/** Tests of candidates on tasks of one's own. */
import { z } from 'zod'
import { KeySchema } from '../evaluation-analysis/keys.ts'
import { text } from '../fields.ts'
import { EVALUATION_ANALYSIS, TEXT } from '../limits.ts'
import { requiredText } from '../stored-text.ts'
import { PROJECT_MESSAGES as TEXTS } from './messages.ts'

/** A task that every candidate is asked to do. `criterion` is the one whose score it suggests. */
export const TaskSchema = z.object({
  key: KeySchema,
  title: requiredText(TEXTS.taskTitle, TEXT.paragraph),
  acceptance: text(TEXT.paragraph),
  weight: z.number().min(0).max(1000).default(1),
  criterion: KeySchema.nullable().default(null),
})
export type Task = z.infer<typeof TaskSchema>
/** The most tasks of a project. */
export const TASKS_MAX = 500

const measure = z.number().min(0).max(1_000_000_000).nullable().default(null)

export const TrialCreateSchema = z.object({
  task: KeySchema,
  candidate: KeySchema,
  isPassed: z.boolean(),
  seconds: measure,
  cost: measure,
  note: text(TEXT.paragraph),
})
export type TrialCreate = z.infer<typeof TrialCreateSchema>
export const TrialSchema = TrialCreateSchema.extend({ id: z.string(), createdAt: z.iso.datetime() })
export type ProjectTrial = z.infer<typeof TrialSchema>

/** The whole list; tasks with trials can't be left out. */
export const TasksSaveSchema = z.object({ tasks: z.array(TaskSchema).max(TASKS_MAX) })
/** `id` is made by the client, so that a repeated request adds nothing twice. */
const NewTrialSchema = TrialCreateSchema.extend({ id: z.uuid() })
export type NewTrial = z.infer<typeof NewTrialSchema>
export const TrialsAddSchema = z.object({
  trials: z.array(NewTrialSchema).min(1).max(EVALUATION_ANALYSIS.trials),
})
