/** What a report says of the trials of a run, collected while they are read once. */
import { isDeepStrictEqual } from 'node:util'
import type { QuotedTrial, ReportRun } from '#contracts/evaluation-projects/report-runs.ts'
import type { RunTrial } from '#contracts/evaluation-runs/run.ts'
import { REPORT_RUNS } from '#contracts/limits.ts'
import { createFailureTally } from './failures.ts'

type Digest = Pick<ReportRun, 'endpoints' | 'failureKinds' | 'failures' | 'quotes'>
type DecidedTrial = RunTrial & { outcome: QuotedTrial['outcome'] }

/** Creates a digest, to which the trials are added in any order. */
export function createRunDigest() {
  const failures = createFailureTally()
  const endpoints = new Map<string, Map<string, Set<string>>>()
  const quoted = new Map<string, DecidedTrial[]>()

  function addEndpoint({ candidate, host, model }: RunTrial): void {
    if (host === '') return
    const hosts = endpoints.get(candidate) ?? new Map<string, Set<string>>()
    const models = hosts.get(host) ?? new Set()
    if (model !== null) models.add(model)
    endpoints.set(candidate, hosts.set(host, models))
  }

  /** Keeps the trials of each candidate and outcome with the smallest hashes. */
  function quote(trial: DecidedTrial): void {
    const key = JSON.stringify([trial.candidate, trial.outcome])
    const kept = [...(quoted.get(key) ?? []), trial].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
    quoted.set(key, kept.slice(0, REPORT_RUNS.samples))
  }

  return {
    add(trial: RunTrial): void {
      addEndpoint(trial)
      if (isDecided(trial)) quote(trial)
      if (trial.outcome === 'failed' || trial.outcome === 'error') failures.add(trial)
    },

    /** Returns what was collected, with candidates in the order of the plan. */
    get: (candidates: readonly { key: string }[]): Digest => ({
      endpoints: candidates.flatMap(({ key: candidate }) =>
        [...(endpoints.get(candidate) ?? [])].map(([host, models]) => ({
          candidate,
          host,
          models: [...models].sort(),
        })),
      ),
      failureKinds: failures.listKinds(),
      failures: failures.listReasons(),
      quotes: candidates.flatMap(({ key }) =>
        (['passed', 'failed'] as const).flatMap((outcome) =>
          (quoted.get(JSON.stringify([key, outcome])) ?? []).map(toQuote),
        ),
      ),
    }),
  }
}

const isDecided = (trial: RunTrial): trial is DecidedTrial => trial.outcome === 'passed' || trial.outcome === 'failed'

function toQuote({
  id,
  task,
  candidate,
  repeat,
  variant,
  outcome,
  decidedBy,
  reason,
  checks,
  sha256,
  ...texts
}: DecidedTrial): QuotedTrial {
  const messages = texts.messages.map(cut)
  const earlierReplies = texts.earlierReplies.map(cut)
  const reply = cut(texts.reply)
  const isCut = !isDeepStrictEqual(
    [messages, earlierReplies, reply],
    [texts.messages, texts.earlierReplies, texts.reply],
  )
  return {
    id,
    task,
    candidate,
    repeat,
    variant,
    outcome,
    decidedBy,
    reason,
    messages,
    earlierReplies,
    reply,
    // That they were left to somebody says nothing once people or a judge model have decided.
    checks: decidedBy === 'checks' ? checks : checks.filter(({ isPassed }) => isPassed !== null),
    sha256,
    isCut,
  }
}

/** Half of a character outside the basic plane has no canonical form. */
const cut = (text: string) => text.slice(0, REPORT_RUNS.textLength).toWellFormed()
