/** A run of the sample content, as it was made once: with its trials, whose candidates are products by id. */
import { z } from 'zod'
import { RunSchema, RunTrialSchema } from './run.ts'

export const SampleRunSchema = RunSchema.pick({
  title: true,
  startedAt: true,
  repeats: true,
  retries: true,
  askAgain: true,
  seed: true,
  limits: true,
  calls: true,
  cost: true,
}).extend({
  finishedAt: z.iso.datetime(),
  /** The question bank that its tasks are from. */
  bank: z.uuid(),
  /** Products by id, in the order of the matrix. */
  candidates: z.array(z.string()).min(1),
  /** In the order in which they were asked. */
  trials: z.array(RunTrialSchema.omit({ id: true, asker: true, judgement: true, sha256: true })).min(1),
})
export type SampleRun = z.infer<typeof SampleRunSchema>
