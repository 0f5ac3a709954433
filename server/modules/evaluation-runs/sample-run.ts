/** Loads a run of the sample content into a project, as if it had been asked there. */
import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '#contracts/durations.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { SampleRun } from '#contracts/evaluation-runs/sample-run.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { RunPlan } from './plan.ts'
import { readResult } from './result.ts'
import { insertRun } from './store.ts'
import { createOpenTrial } from './trials/store.ts'

/** The sample run, the key of the candidate that is a product, and who is said to have begun it. */
type Sample = { run: SampleRun; getCandidate: (product: string) => string; ownerName: string }

/** Adds a finished run. The project has its tasks by their keys. */
export async function addSampleRun(
  database: Database,
  { id: projectId, tasks, setup }: Pick<ProjectView, 'id' | 'tasks' | 'setup'>,
  { run, getCandidate, ownerName }: Sample,
): Promise<void> {
  const asked = new Set(run.trials.map(({ task }) => task))
  const candidateKeys = run.candidates.map(getCandidate)
  const { repeats, retries, askAgain, seed, limits } = run
  const plan: RunPlan = {
    tasks: tasks.filter(({ key }) => asked.has(key)),
    candidates: setup.candidates
      .filter(({ key }) => candidateKeys.includes(key))
      .map(({ key, name }) => ({ key, name })),
    options: { repeats, retries, askAgain, seed },
    limits,
    owner: { id: '', name: ownerName, isStaff: false },
    seal: null,
  }
  const id = randomUUID()
  const row = {
    id,
    projectId,
    title: run.title,
    status: 'finished' as const,
    statusReason: '',
    planned: run.trials.length,
    calls: run.calls,
    cost: run.cost,
    limitsJson: JSON.stringify(limits),
    startedAt: run.startedAt,
    endsAt: new Date(Date.parse(run.startedAt) + limits.minutes * MINUTE_MS).toISOString(),
    pausedAt: null,
    finishedAt: run.finishedAt,
    isReported: true,
    planJson: JSON.stringify(plan),
  }
  const trials = run.trials.map((trial, position) => ({
    ...createOpenTrial({ ...trial, runId: id, position, candidate: getCandidate(trial.candidate) }),
    outcome: trial.outcome,
    decidedBy: trial.decidedBy,
    score: trial.score,
    firstTokenMs: trial.firstTokenMs,
    totalMs: trial.totalMs,
    cost: trial.cost,
    attempts: trial.attempts,
    isAsked: true,
    isRepeated: trial.isRepeated,
    fingerprint: trial.fingerprint,
    finishedAt: trial.finishedAt,
    stepNamesJson: JSON.stringify(trial.steps.map(({ name }) => name)),
    resultJson: JSON.stringify(readResult(trial)),
  }))
  await database.write(({ db }) => insertRun(db, row, trials))
}
