/** Begins runs: what is asked is fixed, and every trial is a row that whoever asks can claim. */
import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '#contracts/durations.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { Run, RunCreate } from '#contracts/evaluation-runs/run.ts'
import { RUNS } from '#contracts/limits.ts'
import { countPlannedTrials, planTrials } from '#contracts/rules/evaluation/run-order.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, invalid, invalidField, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { assertCanAsk } from './assert-can-ask.ts'
import { assertNoneActive, lockRuns } from './assert-none-active.ts'
import { type RunKey, type RunPlan, toTrialPlan } from './plan.ts'
import type { RecordRunAct } from './run-changes.ts'
import type { RunViews } from './run-views.ts'
import { countProjectTrials, findRun, insertRun, isDeletedRun, listRuns, type RunRow } from './store.ts'
import { createOpenTrial } from './trials/store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  projects: EvaluationProjectService
  accounts: IdentityService['accounts']
  views: Pick<RunViews, 'toView'>
  recordAct: RecordRunAct
}

/** Creates the function that begins a run. */
export function createRunStart({ database, clock, projects, accounts, views, recordAct }: Dependencies) {
  /**
   * Begins a run. One with a known id is returned as it is. Throws `notFound`, `forbidden` if members may not have
   * agents asked, `conflict` after 定稿, if sealed tasks were changed, for the id of a deleted run, while another run is active or above the limits,
   * and `invalid` for unknown or unconnected candidates and unknown tasks.
   */
  return async function beginRun(projectId: string, input: RunCreate, owner: Actor): Promise<Run> {
    const project = (await projects.get(projectId, owner.id)).value
    const id = input.id ?? randomUUID()
    const known = await findOwn(database.read, { projectId, runId: id })
    if (known) return views.toView(known)
    await assertCanAsk(projects, projectId)
    const fingerprints = await projects.connections.listFingerprints(database.read, projectId)
    const account = await accounts.find(database.read, owner.id)
    const isStaff = account !== undefined && account.role !== 'member'
    const chosen = createPlan(project, input, {
      // A runner may have connections of its own.
      connected: input.asker === 'runner' ? project.setup.candidates.map(({ key }) => key) : [...fingerprints.keys()],
      owner: { id: owner.id, name: owner.name, isStaff },
    })
    const seal = await projects.seals.getSealOf(projectId, { tasks: project.tasks, asked: chosen.tasks })
    const plan: RunPlan = { ...chosen, seal }
    const trialPlan = toTrialPlan(plan)
    // Counted before the trials are made, which may be millions.
    if (countPlannedTrials(trialPlan) > RUNS.trials) throw invalid(MESSAGES.trialsMax(RUNS.trials))
    const trials = planTrials(trialPlan)
    const now = clock.now()
    await database.write(async (transaction) => {
      const { db, publish } = transaction
      await lockRuns(transaction, projectId)
      // The same request has begun it meanwhile.
      if (await findOwn(db, { projectId, runId: id })) return
      if (input.id !== undefined && (await isDeletedRun(db, id))) throw conflict(MESSAGES.deletedId)
      await assertNoneActive(transaction, projectId)
      const others = await listRuns(db, projectId)
      if (others.length >= RUNS.perProject) throw conflict(MESSAGES.perProjectMax(RUNS.perProject))
      if ((await countProjectTrials(db, projectId)) + trials.length > RUNS.trials)
        throw conflict(MESSAGES.projectTrialsMax(RUNS.trials))
      const run = {
        id,
        projectId,
        title: input.title,
        status: 'running' as const,
        statusReason: '',
        planned: trials.length,
        calls: 0,
        cost: null,
        limitsJson: JSON.stringify(input.limits),
        startedAt: now.toISOString(),
        endsAt: new Date(now.getTime() + input.limits.minutes * MINUTE_MS).toISOString(),
        pausedAt: null,
        finishedAt: null,
        isReported: false,
        planJson: JSON.stringify(plan),
        connectionsJson:
          input.asker === 'runner'
            ? null
            : JSON.stringify(Object.fromEntries(plan.candidates.map(({ key }) => [key, fingerprints.get(key)]))),
        asker: input.asker,
      }
      await insertRun(
        db,
        run,
        trials.map((trial, position) => createOpenTrial({ ...trial, runId: id, position })),
      )
      await recordAct(transaction, run, { by: owner, act: 'runBegun', summary: `计划${trials.length}次` })
      publish('evaluation-runs')
    })
    const begun = await findOwn(database.read, { projectId, runId: id })
    if (!begun) throw notFound(MESSAGES.notFound)
    return views.toView(begun)
  }
}

/** Returns a run of a project, if it has begun. Throws `notFound` for one of another project. */
async function findOwn(db: Queryable, { projectId, runId }: RunKey): Promise<RunRow | undefined> {
  const run = await findRun(db, runId)
  authorize(run === undefined || run.projectId === projectId, notFound(MESSAGES.notFound))
  return run
}

type PlanContext = { connected: readonly string[]; owner: RunPlan['owner'] }

/** Returns the plan of a run. Throws `invalid` for unknown tasks and for candidates that aren't connected. */
function createPlan(
  { tasks, setup }: ProjectView,
  input: RunCreate,
  { connected, owner }: PlanContext,
): Omit<RunPlan, 'seal'> {
  const chosen = input.candidates ?? connected
  const candidates = setup.candidates.filter(({ key }) => chosen.includes(key))
  for (const [index, key] of (input.candidates ?? []).entries()) {
    const candidate = setup.candidates.find((item) => item.key === key)
    if (!candidate || !connected.includes(key))
      throw invalidField(`candidates.${index}`, MESSAGES.notConnected(candidate?.name ?? key))
  }
  if (input.candidates?.length === 0) throw invalidField('candidates', MESSAGES.noCandidates)
  if (candidates.length === 0) throw invalid(MESSAGES.noConnections)
  const known = new Set(tasks.map(({ key }) => key))
  for (const [index, key] of (input.tasks ?? []).entries())
    if (!known.has(key)) throw invalidField(`tasks.${index}`, MESSAGES.unknownTask)
  const chosenTasks = tasks.filter(({ key }) => input.tasks?.includes(key) ?? true)
  if (chosenTasks.length === 0) throw invalid(MESSAGES.noTasks)
  const { repeats, retries, askAgain, seed, limits } = input
  return {
    tasks: chosenTasks,
    candidates: candidates.map(({ key, name }) => ({ key, name })),
    options: { repeats, retries, askAgain, seed },
    limits,
    owner,
  }
}
