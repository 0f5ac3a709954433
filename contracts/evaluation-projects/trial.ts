/** Results of candidates on the project's own tasks. */
import { z } from 'zod'
import { KeySchema } from '../evaluation-analysis/keys.ts'
import { text } from '../fields.ts'
import { EVALUATION_ANALYSIS, TEXT, TRIAL_MEASURE_MAX } from '../limits.ts'
import { IMPORT_MODES } from '../table.ts'
import { PROJECT_MESSAGES as MESSAGES } from './messages.ts'

const measure = z.number().min(0).max(TRIAL_MEASURE_MAX).nullable().default(null)

export const TrialCreateSchema = z.object({
  task: KeySchema,
  candidate: KeySchema,
  isPassed: z.boolean(),
  seconds: measure,
  cost: measure,
  note: text(TEXT.paragraph),
})
export type TrialCreate = z.infer<typeof TrialCreateSchema>
/** `runner` is the name of the person who ran it; blank if unknown. */
export const TrialSchema = TrialCreateSchema.extend({
  id: z.string(),
  runner: z.string(),
  isSetAside: z.boolean().describe('执行人声明了与候选的利益冲突：留在记录中，不计入。'),
  createdAt: z.iso.datetime(),
})
export type ProjectTrial = z.infer<typeof TrialSchema>

/** The client chooses the id, so that it can restore a removed trial. */
const NewTrialSchema = TrialCreateSchema.extend({
  id: z.uuid('请输入UUID').describe('试次的编号，由调用方生成的UUID。已有的编号不再登记。'),
})
export type NewTrial = z.infer<typeof NewTrialSchema>
export const TrialsAddSchema = z.object({
  trials: z.array(NewTrialSchema).min(1).max(EVALUATION_ANALYSIS.trials),
})

export const TrialImportFieldsSchema = z.object({
  mode: z.enum(IMPORT_MODES, MESSAGES.importMode).default('apply').describe('`dry-run` 只核对，`apply` 导入。'),
})
export type ImportMode = z.infer<typeof TrialImportFieldsSchema>['mode']

/** How many rows of an import are previewed before it is applied. */
export const PREVIEWED_TRIALS = 50

/** The result of an import or a dry run. If any row is invalid, nothing is added. */
export const trialImportReply = {
  added: z.int().describe('登记的试次数；试运行时为将要登记的。'),
  known: z.int().describe('此前已经登记过、不再登记的行数。'),
  errors: z.array(z.object({ row: z.int(), message: z.string() })).describe('有误的行，按表格中的行号。'),
  ignoredColumns: z.array(z.string()).describe('表中有、导入时没有用到的列。'),
  newTasks: z.array(z.string()).describe('表中出现、项目中还没有的任务。'),
  preview: z
    .array(
      TrialSchema.omit({ id: true, createdAt: true, isSetAside: true, task: true, candidate: true }).extend({
        row: z.int(),
        task: z.string(),
        candidate: z.string(),
      }),
    )
    .describe(`前${PREVIEWED_TRIALS}行，任务与候选为名称。`),
}
const TrialImportSchema = z.object(trialImportReply)
export type TrialImport = z.infer<typeof TrialImportSchema>
