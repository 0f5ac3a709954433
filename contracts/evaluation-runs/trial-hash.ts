/**
 * What the SHA-256 of a trial covers, by version. A version never changes, so that a trial keeps the hash by which reports
 * and exports name it: whoever adds something to a trial adds a version, and what was stored before keeps its own.
 */
import { z } from 'zod'

const optionalNumber = z.number().nullable()
const optionalText = z.string().nullable()
const optionalBoolean = z.boolean().nullable()

const VersionOneSchema = z.object({
  id: z.string(),
  task: z.string(),
  candidate: z.string(),
  repeat: z.number(),
  variant: z.number(),
  outcome: z.string(),
  decidedBy: optionalText,
  reason: z.string(),
  score: optionalNumber,
  messages: z.array(z.string()),
  earlierReplies: z.array(z.string()),
  reply: z.string(),
  isReplyCut: z.boolean(),
  reasoning: z.string(),
  steps: z.array(z.object({ name: z.string(), arguments: z.string() })),
  checks: z.array(z.object({ kind: z.string(), isPassed: optionalBoolean, reason: z.string() })),
  queueMs: optionalNumber,
  firstTokenMs: optionalNumber,
  totalMs: optionalNumber,
  usage: z.object({ input: z.number(), output: z.number() }).nullable(),
  cost: optionalNumber,
  attempts: z.number(),
  asker: z.string(),
  isRepeated: z.boolean(),
  host: z.string(),
  fingerprint: optionalText,
  model: optionalText,
  finishedAt: z.string(),
  judgement: z
    .object({
      isPassed: optionalBoolean,
      score: optionalNumber,
      reason: z.string(),
      model: optionalText,
      at: z.string(),
    })
    .nullable(),
})

/** What is hashed of a trial; what isn't in it is left out. */
export const HASHED_TRIAL_SCHEMAS = { 1: VersionOneSchema } as const
type TrialHashVersion = keyof typeof HASHED_TRIAL_SCHEMAS

/** The version of trials that are asked now. */
export const TRIAL_HASH_VERSION = 1 satisfies TrialHashVersion
