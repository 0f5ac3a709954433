/** The checks of a reply: each is passed, failed or undecided, and says why. */
import { z } from 'zod'
import { CHECKS, TEXT, TRIAL_MEASURE_MAX } from '../limits.ts'
import { requiredText, storedText } from '../stored-text.ts'
import { CHECK_MESSAGES as MESSAGES } from './messages.ts'

const CHECK_FIELDS = {
  weight: z.number().min(0).max(CHECKS.weightMax).default(1).describe('在总分中的权重。'),
  isNegated: z.boolean().default(false).describe('反过来：符合时算未通过。'),
}
const kind = <Kind extends string, Fields extends z.ZodRawShape>(name: Kind, fields: Fields) =>
  z.object({ kind: z.literal(name), ...CHECK_FIELDS, ...fields })

/** What a comparison of texts overlooks. */
const COMPARISON = {
  ignoreCase: z.boolean().default(false).describe('不分大小写。'),
  ignoreWidth: z.boolean().default(false).describe('不分全角半角。'),
  ignoreSpace: z.boolean().default(false).describe('不计空白。'),
  ignoreVariants: z.boolean().default(false).describe('不分简体繁体。'),
}
export type TextComparison = z.infer<z.ZodObject<typeof COMPARISON>>

const value = storedText(MESSAGES.value).min(1, MESSAGES.value).max(TEXT.long)
const values = z.array(value).min(1).max(CHECKS.values)
const JsonSchemaSchema = z.union([z.record(z.string(), z.unknown()), z.boolean()])
const milliseconds = z.number().min(0).max(CHECKS.milliseconds)
const characters = z.int().min(0).max(CHECKS.replyLength)

/** One check. Texts are compared exactly, unless an option says otherwise. */
const CheckSchema = z
  .discriminatedUnion('kind', [
    kind('equals', { value, ...COMPARISON }),
    kind('contains', { value, ...COMPARISON }),
    kind('containsAny', { values, ...COMPARISON }),
    kind('containsAll', { values, ...COMPARISON }),
    kind('noneOf', { values, ...COMPARISON }),
    kind('startsWith', { value, ...COMPARISON }),
    kind('regex', {
      pattern: requiredText(MESSAGES.pattern, CHECKS.pattern).describe('RE2语法，不支持前后查找与反向引用。'),
      flags: z
        .string()
        .regex(/^[ims]*$/)
        .default('')
        .describe('`i` 不分大小写，`m` 多行，`s` 点号匹配换行。'),
    }),
    kind('number', {
      value: z
        .number()
        .describe('回答中任何一个数与它相差不超过 `tolerance` 即通过；万、亿、百分号与中文数字都能识别。'),
      tolerance: z.number().min(0).default(0),
    }),
    kind('jsonSchema', { schema: JsonSchemaSchema.describe('JSON Schema 2020-12。') }),
    kind('similarity', {
      value,
      method: z
        .enum(['f1', 'levenshtein'])
        .describe(
          `\`f1\`：词（汉字按字）的F1；\`levenshtein\`：1 − 编辑距离 / 较长者，两者字数的乘积超过${CHECKS.editCells}时不判定。`,
        ),
      atLeast: z.number().min(0).max(1),
    }),
    kind('refuses', {}),
    kind('mentionsSource', {}),
    kind('calledTool', {
      name: requiredText(MESSAGES.toolName),
      arguments: JsonSchemaSchema.optional().describe('参数应符合的JSON Schema。'),
      after: requiredText(MESSAGES.toolName).optional().describe('此前应已调用的工具。'),
    }),
    kind('latency', { atMostMs: milliseconds }),
    kind('firstToken', { atMostMs: milliseconds }),
    kind('cost', { atMost: z.number().min(0).max(TRIAL_MEASURE_MAX) }),
    kind('length', { atLeast: characters.optional(), atMost: characters.optional() }),
    kind('rubric', { text: requiredText(MESSAGES.text, TEXT.paragraph) }),
    kind('human', { text: requiredText(MESSAGES.text, TEXT.paragraph) }),
  ])
  .superRefine((check, context) => {
    if (check.kind !== 'length') return
    if (check.atLeast === undefined && check.atMost === undefined)
      context.addIssue({ code: 'custom', path: ['atLeast'], message: MESSAGES.lengthRequired })
    else if ((check.atLeast ?? 0) > (check.atMost ?? Number.POSITIVE_INFINITY))
      context.addIssue({ code: 'custom', path: ['atLeast'], message: MESSAGES.lengthOrder })
  })
export type Check = z.infer<typeof CheckSchema>
export type CheckKind = Check['kind']
export type CheckOf<Kind extends CheckKind> = Extract<Check, { kind: Kind }>

/** The checks of a task, which may have none. */
export const CheckListSchema = z
  .array(CheckSchema)
  .max(CHECKS.max)
  .refine((checks) => checks.length === 0 || checks.some(({ weight }) => weight > 0), MESSAGES.zeroWeights)

const StepSchema = z.union([
  requiredText(MESSAGES.toolName).transform((name) => ({ name, arguments: undefined })),
  z.object({ name: requiredText(MESSAGES.toolName), arguments: z.unknown().optional() }),
])

/** What is checked: a reply with how it came about. What is absent is unknown. */
export const CheckRequestSchema = z
  .object({
    reply: storedText().max(CHECKS.replyLength),
    steps: z.array(StepSchema).max(CHECKS.steps).optional().describe('依次调用的工具，名称或 `{ name, arguments }`。'),
    timing: z.object({ totalMs: milliseconds.optional(), firstTokenMs: milliseconds.optional() }).optional(),
    cost: z.number().min(0).max(TRIAL_MEASURE_MAX).optional().describe('元。'),
    checks: CheckListSchema.min(1),
    threshold: z.number().min(0).max(1).default(1).describe('得分达到它即通过。'),
  })
  .meta({ id: 'EvaluationCheckRequest' })
export type CheckRequest = z.infer<typeof CheckRequestSchema>

export const CheckReplySchema = z
  .object({
    score: z.number().min(0).max(1).nullable().describe('Σ 权重 × 结果 / Σ 权重；有未能判定的检查时为 `null`。'),
    isPassed: z.boolean().nullable(),
    checks: z.array(
      z.object({
        kind: z.string(),
        isPassed: z.boolean().nullable().describe('未能判定时为 `null`。'),
        reason: z.string(),
      }),
    ),
  })
  .meta({ id: 'EvaluationCheckResult' })
export type CheckReply = z.infer<typeof CheckReplySchema>
/** What a check says of a reply. */
export type Verdict = Omit<CheckReply['checks'][number], 'kind'>
