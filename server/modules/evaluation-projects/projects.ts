/** Reads projects for those who run them, and saves changes. */

import { COLLEAGUE_MESSAGES } from '#contracts/colleagues/messages.ts'
import { ACT_RIGHTS, COLLEAGUE_ROLES, hasRight, type MemberRole, type Right } from '#contracts/colleagues/roles.ts'
import type { ProjectAct } from '#contracts/evaluation-projects/acts.ts'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { RecordQuery } from '#contracts/evaluation-projects/record.ts'
import { listCountedScores } from '#contracts/rules/evaluation/analysis-request.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { TableFormat } from '#contracts/table.ts'
import type { ColleagueAccess } from '#server/modules/colleagues/service.ts'
import type { MethodService } from '#server/modules/evaluation/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, forbidden, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { writeTable } from '#server/platform/tables/write-table.ts'
import { countProjectTrials } from './counted-trials.ts'
import { listDeclarations } from './interest/store.ts'
import { toTrials } from './interest/trial-bars.ts'
import { findOwnDeclaration, toInterest } from './interest/view.ts'
import { findMemberViewer, recordVisibility } from './judges/score-visibility.ts'
import { listJudges, listSeatIds } from './judges/store.ts'
import { listEvidence, listScores } from './judging/store.ts'
import { canOpenProject, findMemberRole, getScoreVisibility, hasFinalTable, listVisibleJudges } from './policy.ts'
import { type ProjectRecord, RECORD_COLUMNS, type RecordedAct, type RecordedActor } from './record/service.ts'
import type { RunEvidence } from './reports/run-evidence.ts'
import { listSeals } from './seals/store.ts'
import { toSeals } from './seals/view.ts'
import { listSignatures } from './signing/store.ts'
import { toSigning, withoutSignatures } from './signing/view.ts'
import { findAnyProject, lockProject, type ProjectRow, updateProject } from './store.ts'
import { listTrials } from './trials/store.ts'
import { type Project, toJudge, toProject, toScore, toView } from './view.ts'

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
type ProjectViewer = { id: OwnerId; role: MemberRole } | 'reader' | 'report'

/** A project, with the member who has opened it. */
export type OpenedProject = Project & { viewer: { id: OwnerId; role: MemberRole } }

/** The id of a project's owner; `null` for the example, which has none. */
export type OwnerId = string | null
/** The member who owns a project; `id` is `null` for the example. */
export type Owner = Actor | { id: null; name: string }

/** The owner who makes a change, and the version that the project must have, if given. */
export type OwnerWithVersion = { owner: Owner; ifMatch?: string | undefined }

/** What a member wants to do with a project, `run` by default, and where it is looked for: among the current ones. */
type Access = { right?: Right; isInRecycleBin?: boolean }

/** Who changes a project, and how the change is recorded: `describe` gets the project before it. */
type ProjectUpdateContext = OwnerWithVersion & {
  act: ProjectAct
  right?: Right
  describe?: (before: Project) => Omit<RecordedAct, 'act'>
}

/** Gets the current project, and returns the values to replace. */
type ProjectUpdate = (project: Project, transaction: Transaction) => ProjectChange | Promise<ProjectChange>

type Dependencies = {
  database: Database
  clock: Clock
  methods: MethodService
  projectRecord: ProjectRecord
  colleagues: ColleagueAccess
  accounts: Pick<IdentityService['accounts'], 'find'>
  runEvidence: Pick<RunEvidence, 'listResults'>
}

const toItem = (id: string) => ({ kind: 'project', id }) as const

export type Projects = ReturnType<typeof createProjects>

/** Creates the functions that read and change projects. Each checks that the caller has a right to the project. */
export function createProjects(dependencies: Dependencies) {
  const { database, clock, methods, projectRecord, colleagues, accounts, runEvidence } = dependencies

  /**
   * Returns a project to a member who has a right to it. Throws `notFound` for everyone else, including staff, and
   * `forbidden` for colleagues without the right.
   */
  async function getAs(
    db: Queryable,
    id: string,
    memberId: OwnerId,
    { right = 'run', isInRecycleBin = false }: Access = {},
  ): Promise<OpenedProject> {
    const row = await findAnyProject(db, id)
    if (!row) throw notFound(MESSAGES.notFound)
    const colleague =
      memberId === null || memberId === row.ownerId ? undefined : await colleagues.find(db, toItem(id), memberId)
    const role = findMemberRole(row, { id: memberId, colleagueRole: colleague?.role })
    authorize(canOpenProject(row, role, { isInRecycleBin }), notFound(MESSAGES.notFound))
    authorize(
      hasRight(role, right),
      forbidden(right === 'own' ? COLLEAGUE_MESSAGES.notOwner : COLLEAGUE_MESSAGES.notManager),
    )
    return { ...toProject(row), viewer: { id: memberId, role } }
  }

  /** Returns the same, locked until the transaction ends. Throws `notFound`, `forbidden`. */
  async function lockAs(
    { db }: Transaction,
    id: string,
    memberId: OwnerId,
    access: Access = {},
  ): Promise<OpenedProject> {
    await getAs(db, id, memberId, access)
    await lockProject(db, id)
    return getAs(db, id, memberId, access)
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
    const memberId = typeof viewer === 'string' ? null : viewer.id
    const scoreViewer =
      typeof viewer === 'string' ? { role: viewer } : await findMemberViewer(db, project.id, viewer.id)
    const [judges, scores, evidence, trialRows, seals, declarations, signatures, linkRenewals] = await Promise.all([
      listJudges(db, [project.id]),
      listScores(db, project.id),
      listEvidence(db, project.id),
      listTrials(db, project.id),
      listSeals(db, project.id),
      listDeclarations(db, project.id),
      listSignatures(db, project.id),
      projectRecord.listLinkRenewals(db, project.id),
    ])
    const interest = toInterest(project, declarations, judges)
    const trials = toTrials(trialRows, { declarations, judges })
    const allScores = scores.map((score) => toScore(score, []))
    const trialCounts = hasFinalTable(project.status)
      ? await countProjectTrials({ ...project, trials }, runEvidence, db)
      : []
    const signing = toSigning(project, { judges, scores: allScores, interest, trialCounts, signatures })
    const scoreVisibility = getScoreVisibility(project.status, judges, scoreViewer)
    const visibleIds = new Set(listVisibleJudges(project.status, judges, scoreViewer).map(({ id }) => id))
    return toView(project, {
      role: typeof viewer === 'string' ? (viewer === 'reader' ? 'reader' : 'owner') : viewer.role,
      judges: judges.map((judge) => toJudge(judge, scores)),
      scores: scores.filter((score) => visibleIds.has(score.judgeId)).map((score) => toScore(score, evidence)),
      scoreVisibility,
      interest,
      ownDeclaration: findOwnDeclaration(project, declarations, memberId),
      ownSeats: memberId === null ? [] : await listSeatIds(db, project.id, memberId),
      signing: scoreVisibility === 'visible' ? signing : withoutSignatures(signing),
      trials,
      linkRenewals,
      seals: toSeals(seals, project.tasks),
      newerMethod: newestMethod > project.methodVersion && project.setup.template === undefined ? newestMethod : null,
    })
  }

  async function toRecordedMember(db: Queryable, id: string, member: Owner): Promise<RecordedActor> {
    if (member.id === null) return { id: null, name: member.name, role: 'owner', ip: null }
    const role = (await colleagues.find(db, toItem(id), member.id))?.role ?? 'owner'
    return { id: member.id, name: member.name, role, ip: member.ip }
  }

  /**
   * Writes an act to a project's own record and to the audit log, inside the transaction that does it. Every change of a
   * project calls this once. `by` is a member who runs the project, and is recorded in their role; `actor` is whoever
   * else acts: a judge, or the platform.
   */
  async function record(
    transaction: Transaction,
    id: string,
    { act, summary, detail, subject, ...who }: RecordedAct & ({ by: Owner } | { actor: RecordedActor }),
  ): Promise<void> {
    const actor = 'actor' in who ? who.actor : await toRecordedMember(transaction.db, id, who.by)
    await projectRecord.write(transaction, id, { act, summary, detail, subject, actor })
  }

  /** Binds a colleague who opens a project for the first time, and records it. */
  async function join({ id, viewer }: OpenedProject): Promise<void> {
    const { id: memberId, role } = viewer
    if (memberId === null || role === 'owner') return
    const item = toItem(id)
    if ((await colleagues.find(database.read, item, memberId))?.joinedAt !== null) return
    await database.write(async (transaction) => {
      await lockProject(transaction.db, id)
      const row = await colleagues.find(transaction.db, item, memberId)
      const account = row && (await accounts.find(transaction.db, memberId))
      if (!account || !(await colleagues.join(transaction.db, row, memberId))) return
      const actor = { id: memberId, name: account.name, role, ip: null }
      await projectRecord.write(transaction, id, { actor, act: 'colleagueJoined', detail: COLLEAGUE_ROLES[row.role] })
      const project = await findAnyProject(transaction.db, id)
      // A co-owner who is a judge can see the scores of others from now on.
      if (project) await recordVisibility(transaction.db, toProject(project), timestamp(clock))
    })
  }

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

  /** Does the same as `change`, inside the caller's transaction. */
  async function changeInTransaction(
    transaction: Transaction,
    id: string,
    { owner, act, right = 'run', ifMatch, describe }: ProjectUpdateContext,
    change: ProjectUpdate,
  ): Promise<void> {
    const project = await lockAs(transaction, id, owner.id, { right })
    if (!matchesRevision(ifMatch, project.version)) throw new AppError('versionConflict', MESSAGES.stale)
    // Before the change, since the record up to here is part of a report.
    await record(transaction, id, { by: owner, act, ...describe?.(project) })
    if (!(await save(transaction, project, await change(project, transaction))))
      throw new AppError('versionConflict', MESSAGES.stale)
  }

  return {
    /** Lists a page of the record of a member's project, newest first. Throws `notFound`. */
    async listRecord(id: string, query: RecordQuery, ownerId: OwnerId) {
      await getAs(database.read, id, ownerId)
      return projectRecord.listPage(database.read, id, query)
    },

    /** Returns who saved a member's project last; `null` if unknown. Throws `notFound`. */
    getAuthorship: async (id: string, ownerId: OwnerId) =>
      projectRecord.findAuthorship(database.read, await getAs(database.read, id, ownerId)),

    /** Returns the whole record of a member's project as a file, oldest first. Throws `notFound`. */
    async exportRecord(id: string, format: TableFormat, ownerId: OwnerId) {
      const { name } = await getAs(database.read, id, ownerId)
      const file = await writeTable(format, RECORD_COLUMNS, await projectRecord.listAll(database.read, id))
      return { ...file, name: `${name}-项目记录-${toDay(clock.now())}` }
    },

    /** Lists the whole record of a project, oldest first. */
    listActs: projectRecord.listAll,

    getAs,
    lockAs,
    getView,
    getViewInTransaction,

    /** Returns a project with its version to a member who has a right to it. Throws `notFound`, `forbidden`. */
    async get(id: string, memberId: OwnerId, right: Right = 'run'): Promise<VersionedProject> {
      const project = await getAs(database.read, id, memberId, { right })
      await join(project)
      return { value: await getView(project, project.viewer), revision: project.version }
    },

    /**
     * Changes a project in one recorded transaction: `change` gets the current project and returns the values to
     * replace. Throws `notFound`, and `versionConflict` if `ifMatch` names another version.
     */
    async change(id: string, context: ProjectUpdateContext, change: ProjectUpdate): Promise<VersionedProject> {
      await database.write((transaction) => changeInTransaction(transaction, id, context, change))
      const changedProject = await getAs(database.read, id, context.owner.id)
      return { value: await getView(changedProject, changedProject.viewer), revision: changedProject.version }
    },

    /** Returns a member's own project as its report contains it. Throws `notFound`. */
    async getForReport(id: string, ownerId: OwnerId): Promise<ProjectView> {
      return getView(await getAs(database.read, id, ownerId, { right: ACT_RIGHTS.changeStatus }), 'report')
    },

    changeInTransaction,
    save,
    record,
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
