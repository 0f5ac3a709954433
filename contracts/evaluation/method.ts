/** The evaluation method: criteria, weights and grades of evidence. Each publication creates a new version. */
import { z } from 'zod'
import { ThresholdsSchema, WeightsSchema } from '../documents/evaluation.ts'
import { SCORE } from '../limits.ts'

/** The relative weight of a group, or of a criterion within its group. */
const weight = z.number().min(0)
const points = z.number().min(SCORE.min).max(SCORE.max)

/** A grade of evidence; a score based on it counts for at most `cap`. */
export const EvidenceGradeSchema = z.object({
  key: z.string(),
  title: z.string(),
  cap: points,
  description: z.string(),
})

const MethodCriterionSchema = z.object({
  /** Unchanged when the title changes. */
  key: z.string(),
  title: z.string(),
  description: z.string(),
  /** What counts as evidence, one line per item. */
  evidence: z.array(z.string()),
  weight,
  /** Whether a product that scores less than `minimum` is vetoed, whatever its total. */
  isRequired: z.boolean(),
  /** Only has an effect if the criterion is required, which in turn has none without a minimum. */
  minimum: points.nullable(),
})
export type MethodCriterion = z.infer<typeof MethodCriterionSchema>

const MethodGroupSchema = z.object({
  key: z.string(),
  title: z.string(),
  weight,
  criteria: z.array(MethodCriterionSchema),
})
export type MethodGroup = z.infer<typeof MethodGroupSchema>

/** The weights of a use case, at most one per criterion; `criterion` is its key. The others keep the method's weight. */
const WeightProfileSchema = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  weights: z.array(z.object({ criterion: z.string(), weight })),
})

export const MethodSchema = z
  .object({
    groups: z.array(MethodGroupSchema),
    grades: z.array(EvidenceGradeSchema),
    thresholds: ThresholdsSchema,
    /** The weights of the three scores of the scoring tool, whose verdicts have the same thresholds. */
    toolWeights: WeightsSchema,
    profiles: z.array(WeightProfileSchema),
  })
  .meta({ id: 'EvaluationMethod' })
export type Method = z.infer<typeof MethodSchema>

/** One version of the method: M1, M2 … `changes` are sentences about the differences from the previous version. */
export const MethodVersionSchema = z
  .object({ version: z.int().min(1), createdAt: z.iso.datetime(), method: MethodSchema, changes: z.array(z.string()) })
  .meta({ id: 'EvaluationMethodVersion' })
export type MethodVersion = z.infer<typeof MethodVersionSchema>
export const MethodSummarySchema = MethodVersionSchema.omit({ method: true })
export type MethodSummary = z.infer<typeof MethodSummarySchema>

/** What publishing the saved evaluation standards as the next version would change, and what prevents it. */
export const MethodDraftSchema = z
  .object({
    published: MethodSummarySchema.pick({ version: true, createdAt: true }),
    changes: z.array(z.string()),
    errors: z.array(z.object({ path: z.string(), message: z.string() })),
  })
  .meta({ id: 'EvaluationMethodDraft' })
export type MethodDraft = z.infer<typeof MethodDraftSchema>
