/** Criteria that are counted instead of judged: from trials of their tasks, or from the figures of a pilot. */
import { z } from 'zod'
import { KeySchema, reportDuplicates } from '../evaluation-analysis/keys.ts'
import { text } from '../fields.ts'
import { EVALUATION_ANALYSIS, TASKS, TEXT } from '../limits.ts'
import { requiredText } from '../stored-text.ts'
import { PROJECT_MESSAGES as MESSAGES } from './messages.ts'

/** Figures of a pilot, such as minutes or yuan; beyond this, numbers lose their decimals. */
const FIGURE_MAX = 1e12
const figure = z.number(MESSAGES.figure).min(-FIGURE_MAX, MESSAGES.figure).max(FIGURE_MAX, MESSAGES.figure)

/** The least score of the criterion is its mark: so many of a hundred trials have to pass. */
const RunRuleSchema = z.object({
  kind: z.literal('runs').describe('由实测的通过次数计算。'),
  shown: z.enum(['passed', 'failed']).default('passed').describe('写作通过率的下限，还是未通过率的上限。'),
  tags: z
    .array(requiredText(MESSAGES.tag, TEXT.word))
    .max(TASKS.tags)
    .default([])
    .describe('除了指定这条准则的任务，有其中一个标签的任务也计入。'),
  questions: z.int().min(0).max(TASKS.max).default(0).describe('最少的题数，不足时说明；`0` 为不限。'),
})

const MeasuredRuleSchema = z.object({
  kind: z.literal('measured').describe('由试点前后的数据判定，达到约定的标准得100分，否则0分。'),
  unit: text(TEXT.word).describe('单位，如“分钟”。'),
  direction: z.enum(['atLeast', 'atMost']).describe('`atLeast`：不低于标准；`atMost`：不高于标准。'),
  mark: figure.describe('约定的标准。'),
})

export const CountedRuleSchema = z.discriminatedUnion('kind', [RunRuleSchema, MeasuredRuleSchema])
export type CountedRule = z.infer<typeof CountedRuleSchema>

/** What a pilot of a candidate yielded for one measured criterion; `null` if it wasn't measured. */
const MeasurementSchema = z.object({
  candidate: KeySchema,
  criterion: KeySchema,
  before: figure.nullable().default(null).describe('试点之前。'),
  after: figure.nullable().default(null).describe('试点之后，与标准比较。'),
  evidence: text(TEXT.paragraph).describe('怎样测得：时间、样本、数据来源。'),
})
export type Measurement = z.infer<typeof MeasurementSchema>

export const MeasurementsSchema = z
  .array(MeasurementSchema)
  .max(EVALUATION_ANALYSIS.candidates * EVALUATION_ANALYSIS.criteria)
  .superRefine((measurements, context) =>
    reportDuplicates(
      measurements.map(({ candidate, criterion }, index) => ({
        key: `${candidate} ${criterion}`,
        path: [index, 'criterion'],
      })),
      context,
    ),
  )

/** The complete list. */
export const MeasurementsSaveSchema = z.object({ measurements: MeasurementsSchema })

/** How many trials of a criterion's tasks a candidate passed, and where they are from. */
export const TrialCountSchema = z.object({
  criterion: z.string(),
  candidate: z.string(),
  questions: z.int().describe('有判定的试次的题数。'),
  trials: z.int().describe('判定为通过或未通过的试次。'),
  passed: z.int(),
  typed: z.int().describe('其中由人登记的试次。'),
  runs: z.array(z.object({ id: z.string(), title: z.string() })).describe('其余取自哪些运行：每道题取最近一次。'),
})
export type TrialCount = z.infer<typeof TrialCountSchema>
