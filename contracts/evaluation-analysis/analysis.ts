/** Request and reply of `POST /api/evaluation/analysis`. */
import { z } from 'zod'
import { ThresholdsSchema } from '../documents/evaluation.ts'
import { EVALUATION_ANALYSIS, SCORE } from '../limits.ts'
import { WEIGHT, zeroTinyWeight } from '../rules/evaluation/criterion-weights.ts'
import { DEFAULT_DRAWS, DEFAULT_SPREAD } from '../rules/evaluation/robustness.ts'
import { AGGREGATES } from '../rules/evaluation/scoring.ts'
import { requiredText } from '../stored-text.ts'
import { RECOMMENDATIONS } from '../vocabulary.ts'
import { KeySchema, reportDuplicates, reportIssue, reportUnknown } from './keys.ts'
import { ANALYSIS_MESSAGES as MESSAGES } from './messages.ts'

const points = z.number().min(SCORE.min).max(SCORE.max)
const weight = z.number().min(0).max(WEIGHT.max).transform(zeroTinyWeight)

const CriterionSchema = z
  .object({
    key: KeySchema,
    weight,
    isRequired: z.boolean().default(false).describe('一票否决：得分低于 `minimum` 时结论为“暂不推荐”。'),
    minimum: points.optional(),
  })
  .refine((criterion) => !criterion.isRequired || criterion.minimum !== undefined, {
    path: ['minimum'],
    error: MESSAGES.minimumRequired,
  })

const hasWeight = (parts: readonly { weight: number }[]) => parts.some((part) => part.weight > 0)

const CriterionGroupSchema = z
  .object({
    key: KeySchema,
    weight,
    criteria: z.array(CriterionSchema).min(1).max(EVALUATION_ANALYSIS.criteria),
  })
  .refine((group) => group.weight === 0 || hasWeight(group.criteria), {
    path: ['criteria'],
    error: MESSAGES.zeroWeights,
  })

const MethodSchema = z.object({
  groups: z
    .array(CriterionGroupSchema)
    .min(1)
    .max(EVALUATION_ANALYSIS.criteria)
    .refine(hasWeight, MESSAGES.zeroWeights)
    .refine((groups) => countCriteria(groups) <= EVALUATION_ANALYSIS.criteria, {
      error: MESSAGES.criteriaMax(EVALUATION_ANALYSIS.criteria),
    }),
  grades: z
    .array(z.object({ key: KeySchema, cap: points.describe('该等级证据下，一项评分最高计多少分。') }))
    .min(1)
    .max(EVALUATION_ANALYSIS.grades),
  thresholds: ThresholdsSchema,
})

const countCriteria = (groups: readonly { criteria: readonly unknown[] }[]) =>
  groups.reduce((sum, group) => sum + group.criteria.length, 0)

const RobustnessRequestSchema = z.object({
  draws: z.int().min(1).max(DEFAULT_DRAWS).default(DEFAULT_DRAWS),
  seed: z.int().min(0).max(0xffffffff).default(1).describe('同样的种子得到同样的结果。'),
  weights: z
    .enum(['any', 'near'])
    .default('near')
    .describe('`any`：任何权重概率均等；`near`：各准则占比在现有值的1 ± `spread` 倍内均匀抽取。'),
  spread: z.number().min(0).max(1).default(DEFAULT_SPREAD),
})

/** The request without a name: the root of a tool's schema must not be a reference, which many clients can't resolve. */
export const UnnamedAnalysisRequestSchema = z
  .object({
    method: MethodSchema,
    candidates: z
      .array(z.object({ key: KeySchema, name: requiredText(MESSAGES.name) }))
      .min(1)
      .max(EVALUATION_ANALYSIS.candidates),
    judges: z
      .array(z.object({ key: KeySchema }))
      .max(EVALUATION_ANALYSIS.judges)
      .describe('可以为空，如果所有分数都是给定的。'),
    scores: z
      .array(
        z.object({ judge: z.string(), candidate: z.string(), criterion: z.string(), score: points, grade: z.string() }),
      )
      .max(EVALUATION_ANALYSIS.scores),
    given: z
      .array(z.object({ candidate: z.string(), criterion: z.string(), score: points }))
      .max(EVALUATION_ANALYSIS.candidates * EVALUATION_ANALYSIS.criteria)
      .default([])
      .describe('由公式得出而不由评委打的分数，如价格分：没有不确定性，不按证据等级封顶。'),
    aggregate: z
      .enum(AGGREGATES)
      .default('mean')
      .describe('多位评委的分数取平均、中位数，还是去掉一个最高、一个最低后的平均。'),
    robustness: RobustnessRequestSchema.optional().describe('不传时不计算稳健性。'),
  })
  .superRefine(reportKeys)
export const AnalysisRequestSchema = UnnamedAnalysisRequestSchema.meta({ id: 'EvaluationAnalysisRequest' })
export type AnalysisRequest = z.infer<typeof AnalysisRequestSchema>

type KeyedRequest = {
  method: {
    groups: readonly { key: string; criteria: readonly { key: string }[] }[]
    grades: readonly { key: string }[]
  }
  candidates: readonly { key: string }[]
  judges: readonly { key: string }[]
  scores: readonly { judge: string; candidate: string; criterion: string; grade: string }[]
  given: readonly { candidate: string; criterion: string }[]
}

/**
 * Reports duplicate keys, scores that refer to unknown keys, second scores by one judge for the same cell, and judges'
 * scores of a criterion whose scores are given.
 */
function reportKeys({ method, candidates, judges, scores, given }: KeyedRequest, context: z.RefinementCtx): void {
  if (judges.length === 0 && given.length === 0) reportIssue(context, ['judges'], MESSAGES.judges)
  const withPaths = (items: readonly { key: string }[], ...path: (string | number)[]) =>
    items.map(({ key }, index) => ({ key, path: [...path, index, 'key'] }))
  const criteria = method.groups.flatMap((group, index) =>
    withPaths(group.criteria, 'method', 'groups', index, 'criteria'),
  )
  for (const keys of [
    withPaths(method.groups, 'method', 'groups'),
    withPaths(method.grades, 'method', 'grades'),
    withPaths(candidates, 'candidates'),
    withPaths(judges, 'judges'),
    criteria,
  ])
    reportDuplicates(keys, context)
  const known = {
    judge: getKeys(judges),
    candidate: getKeys(candidates),
    criterion: getKeys(criteria),
    grade: getKeys(method.grades),
  }
  for (const field of ['judge', 'candidate', 'criterion', 'grade'] as const)
    reportUnknown(
      scores.map((score, index) => ({ key: score[field], path: ['scores', index, field] })),
      known[field],
      context,
    )
  for (const field of ['candidate', 'criterion'] as const)
    reportUnknown(
      given.map((score, index) => ({ key: score[field], path: ['given', index, field] })),
      known[field],
      context,
    )
  reportDuplicateScores(scores, given, context)
}

function reportDuplicateScores(
  scores: KeyedRequest['scores'],
  given: KeyedRequest['given'],
  context: z.RefinementCtx,
): void {
  const givenCells = new Set<string>()
  for (const [index, { candidate, criterion }] of given.entries()) {
    const cell = JSON.stringify([candidate, criterion])
    if (givenCells.has(cell)) reportIssue(context, ['given', index], MESSAGES.duplicateGiven)
    givenCells.add(cell)
  }
  const givenCriteria = new Set(given.map(({ criterion }) => criterion))
  const cells = new Set<string>()
  for (const [index, { judge, candidate, criterion }] of scores.entries()) {
    const cell = JSON.stringify([judge, candidate, criterion])
    if (cells.has(cell)) reportIssue(context, ['scores', index], MESSAGES.duplicateScore)
    if (givenCriteria.has(criterion)) reportIssue(context, ['scores', index], MESSAGES.givenCriterion)
    cells.add(cell)
  }
}

const getKeys = (items: readonly { key: string }[]) => new Set(items.map((item) => item.key))

const fraction = z.number().min(0).max(1)
const IntervalSchema = z.object({ from: fraction, to: fraction })
const byKey = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value)
const VerdictSharesSchema = z.object({ 强烈推荐: fraction, 推荐: fraction, 谨慎推荐: fraction, 暂不推荐: fraction })

const CandidateResultSchema = z.object({
  key: z.string(),
  rank: z.int().nullable().describe('总分相同的名次并列；没有任何评分时为 `null`。'),
  total: z.number().nullable().describe('取整前的总分。'),
  score: z.int().nullable(),
  recommendation: z.enum(RECOMMENDATIONS).nullable().describe('已评准则的占比不足0.8时为 `null`。'),
  coverage: fraction.describe('已评准则的占比之和。'),
  groups: byKey(z.number().nullable()),
  criteria: byKey(z.object({ mean: z.number(), min: z.number(), max: z.number(), judges: z.int() })).describe(
    '`mean` 为平均值；`aggregate` 为 `median` 时为中位数。分数均已按证据等级封顶。',
  ),
  vetoes: z.array(z.object({ criterion: z.string(), mean: z.number(), minimum: z.number() })),
})

export const AnalysisSchema = z
  .object({
    candidates: z.array(CandidateResultSchema).describe('按名次排列。'),
    agreement: z.object({
      alpha: z.number().nullable().describe('Krippendorff α（间隔尺度）。'),
      reason: z
        .enum(['noPairs', 'noVariation'])
        .nullable()
        .describe('`alpha` 为 `null` 的原因：`noPairs` 为没有两位评委评过同一项，`noVariation` 为所有分数相同。'),
      units: z.int().describe('至少有两个分数的（候选、准则）数。'),
      disputed: z.array(z.object({ candidate: z.string(), criterion: z.string(), spread: z.number() })),
    }),
    robustness: z
      .object({
        rankAcceptability: byKey(z.array(fraction)).describe(
          '各候选取得第1、第2……名的概率；并列的候选平分所占的名次。',
        ),
        favouringWeights: byKey(byKey(fraction).nullable()).describe('各候选居首时的平均权重；从未居首时为 `null`。'),
        pairwise: byKey(byKey(fraction)).describe('排在另一候选之前的概率；并列计一半。'),
        verdicts: byKey(VerdictSharesSchema.nullable()),
      })
      .nullable(),
    weightIntervals: z
      .array(
        z.object({
          criterion: z.string(),
          share: fraction,
          winner: IntervalSchema,
          verdicts: byKey(IntervalSchema),
        }),
      )
      .describe('某一准则的占比单独变动、其余保持比例时，第一名（并列时为所有并列者）与各结论不变的区间。'),
  })
  .meta({ id: 'EvaluationAnalysis' })
export type Analysis = z.infer<typeof AnalysisSchema>
