import { ACT_RIGHTS, canPrepare, type Right } from '#contracts/colleagues/roles.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { ComparableRun, RunComparison } from '#contracts/evaluation-runs/comparison.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { Run, RunFailure, RunSummary, RunUsage } from '#contracts/evaluation-runs/run.ts'
import type { RunExportFormat } from '#contracts/evaluation-runs/statuses.ts'
import type { AgentService } from '#server/modules/agents/service.ts'
import type { EvaluationAnalysisService } from '#server/modules/evaluation-analysis/service.ts'
import type { EvaluationCheckService } from '#server/modules/evaluation-checks/service.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, invalidField, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createRunStart } from './begin-run.ts'
import { createClaims } from './claims/claims.ts'
import { type ComparedRun, compareRuns, listComparableRuns } from './compare.ts'
import { createDatabaseSource } from './database-source.ts'
import { type Capacity, createRunEngine } from './engine.ts'
import { groupFailures } from './failures.ts'
import { sumOutcomes } from './figures.ts'
import { createGradingService } from './grading/service.ts'
import { createJudgeModels } from './judge-model/model.ts'
import { createJudgings } from './judge-model/service.ts'
import { createJudgeSettlement } from './judge-model/settle.ts'
import { createPlanReader, type RunKey } from './plan.ts'
import { createRunProgress } from './progress.ts'
import { createRunReadings } from './readings.ts'
import { createRunChanges, type RecordRunAct } from './run-changes.ts'
import { createRunEnds } from './run-ends.ts'
import { createRunNotices } from './run-notices.ts'
import { createRunViews } from './run-views.ts'
import { createRunners } from './runners/service.ts'
import { addSampleRun } from './sample-run.ts'
import { deleteRun, findRun, insertDeletedRun, listRuns, lockRun, type RunRow } from './store.ts'
import { createTrialDecider } from './trials/decide-trial.ts'
import { exportTrials, readProjectTrials } from './trials/export.ts'
import { countByOutcome, type TrialFilter } from './trials/store.ts'
import { averageUsage } from './trials/usage.ts'
import { createTaskTry } from './try-task.ts'

type Dependencies = {
  database: Database
  clock: Clock
  projects: EvaluationProjectService
  products: Pick<ProductService, 'get'>
  agents: Pick<AgentService, 'ask'>
  checks: EvaluationCheckService
  analysis: EvaluationAnalysisService
  accounts: IdentityService['accounts']
  settings: Pick<SettingsService, 'getContent'>
  mail: MailService
  outbox: Pick<OutboxService, 'record'>
  publicUrl: string
  /** How many conversations this node has at once. */
  conversations: number
}

export { createRunEvidence } from './evidence.ts'

export type EvaluationRunService = ReturnType<typeof createEvaluationRunService>

/** Creates the service for runs. Every function checks that the caller has a right to the project. */
export function createEvaluationRunService(dependencies: Dependencies) {
  const { database, clock, projects, products, agents, checks, analysis, accounts, settings, mail, outbox, publicUrl } =
    dependencies
  const { conversations } = dependencies
  // Half of them, so that no run takes them all.
  const nodeCapacity: Capacity = { conversations, perRun: Math.ceil(conversations / 2) }
  const readPlan = createPlanReader(database)
  const claims = createClaims({ database, clock, readPlan })
  const notices = createRunNotices({ accounts, projects, mail, outbox, publicUrl })
  const progress = createRunProgress({ database })
  const settlement = createJudgeSettlement({ database, projects, settings, readPlan })
  const ends = createRunEnds({ database, clock, claims, readPlan, projects, accounts, settlement, notices })

  const getProject = async (id: string, member: Actor, right?: Right): Promise<ProjectView> =>
    (await projects.get(id, member.id, right)).value

  /** Returns a run of a project that a member has a right to. Throws `notFound`, `forbidden`. */
  async function getOwned({ projectId, runId }: RunKey, member: Actor, right?: Right): Promise<RunRow> {
    await getProject(projectId, member, right)
    const run = await findRun(database.read, runId)
    if (run?.projectId !== projectId || run.judgedRunId !== null) throw notFound(MESSAGES.notFound)
    return run
  }

  const getCompared = async (key: RunKey, owner: Actor): Promise<ComparedRun> => ({
    run: await getOwned(key, owner),
    project: await getProject(key.projectId, owner),
  })

  const grading = createGradingService({
    database,
    clock,
    projects,
    products,
    analysis,
    readPlan,
    settlement,
    getOwned,
  })

  const views = createRunViews({ database, readPlan, analysis, connections: projects.connections })
  const { toSummary, toView } = views
  const recordAct: RecordRunAct = (transaction, { projectId, title }, act) =>
    projects.record(transaction, projectId, { ...act, detail: title })

  const decider = createTrialDecider({ clock, claims, readPlan, checks })
  const runners = createRunners({
    database,
    clock,
    projects,
    claims,
    readPlan,
    ends,
    decider,
    getOwned,
  })
  const judgeModels = createJudgeModels({ database, clock, projects, agents, settlement, ends })
  const judgings = createJudgings({
    database,
    clock,
    projects,
    settings,
    readPlan,
    ends,
    settlement,
    progress,
    getOwned,
  })

  return {
    readings: createRunReadings({ database, projects, readPlan, toSummary, toView, listTrials: views.pageTrials }),
    grading,
    judgeModels,
    judgings,
    runners,

    /** Lists the runs of a member's own project, newest first. Throws `notFound`. */
    async list(projectId: string, owner: Actor): Promise<RunSummary[]> {
      await getProject(projectId, owner)
      return Promise.all((await listRuns(database.read, projectId)).map(toSummary))
    },

    /** Returns a run with its matrix and figures. Throws `notFound`. */
    get: async (key: RunKey, owner: Actor): Promise<Run> => toView(await getOwned(key, owner)),

    /** Returns the progress of a run as a stream of events. Throws `notFound`. */
    watch: async (key: RunKey, owner: Actor) => progress.watch((await getOwned(key, owner)).id),
    stopWatching: progress.stop,

    /**
     * Returns what changed between two runs of a member's own projects, whichever began first. Throws `notFound`, and
     * `invalid` for a run and itself.
     */
    async compare(key: RunKey, other: string, owner: Actor): Promise<RunComparison> {
      const run = await getCompared(key, owner)
      if (other === key.runId) throw invalidField('other', MESSAGES.sameRun)
      const otherRun = await findRun(database.read, other)
      if (!otherRun) throw notFound(MESSAGES.notFound)
      const otherKey = { projectId: otherRun.projectId, runId: other }
      return compareRuns([run, await getCompared(otherKey, owner)], { db: database.read, readPlan, analysis })
    },

    /** Lists runs of the other projects that a member works on that asked the same tasks of question banks. Throws `notFound`. */
    async listComparable(key: RunKey, owner: Actor): Promise<ComparableRun[]> {
      const run = await getCompared(key, owner)
      const own = await projects.owned.list({ isInRecycleBin: false }, owner.id)
      const others = own.filter(({ id, role }) => canPrepare(role) && id !== key.projectId).map(({ id }) => id)
      return listComparableRuns(run, others, {
        db: database.read,
        readPlan,
        getProject: (id) => getProject(id, owner),
      })
    },

    tryTask: createTaskTry({ projects, agents, checks }),
    create: createRunStart({ database, clock, projects, accounts, views, recordAct }),
    ...createRunChanges({
      database,
      clock,
      projects,
      readPlan,
      ends,
      views,
      recordAct,
      getOwned,
    }),

    /**
     * Deletes a run with its replies; a report will say that it was. Throws `notFound`, `conflict` while it is active.
     */
    async remove(key: RunKey, owner: Actor): Promise<void> {
      await getOwned(key, owner, ACT_RIGHTS.removeRun)
      // A judge model may have been compared with people on its replies.
      await settlement.change(key.projectId, async (transaction) => {
        const run = await lockRun(transaction.db, key.runId)
        if (!run) throw notFound(MESSAGES.notFound)
        if (run.status === 'running' || run.status === 'paused') throw conflict(MESSAGES.stillActive)
        const { id, projectId, title, planned, startedAt } = run
        const outcomesJson = JSON.stringify(sumOutcomes(await countByOutcome(transaction.db, id)))
        const remains = { id, projectId, title, planned, outcomesJson, startedAt, deletedAt: timestamp(clock) }
        await insertDeletedRun(transaction.db, remains)
        await deleteRun(transaction.db, key.runId)
        await recordAct(transaction, run, { by: owner, act: 'runRemoved' })
      })
    },

    /** Returns a page of the trials with an outcome. Throws `notFound`. */
    listTrials: async (key: RunKey, filter: TrialFilter & { page: number }, owner: Actor) =>
      views.pageTrials(await getOwned(key, owner), filter),

    /** Returns why trials failed, the most frequent reasons first. Throws `notFound`. */
    listFailures: async (key: RunKey, owner: Actor): Promise<RunFailure[]> =>
      groupFailures(database.read, (await getOwned(key, owner)).id),

    /** Returns the mean tokens of a trial by candidate. Throws `notFound`. */
    getUsage: async (key: RunKey, owner: Actor): Promise<RunUsage[]> =>
      averageUsage(database, await getOwned(key, owner)),

    /** Returns all trials with an outcome as a file. Throws `notFound`. */
    async export(key: RunKey, format: RunExportFormat, owner: Actor) {
      const run = await getOwned(key, owner)
      const { name } = await getProject(key.projectId, owner)
      return exportTrials(database, {
        run,
        plan: await readPlan(run.id),
        format,
        projectName: name,
        now: clock.now(),
      })
    },

    /** Lists the runs of a project, for the copy of its owner's data. */
    listForOwner: async (projectId: string) =>
      Promise.all(
        (await listRuns(database.read, projectId)).map(async (run) => ({
          ...(await toSummary(run)),
          grading: await grading.getForOwner(run.id),
          runnerTokens: await runners.listForOwner(run.id),
        })),
      ),

    /** Reads the trials of all runs of a project page by page, for the copy of its owner's data. */
    readTrialsForOwner: (projectId: string) => readProjectTrials(database, projectId),

    /** Adds a run of the sample content to the example project. */
    addSample: async (projectId: string, sample: Parameters<typeof addSampleRun>[2]): Promise<void> =>
      addSampleRun(database, (await projects.get(projectId, null)).value, sample),

    /** Creates this node's part of asking, which the background work drives. */
    createEngine(onFailure: (error: unknown) => void, capacity: Capacity = nodeCapacity) {
      claims.onFault(onFailure)
      return createRunEngine(
        {
          source: createDatabaseSource({
            database,
            claims,
            readPlan,
            ends,
            decider,
            connections: projects.connections,
          }),
          clock,
          agents,
          onFailure,
        },
        capacity,
      )
    },
  }
}
