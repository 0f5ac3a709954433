/** The result of a trial as it is stored and shown. */
import type { z } from 'zod'
import type { Judgement } from '#contracts/evaluation-runs/judgement.ts'
import { type RunTrial, RunTrialSchema } from '#contracts/evaluation-runs/run.ts'
import { HASHED_TRIAL_SCHEMAS, TRIAL_HASH_VERSION } from '#contracts/evaluation-runs/trial-hash.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import type { RunTrialRow } from './trials/store.ts'

const ResultSchema = RunTrialSchema.pick({
  reason: true,
  messages: true,
  earlierReplies: true,
  reply: true,
  isReplyCut: true,
  reasoning: true,
  steps: true,
  checks: true,
  queueMs: true,
  usage: true,
  host: true,
  model: true,
  hashVersion: true,
})
export type TrialResult = z.infer<typeof ResultSchema>

/** Returns a result with what is known. */
export const createBlankResult = (known: Partial<TrialResult>): TrialResult => ({
  reason: '',
  messages: [],
  earlierReplies: [],
  reply: '',
  isReplyCut: false,
  reasoning: '',
  steps: [],
  checks: [],
  queueMs: null,
  usage: null,
  host: '',
  model: null,
  hashVersion: TRIAL_HASH_VERSION,
  ...known,
})

/** Returns a stored result. Earlier ones may contain lone surrogates of agents, of which there is no hash. */
export const readResult = (resultJson: unknown): TrialResult => ResultSchema.parse(toWellFormedTexts(resultJson))

const ResultUsageSchema = ResultSchema.pick({ usage: true })

/** Returns the tokens of a stored result, without reading its texts. */
export const readUsage = (resultJson: unknown): TrialResult['usage'] => ResultUsageSchema.parse(resultJson).usage

function toWellFormedTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(toWellFormedTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toWellFormedTexts(item)]))
}

/** Returns a decided trial with what a judge model says of it, and the hash by which it can be recognized in a report. */
export function toRunTrial(row: RunTrialRow, judgement: Judgement | null): RunTrial {
  const result = readResult(row.resultJson)
  const trial = {
    id: `${row.runId}-${row.position}`,
    task: row.task,
    candidate: row.candidate,
    repeat: row.repeat,
    variant: row.variant,
    outcome: row.outcome ?? 'error',
    decidedBy: row.decidedBy,
    score: row.score,
    firstTokenMs: row.firstTokenMs,
    totalMs: row.totalMs,
    cost: row.cost,
    attempts: row.attempts,
    isRepeated: row.isRepeated,
    fingerprint: row.fingerprint,
    asker: row.asker ?? 'platform',
    finishedAt: row.finishedAt ?? '',
    ...result,
    // Why it waited says nothing once people or a judge model have decided.
    reason: row.decidedBy === 'people' || row.decidedBy === 'judge' ? '' : result.reason,
    judgement,
  }
  const hashed = HASHED_TRIAL_SCHEMAS[trial.hashVersion].parse(trial)
  return { ...trial, sha256: sha256Hex(toCanonicalJson(hashed)) }
}
