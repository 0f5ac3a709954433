/** Runs of a project: the platform asks its connected candidates, checks their replies and counts. */
import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '#contracts/durations.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { RunComparison } from '#contracts/evaluation-runs/comparison.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { Run, RunCreate, RunFailure, RunSummary } from '#contracts/evaluation-runs/run.ts'
import type { ConnectionChange, RunAsker, RunExportFormat } from '#contracts/evaluation-runs/statuses.ts'
import { RUNS } from '#contracts/limits.ts'
import { toPagination } from '#contracts/pagination.ts'
import { planTrials } from '#contracts/rules/evaluation/run-order.ts'
import type { AgentService } from '#server/modules/agents/service.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { EvaluationAnalysisService } from '#server/modules/evaluation-analysis/service.ts'
import type { EvaluationCheckService } from '#server/modules/evaluation-checks/service.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, forbidden, invalid, invalidField, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { createClaims } from './claims.ts'
import { compareRuns } from './compare.ts'
import { createDatabaseSource } from './database-source.ts'
import { createTrialDecider } from './decide-trial.ts'
import { createRunEngine } from './engine.ts'
import { exportTrials, readProjectTrials } from './export.ts'
import { groupFailures } from './failures.ts'
import { sumOutcomes, toCells } from './figures.ts'
import { createGradingService } from './grading/service.ts'
import { findGrading } from './grading/store.ts'
import { listJudgements } from './judge-model/judgement.ts'
import { createJudgeModels } from './judge-model/model.ts'
import { createJudgings } from './judge-model/service.ts'
import { createJudgeSettlement } from './judge-model/settle.ts'
import { findJudging } from './judge-model/store.ts'
import {
  createPlanReader,
  extendLimits,
  isWaiting,
  planRestart,
  type RunConnections,
  type RunKey,
  type RunPlan,
  readConnections,
  readLimits,
  readOfferedConnections,
} from './plan.ts'
import { createRunProgress } from './progress.ts'
import { readFigures } from './read-figures.ts'
import { createRunReadings } from './readings.ts'
import { toRunTrial } from './result.ts'
import { createRunEnds } from './run-ends.ts'
import { createRunMailer } from './run-mailer.ts'
import { createRunners } from './runners/service.ts'
import { addSampleRun } from './sample-run.ts'
import {
  countOutcomes,
  countProjectTrials,
  createOpenTrial,
  deleteRun,
  findRun,
  hasOpenTrial,
  insertDeletedRun,
  insertRun,
  listRuns,
  listRunTrials,
  lockRun,
  type RunRow,
  resetCandidates,
  resetTrials,
  type TrialFilter,
  updateRun,
} from './store.ts'

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
  audit: AuditService
  publicUrl: string
}

export { createRunEvidence } from './evidence.ts'

export type EvaluationRunService = ReturnType<typeof createEvaluationRunService>

/** Creates the service for runs. Every function checks that the caller owns the project. */
export function createEvaluationRunService(dependencies: Dependencies) {
  const { database, clock, projects, products, agents, checks, analysis, accounts, settings, mail, audit, publicUrl } =
    dependencies
  const readPlan = createPlanReader(database)
  const claims = createClaims({ database, clock, readPlan })
  const mailer = createRunMailer({ accounts, mail, publicUrl })
  const progress = createRunProgress({ database })
  const settlement = createJudgeSettlement({ database, projects, settings, readPlan })
  const ends = createRunEnds({ database, clock, claims, readPlan, projects, accounts, settlement, mailer })

  const getProject = async (id: string, owner: Actor): Promise<ProjectView> => (await projects.get(id, owner.id)).value

  /** Returns a run of a member's own project. Throws `notFound`. */
  async function getOwned({ projectId, runId }: RunKey, owner: Actor): Promise<RunRow> {
    await getProject(projectId, owner)
    const run = await findRun(database.read, runId)
    if (run?.projectId !== projectId || run.judgedRunId !== null) throw notFound(MESSAGES.notFound)
    return run
  }

  const grading = createGradingService({
    database,
    clock,
    projects,
    products,
    analysis,
    audit,
    readPlan,
    settlement,
    getOwned,
  })

  async function toSummary(run: RunRow): Promise<RunSummary> {
    const counts = await countOutcomes(database.read, run.id)
    return { ...pickSummary(run), outcomes: sumOutcomes(counts) }
  }

  /** Returns a run with its matrix and figures. */
  async function toView(run: RunRow): Promise<Run> {
    const figures = { db: database.read, readPlan, analysis }
    const { plan, counts, candidates } = await readFigures(run.id, { project: run.projectId }, figures)
    const changed = await listChangedConnections(database.read, run)
    return {
      ...pickSummary(run),
      ...plan.options,
      outcomes: sumOutcomes(counts),
      limits: readLimits(run),
      tasks: plan.tasks.map(({ key, title }) => ({ key, title })),
      candidates,
      cells: toCells(counts),
      changedConnections: Object.keys(changed),
    }
  }

  /** Returns the new fingerprints of the candidates that a running or paused run has asked by other connections. */
  async function listChangedConnections(db: Queryable, run: RunRow): Promise<RunConnections> {
    if (run.status !== 'running' && run.status !== 'paused') return {}
    const current =
      run.asker === 'runner'
        ? new Map(Object.entries(readOfferedConnections(run)))
        : await projects.connections.listFingerprints(db, run.projectId)
    return Object.fromEntries(
      Object.entries(readConnections(run)).flatMap(([candidate, fingerprint]) => {
        const now = current.get(candidate)
        return now === undefined || now === fingerprint ? [] : [[candidate, now]]
      }),
    )
  }

  /** Returns a page of the trials of a run with an outcome. */
  async function pageTrials(run: RunRow, { page, ...filter }: TrialFilter & { page: number }) {
    const { rows, count } = await listRunTrials(database.read, run.id, {
      ...filter,
      limit: RUNS.perPage,
      offset: (page - 1) * RUNS.perPage,
    })
    const judgements = await listJudgements(
      database.read,
      run,
      rows.map(({ position }) => position),
    )
    const items = rows.map((row) => toRunTrial(row, judgements.get(row.position) ?? null))
    return { items, pagination: toPagination(page, RUNS.perPage, count) }
  }

  /** Throws `conflict` unless the platform can ask all candidates of a run. */
  async function assertConnected(db: Queryable, { id, projectId }: RunRow): Promise<void> {
    const connected = await projects.connections.listFingerprints(db, projectId)
    const { candidates } = await readPlan(id, db)
    const missing = candidates.find(({ key }) => !connected.has(key))
    if (missing) throw conflict(MESSAGES.noPlatformConnection(missing.name))
  }

  const recordAudit = (transaction: Transaction, { projectId }: RunKey, owner: Actor, detail: string) =>
    audit.record(transaction, { actor: owner, action: 'evaluation.tests', target: projectId, detail })

  /** Changes a run of a member's own project, and wakes the nodes. */
  async function change(
    key: RunKey,
    owner: Actor,
    { detail, apply }: { detail: string; apply: (transaction: Transaction, run: RunRow) => Promise<void> },
  ): Promise<Run> {
    await getOwned(key, owner)
    await database.write(async (transaction) => {
      const run = await lockRun(transaction.db, key.runId)
      if (!run) throw notFound(MESSAGES.notFound)
      await apply(transaction, run)
      await recordAudit(transaction, key, owner, detail)
      transaction.publish('evaluation-runs')
    })
    return toView(await getOwned(key, owner))
  }

  const decider = createTrialDecider({ clock, claims, readPlan, checks })
  const runners = createRunners({
    database,
    clock,
    projects,
    claims,
    readPlan,
    ends,
    decider,
    audit,
    getOwned,
  })
  const judgeModels = createJudgeModels({ database, clock, projects, agents, settlement, ends, audit })
  const judgings = createJudgings({ database, clock, projects, settings, readPlan, ends, settlement, audit, getOwned })

  return {
    readings: createRunReadings({ database, projects, readPlan, toSummary, toView, listTrials: pageTrials }),
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
     * Returns what changed between two runs of a project, whichever began first. Throws `notFound`, and `invalid` for a run
     * and itself.
     */
    async compare(key: RunKey, other: string, owner: Actor): Promise<RunComparison> {
      const run = await getOwned(key, owner)
      if (other === run.id) throw invalidField('other', MESSAGES.sameRun)
      const otherRun = await getOwned({ ...key, runId: other }, owner)
      return compareRuns([run, otherRun], { db: database.read, readPlan, analysis })
    },

    /**
     * Begins a run. One with a known id is returned as it is. Throws `notFound`, `forbidden` if members may not have
     * agents asked, `conflict` after 定稿, if sealed tasks were changed, while another run is active or above the limits,
     * and `invalid` for unknown or unconnected candidates and unknown tasks.
     */
    async create(projectId: string, input: RunCreate, owner: Actor): Promise<Run> {
      const project = await getProject(projectId, owner)
      const known = input.id === undefined ? undefined : await findRun(database.read, input.id)
      if (known) {
        authorize(known.projectId === projectId, notFound(MESSAGES.notFound))
        return toView(known)
      }
      authorize(projects.connections.isEnabled, forbidden(MESSAGES.disabled))
      if (!(await projects.canRun(projectId))) throw conflict(MESSAGES.projectClosed)
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
      const tasks = plan.tasks.map(({ key, variants, repeats }) => ({
        key,
        variants: variants.length,
        repeats: repeats ?? input.repeats,
      }))
      // Counted before the trials are made, which may be millions.
      const perCandidate = tasks.reduce((sum, { variants, repeats }) => sum + (1 + variants) * repeats, 0)
      if (perCandidate * plan.candidates.length > RUNS.trials) throw invalid(MESSAGES.trialsMax(RUNS.trials))
      const trials = planTrials({ tasks, candidates: plan.candidates.map(({ key }) => key), seed: input.seed })
      const id = input.id ?? randomUUID()
      const now = clock.now()
      await database.write(async (transaction) => {
        const { db, publish } = transaction
        await transaction.lockName(`evaluation-runs ${projectId}`)
        const others = await listRuns(db, projectId)
        if (others.some(({ status }) => status === 'running' || status === 'paused')) throw conflict(MESSAGES.active)
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
        await recordAudit(transaction, { projectId, runId: id }, owner, `开始实测运行，计划${trials.length}次`)
        publish('evaluation-runs')
      })
      return toView(await getOwned({ projectId, runId: id }, owner))
    },

    /** Pauses a run. Its conversations go on to their ends. Throws `notFound`, `conflict` if it isn't running. */
    pause: (key: RunKey, owner: Actor): Promise<Run> =>
      change(key, owner, {
        detail: '暂停实测运行',
        async apply(transaction, run) {
          if (!(await ends.pauseLocked(transaction, run.id, ''))) throw conflict(MESSAGES.notRunning)
        },
      }),

    /**
     * Continues a paused run; the pause doesn't count as its time. Throws `notFound`, `conflict` if it isn't paused, or
     * if the connection of a candidate changed.
     */
    resume: (key: RunKey, owner: Actor): Promise<Run> =>
      change(key, owner, {
        detail: '继续实测运行',
        async apply(transaction, run) {
          const changed = await listChangedConnections(transaction.db, run)
          // Whether a runner has changed its connection back, only its next claim will tell.
          if (run.asker !== 'runner' && Object.keys(changed).length > 0) throw conflict(MESSAGES.decideConnections)
          await updateRun(transaction.db, run.id, { offeredConnectionsJson: null })
          if (!(await ends.resumeLocked(transaction, run.id))) throw conflict(MESSAGES.notPaused)
        },
      }),

    /**
     * Continues a paused run whose candidates are now called by other connections: for the trials that weren't asked yet,
     * or for all trials of these candidates. Throws `notFound`, `conflict` if it isn't paused, and for replies that were
     * judged already.
     */
    acceptConnections: (key: RunKey, decision: ConnectionChange, owner: Actor): Promise<Run> =>
      change(key, owner, {
        detail: decision === 'continue' ? '用改变的连接继续实测运行' : '用改变的连接全部重问',
        async apply(transaction, run) {
          const { db } = transaction
          const changed = await listChangedConnections(db, run)
          await updateRun(db, run.id, {
            connectionsJson: JSON.stringify({ ...readConnections(run), ...changed }),
            offeredConnectionsJson: null,
          })
          const candidates = Object.keys(changed)
          if (decision === 'askAgain' && candidates.length > 0) {
            const isJudged = (await findGrading(db, run.id)) ?? (await findJudging(db, run.id))
            if (isJudged) throw conflict(MESSAGES.judgedNotAskedAgain)
            const spent = await resetCandidates(db, run.id, candidates)
            await updateRun(db, run.id, { limitsJson: JSON.stringify(extendLimits(readLimits(run), spent)) })
          }
          if (!(await ends.resumeLocked(transaction, run.id))) throw conflict(MESSAGES.notPaused)
        },
      }),

    /**
     * Has a run asked by the platform or by a runner from now on. Throws `notFound`, `conflict` if it has ended, or if the
     * platform knows no connection of a candidate.
     */
    assign: (key: RunKey, asker: RunAsker, owner: Actor): Promise<Run> =>
      change(key, owner, {
        detail: asker === 'runner' ? '把实测运行交给执行器' : '实测运行改由平台提问',
        async apply({ db }, run) {
          if (run.status !== 'running' && run.status !== 'paused') throw conflict(MESSAGES.ended)
          if (asker === 'platform') await assertConnected(db, run)
          await updateRun(db, run.id, { asker })
        },
      }),

    /** Cancels a run; what was decided stays. Throws `notFound`, `conflict` if it has ended. */
    cancel: (key: RunKey, owner: Actor): Promise<Run> =>
      change(key, owner, {
        detail: '取消实测运行',
        async apply(transaction, run) {
          if (!(await ends.cancelLocked(transaction, run.id, ''))) throw conflict(MESSAGES.ended)
        },
      }),

    /**
     * Asks the trials again that ended in an error or at a limit; the limits count anew. Throws `notFound`, `conflict` if
     * there are none, or while trials are being asked.
     */
    retry: (key: RunKey, owner: Actor): Promise<Run> =>
      change(key, owner, {
        detail: '重试实测运行',
        async apply({ db }, run) {
          if (run.status === 'running' || run.status === 'paused') throw conflict(MESSAGES.active)
          if (await hasOpenTrial(db, run.id, timestamp(clock))) throw conflict(MESSAGES.active)
          const count = await resetTrials(db, run.id, ['error', 'limited'])
          if (count === 0 && !(await hasOpenTrial(db, run.id))) throw conflict(MESSAGES.nothingToRetry)
          const { limits = readLimits(run) } = await readPlan(run.id)
          await updateRun(db, run.id, planRestart(run, limits, clock.now()))
        },
      }),

    /**
     * Deletes a run with its replies; a report will say that it was. Throws `notFound`, `conflict` while it is active.
     */
    async remove(key: RunKey, owner: Actor): Promise<void> {
      await getOwned(key, owner)
      // A judge model may have been compared with people on its replies.
      await settlement.change(key.projectId, async (transaction) => {
        const run = await lockRun(transaction.db, key.runId)
        if (!run) throw notFound(MESSAGES.notFound)
        if (run.status === 'running' || run.status === 'paused') throw conflict(MESSAGES.stillActive)
        const { id, projectId, title, planned, startedAt } = run
        const outcomesJson = JSON.stringify(sumOutcomes(await countOutcomes(transaction.db, id)))
        const remains = { id, projectId, title, planned, outcomesJson, startedAt, deletedAt: timestamp(clock) }
        await insertDeletedRun(transaction.db, remains)
        await deleteRun(transaction.db, key.runId)
        await recordAudit(transaction, key, owner, '删除实测运行')
      })
    },

    /** Returns a page of the trials with an outcome. Throws `notFound`. */
    listTrials: async (key: RunKey, filter: TrialFilter & { page: number }, owner: Actor) =>
      pageTrials(await getOwned(key, owner), filter),

    /** Returns why trials failed, the most frequent reasons first. Throws `notFound`. */
    listFailures: async (key: RunKey, owner: Actor): Promise<RunFailure[]> =>
      groupFailures(database.read, (await getOwned(key, owner)).id),

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
    createEngine: (onFailure: (error: unknown) => void, capacity?: Parameters<typeof createRunEngine>[1]) =>
      createRunEngine(
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
      ),
  }
}

const pickSummary = (run: RunRow) => ({
  id: run.id,
  title: run.title,
  status: run.status,
  statusReason: run.statusReason,
  asker: run.asker ?? ('platform' as const),
  isWaiting: isWaiting(run),
  planned: run.planned,
  calls: run.calls,
  cost: run.cost,
  startedAt: run.startedAt,
  finishedAt: run.finishedAt,
})

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
