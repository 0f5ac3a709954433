/** Reads projects for their owners, and saves changes. */

import type { AuditAction } from '#contracts/audit/actions.ts'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { listCountedScores } from '#contracts/rules/evaluation/analysis-request.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { MethodService } from '#server/modules/evaluation/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { countProjectTrials } from './counted-trials.ts'
import { listDeclarations } from './interest/store.ts'
import { toInterest } from './interest/view.ts'
import { findOwnerViewer } from './judges/score-visibility.ts'
import { listJudges } from './judges/store.ts'
import { listEvidence, listScores } from './judging/store.ts'
import { getScoreVisibility, hasFinalTable, isOwnProject, listVisibleJudges } from './policy.ts'
import type { RunEvidence } from './reports/run-evidence.ts'
import { listSeals } from './seals/store.ts'
import { toSeals } from './seals/view.ts'
import { listSignatures } from './signing/store.ts'
import { toSigning, withoutSignatures } from './signing/view.ts'
import { findProject, lockProject, type ProjectRow, updateProject } from './store.ts'
import { listTrials } from './trials/store.ts'
import { type Project, toJudge, toProject, toScore, toTrial, toView } from './view.ts'

/** A project with its version, which is sent as the `ETag`. */
export type VersionedProject = { value: ProjectView; revision: number }

/** The values to replace in a project; all others are unchanged. */
export type ProjectChange = Partial<
  Pick<Project, 'name' | 'description' | 'setup' | 'offers' | 'measurements' | 'tasks' | 'steps'>
> &
  Partial<
    Pick<
      ProjectRow,
      | 'status'
      | 'methodVersion'
      | 'lockedAt'
      | 'lockHash'
      | 'readerTokenHash'
      | 'readerLinkExpiresAt'
      | 'reportId'
      | 'deletedAt'
    >
  >

/** Who a project is presented to; a report contains all scores that count, even if its owner may not see them yet. */
export type ProjectViewer = 'owner' | 'reader' | 'report'

/** The id of a project's owner; `null` for the example, which has none. */
export type OwnerId = string | null
/** The member who owns a project; `id` is `null` for the example. */
export type Owner = Actor | { id: null; name: string }

/** The owner who makes a change, and the version that the project must have, if given. */
export type OwnerWithVersion = { owner: Owner; ifMatch?: string | undefined }

/** An owner's action for the audit log. `detail` must not contain any of the project's content. */
type OwnerAction = { owner: Owner; action: AuditAction; detail?: string }

/** Where a project is looked for: among the current ones by default. */
type Lookup = { isInRecycleBin?: boolean }

/** Who changes a project, and how the change is audited. */
export type ProjectUpdateContext = OwnerWithVersion & {
  action: AuditAction
  describe?: (before: Project) => string
}

type Dependencies = {
  database: Database
  clock: Clock
  methods: MethodService
  audit: AuditService
  runEvidence: Pick<RunEvidence, 'listResults'>
}

export type Projects = ReturnType<typeof createProjects>

/** Creates the functions that read and change projects. Each checks that the caller owns the project. */
export function createProjects({ database, clock, methods, audit, runEvidence }: Dependencies) {
  /** Returns a member's own project. Throws `notFound` for everyone else, including staff. */
  async function getOwned(
    db: Queryable,
    id: string,
    ownerId: OwnerId,
    { isInRecycleBin = false }: Lookup = {},
  ): Promise<Project> {
    const row = await findProject(db, id)
    authorize(isOwnProject(row, ownerId, { isInRecycleBin }), notFound(MESSAGES.notFound))
    return toProject(row)
  }

  /** Returns a member's own project, locked until the transaction ends. Throws `notFound`. */
  async function lockOwned({ db }: Transaction, id: string, ownerId: OwnerId, lookup: Lookup = {}): Promise<Project> {
    await getOwned(db, id, ownerId, lookup)
    await lockProject(db, id)
    return getOwned(db, id, ownerId, lookup)
  }

  /** Returns everything about a project that somebody may see. */
  async function getView(project: Project, viewer: ProjectViewer): Promise<ProjectView> {
    const { version } = await methods.getCurrent()
    return getViewInTransaction(database.read, project, viewer, version)
  }

  /** Returns the same as `getView`, inside a transaction. `newestMethod` is the newest version of the method. */
  async function getViewInTransaction(
    db: Queryable,
    project: Project,
    viewer: ProjectViewer,
    newestMethod: number,
  ): Promise<ProjectView> {
    const scoreViewer = viewer === 'owner' ? await findOwnerViewer(db, project) : { role: viewer }
    const [judges, scores, evidence, trials, seals, declarations, signatures] = await Promise.all([
      listJudges(db, [project.id]),
      listScores(db, project.id),
      listEvidence(db, project.id),
      listTrials(db, project.id),
      listSeals(db, project.id),
      listDeclarations(db, project.id),
      listSignatures(db, project.id),
    ])
    const interest = toInterest(project, declarations, judges)
    const allScores = scores.map((score) => toScore(score, []))
    const trialCounts = hasFinalTable(project.status)
      ? await countProjectTrials({ ...project, trials: trials.map(toTrial) }, runEvidence)
      : []
    const signing = toSigning(project, { judges, scores: allScores, interest, trialCounts, signatures })
    const scoreVisibility = getScoreVisibility(project.status, judges, scoreViewer)
    const visibleIds = new Set(listVisibleJudges(project.status, judges, scoreViewer).map(({ id }) => id))
    return toView(project, {
      role: viewer === 'reader' ? 'reader' : 'owner',
      judges: judges.map((judge) => toJudge(judge, scores)),
      scores: scores.filter((score) => visibleIds.has(score.judgeId)).map((score) => toScore(score, evidence)),
      scoreVisibility,
      interest,
      signing: scoreVisibility === 'visible' ? signing : withoutSignatures(signing),
      trials: trials.map(toTrial),
      seals: toSeals(seals, project.tasks),
      newerMethod: newestMethod > project.methodVersion && project.setup.template === undefined ? newestMethod : null,
    })
  }

  /** Records an owner's action in the audit log; for the example, without an actor. */
  const recordAudit = (
    transaction: Transaction,
    id: string,
    { owner, action, detail = '' }: OwnerAction,
  ): Promise<void> => audit.record(transaction, { actor: owner.id === null ? null : owner, action, target: id, detail })

  /** Saves the changed values of a project. Returns `false` if its version has changed. */
  function save(
    { db }: Transaction,
    { id, version }: Project,
    { setup, offers, measurements, tasks, steps, ...columns }: ProjectChange,
  ) {
    return updateProject(
      db,
      { id, version },
      {
        ...columns,
        ...(setup && { setupJson: JSON.stringify(setup) }),
        ...(offers && { offersJson: JSON.stringify(offers) }),
        ...(measurements && { measurementsJson: JSON.stringify(measurements) }),
        ...(tasks && { tasksJson: JSON.stringify(tasks) }),
        ...(steps && { stepsJson: JSON.stringify(steps) }),
        updatedAt: timestamp(clock),
      },
    )
  }

  return {
    getOwned,
    lockOwned,
    getView,
    getViewInTransaction,

    /** Returns a member's own project with its version. Throws `notFound`. */
    async get(id: string, ownerId: OwnerId): Promise<VersionedProject> {
      const project = await getOwned(database.read, id, ownerId)
      return { value: await getView(project, 'owner'), revision: project.version }
    },

    /**
     * Changes a project in one audited transaction: `change` gets the current project and returns the values to
     * replace. Throws `notFound`, and `versionConflict` if `ifMatch` names another version.
     */
    async change(
      id: string,
      { owner, action, ifMatch, describe }: ProjectUpdateContext,
      change: (project: Project, transaction: Transaction) => ProjectChange | Promise<ProjectChange>,
    ): Promise<VersionedProject> {
      await database.write(async (transaction) => {
        const project = await lockOwned(transaction, id, owner.id)
        if (!matchesRevision(ifMatch, project.version)) throw new AppError('versionConflict', MESSAGES.stale)
        if (!(await save(transaction, project, await change(project, transaction))))
          throw new AppError('versionConflict', MESSAGES.stale)
        await recordAudit(transaction, id, { owner, action, detail: describe?.(project) ?? '' })
      })
      const changedProject = await getOwned(database.read, id, owner.id)
      return { value: await getView(changedProject, 'owner'), revision: changedProject.version }
    },

    /** Returns a member's own project as its report contains it. Throws `notFound`. */
    async getForReport(id: string, ownerId: OwnerId): Promise<ProjectView> {
      return getView(await getOwned(database.read, id, ownerId), 'report')
    },

    save,
    recordAudit,
  }
}

/** Returns the judges who have submitted, and the scores that count. */
export function getCountedScores(project: Pick<ProjectView, 'setup' | 'judges' | 'scores' | 'interest'>) {
  return {
    judges: project.judges.filter((judge) => judge.status === 'submitted'),
    scores: listCountedScores(project),
  }
}

/** Throws `conflict` unless a precondition of an action is met; by default, with the message for a wrong status. */
export function assertPrecondition(isMet: boolean, message: string = MESSAGES.notAllowedInStatus): void {
  if (!isMet) throw conflict(message)
}
