/** What a run asks: the tasks, candidates and options as they were when it began. */
import { z } from 'zod'
import { TaskSchema } from '#contracts/evaluation-projects/task.ts'
import { RUN_MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import { RunCreateSchema } from '#contracts/evaluation-runs/run.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findPlan, type RunRow } from './store.ts'

/** Identifies a run of a project. */
export type RunKey = { projectId: string; runId: string }

export const LimitsSchema = z.object({ calls: z.int(), minutes: z.int(), cost: z.number().optional() })
export type RunLimits = z.infer<typeof LimitsSchema>

export const RunPlanSchema = z.object({
  tasks: z.array(TaskSchema),
  candidates: z.array(z.object({ key: z.string(), name: z.string() })),
  options: RunCreateSchema.pick({ repeats: true, retries: true, askAgain: true, seed: true }),
  /** The limits of each attempt; a retry adds them to what was spent. */
  limits: LimitsSchema.optional(),
  /** Who began it, and is told of its end. */
  owner: z.object({ id: z.string(), name: z.string(), isStaff: z.boolean().default(false) }),
})
export type RunPlan = z.infer<typeof RunPlanSchema>

export const readLimits = ({ limitsJson }: Pick<RunRow, 'limitsJson'>): RunLimits => LimitsSchema.parse(limitsJson)

/** How many plans are kept, since the trials of few runs are asked at once. */
const KEPT_PLANS = 20

export type PlanReader = ReturnType<typeof createPlanReader>

/** Creates a function that returns the plan of a run, which never changes, without reading it for every trial. */
export function createPlanReader(database: Database) {
  const plans = new Map<string, RunPlan>()
  return async (runId: string): Promise<RunPlan> => {
    const known = plans.get(runId)
    if (known) return known
    const planJson = await findPlan(database.read, runId)
    if (planJson === undefined) throw notFound(RUN_MESSAGES.notFound)
    const plan = RunPlanSchema.parse(planJson)
    const [oldest] = plans.keys()
    if (plans.size >= KEPT_PLANS && oldest !== undefined) plans.delete(oldest)
    plans.set(runId, plan)
    return plan
  }
}
