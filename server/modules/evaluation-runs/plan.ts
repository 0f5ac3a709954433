/** What a run asks: the tasks, candidates and options as they were when it began. */

import { z } from 'zod'
import { MINUTE_MS } from '#contracts/durations.ts'
import { TaskSchema } from '#contracts/evaluation-projects/task.ts'
import { RUN_MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import { RunCreateSchema } from '#contracts/evaluation-runs/run.ts'
import { countPlannedTrials, countTrialsOfRepeat, planMoreTrials } from '#contracts/rules/evaluation/run-order.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { addCosts } from './cost.ts'
import { findPlan, type RunRow } from './store.ts'

/** Identifies a run of a project. */
export type RunKey = { projectId: string; runId: string }

const LimitsSchema = z.object({ calls: z.int(), minutes: z.int(), cost: z.number().optional() })
type RunLimits = z.infer<typeof LimitsSchema>

export const RunPlanSchema = z.object({
  tasks: z.array(TaskSchema),
  candidates: z.array(z.object({ key: z.string(), name: z.string() })),
  options: RunCreateSchema.pick({ repeats: true, retries: true, askAgain: true, seed: true }),
  /** The limits of each attempt; a retry adds them to what was spent. */
  limits: LimitsSchema.optional(),
  /** The hash of the seal of its tasks, if they were sealed. */
  seal: z.string().nullable().default(null),
  /** Who began it, and is told of its end. */
  owner: z.object({ id: z.string(), name: z.string(), isStaff: z.boolean().default(false) }),
  /** The run whose replies are judged, and by what; absent in a run that asks candidates. */
  judging: z.object({ runId: z.string(), rubric: z.string() }).optional(),
})
export type RunPlan = z.infer<typeof RunPlanSchema>

/** Returns what `planTrials` takes. */
export const toTrialPlan = ({ tasks, candidates, options }: Pick<RunPlan, 'tasks' | 'candidates' | 'options'>) => ({
  tasks: tasks.map(({ key, variants, repeats }) => ({
    key,
    variants: variants.length,
    repeats: repeats ?? options.repeats,
  })),
  candidates: candidates.map(({ key }) => key),
  seed: options.seed,
})

/** Returns how often a run asks its tasks by now: the plan says how often at first, and each repeat since has as many trials. */
export function countRepeats(plan: RunPlan, { planned }: Pick<RunRow, 'planned'>): number {
  const trialPlan = toTrialPlan(plan)
  return plan.options.repeats + (planned - countPlannedTrials(trialPlan)) / countTrialsOfRepeat(trialPlan)
}

/** Returns the further trials of a run by which it asks its tasks `repeats` times in all. */
export function planRepeats(plan: RunPlan, run: Pick<RunRow, 'planned'>, repeats: number) {
  const { tasks, ...trialPlan } = toTrialPlan(plan)
  const current = countRepeats(plan, run)
  const added = current - plan.options.repeats
  const asked = tasks.map((task) => ({ ...task, repeats: task.repeats + added }))
  return planMoreTrials({ ...trialPlan, tasks: asked }, repeats - current)
}

export const readLimits = ({ limitsJson }: Pick<RunRow, 'limitsJson'>): RunLimits => LimitsSchema.parse(limitsJson)

/** Returns limits to which what was spent doesn't count. */
export const extendLimits = (limits: RunLimits, spent: { calls: number; cost: number }): RunLimits => ({
  ...limits,
  calls: limits.calls + spent.calls,
  ...(limits.cost !== undefined && { cost: addCosts(limits.cost, spent.cost) }),
})

/** Returns the changes by which a run goes on after its end. What was spent stays in sight, and doesn't count again. */
export const planRestart = (run: RunRow, limits: RunLimits, now: Date) => ({
  status: 'running' as const,
  statusReason: '',
  limitsJson: JSON.stringify(extendLimits(limits, { calls: run.calls, cost: run.cost ?? 0 })),
  finishedAt: null,
  isReported: false,
  endsAt: new Date(now.getTime() + limits.minutes * MINUTE_MS).toISOString(),
})

/** Returns whether a run still waits for its runner: until the first trial is claimed, its time doesn't count. */
export const isWaiting = ({ asker, status, calls }: Pick<RunRow, 'asker' | 'status' | 'calls'>): boolean =>
  asker === 'runner' && status === 'running' && calls === 0

/** The fingerprints of connections, by the keys of candidates. */
const ConnectionsSchema = z.record(z.string(), z.string())
export type RunConnections = z.infer<typeof ConnectionsSchema>

/** Returns by which connections a run asks its candidates, as far as it has asked them. */
export const readConnections = ({ connectionsJson }: Pick<RunRow, 'connectionsJson'>): RunConnections =>
  ConnectionsSchema.parse(connectionsJson ?? {})

/** Returns by which other connections a runner would have asked. */
export const readOfferedConnections = ({
  offeredConnectionsJson,
}: Pick<RunRow, 'offeredConnectionsJson'>): RunConnections => ConnectionsSchema.parse(offeredConnectionsJson ?? {})

/** How many plans are kept, since the trials of few runs are asked at once. */
const KEPT_PLANS = 20

export type PlanReader = ReturnType<typeof createPlanReader>

/**
 * Creates a function that returns the plan of a run, which never changes, without reading it for every trial. A transaction
 * passes its handle.
 */
export function createPlanReader(database: Database) {
  const plans = new Map<string, RunPlan>()
  return async (runId: string, db: Queryable = database.read): Promise<RunPlan> => {
    const known = plans.get(runId)
    if (known) return known
    const planJson = await findPlan(db, runId)
    if (planJson === undefined) throw notFound(RUN_MESSAGES.notFound)
    const plan = RunPlanSchema.parse(planJson)
    const [oldest] = plans.keys()
    if (plans.size >= KEPT_PLANS && oldest !== undefined) plans.delete(oldest)
    plans.set(runId, plan)
    return plan
  }
}
