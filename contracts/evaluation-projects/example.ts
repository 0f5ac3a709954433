/** The example project of the sample content, in readable form: criteria by title, products by id. */
import { z } from 'zod'
import { SCORE } from '../limits.ts'

const points = z.int().min(SCORE.min).max(SCORE.max)

export const ProjectExampleSchema = z.object({
  owner: z.string(),
  name: z.string(),
  description: z.string(),
  /** Required criteria with their minimums. */
  minimums: z.record(z.string(), points),
  products: z.array(z.string()).min(1),
  judges: z.array(z.string()).min(1),
  /**
   * A judge's points and grades for a product on all criteria, in the method's order; notes by the criterion's index.
   */
  scores: z.array(
    z.object({
      judge: z.string(),
      product: z.string(),
      points: z.array(points),
      grades: z.array(z.string()),
      notes: z.record(z.string(), z.string()),
    }),
  ),
  revisions: z.array(
    z.object({
      judge: z.string(),
      product: z.string(),
      criterion: z.string(),
      score: points,
      grade: z.string(),
      reason: z.string(),
    }),
  ),
  tasks: z.array(
    z.object({ key: z.string(), title: z.string(), acceptance: z.string(), weight: z.number(), criterion: z.string() }),
  ),
  /** The trials of a product on a task: `passed` and `seconds` per trial, and the cost of each. */
  trials: z.array(
    z.object({
      product: z.string(),
      task: z.string(),
      passed: z.array(z.boolean()),
      seconds: z.array(z.number()),
      cost: z.number(),
    }),
  ),
})
export type ProjectExample = z.infer<typeof ProjectExampleSchema>
