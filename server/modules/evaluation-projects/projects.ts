/** Reads a project for its owner, and saves what changed of it. */

import type { AuditAction } from '#contracts/audit/audit.ts'
import { PROJECT_MESSAGES as TEXTS } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectRole } from '#contracts/evaluation-projects/project.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { listCountedScores } from '#contracts/rules/evaluation/project-scores.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { MethodService } from '#server/modules/evaluation/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { isRevisionMatched } from '#server/platform/http/replies/if-match.ts'
import { areScoresOpen } from './policy.ts'
import {
  findProject,
  listEvidence,
  listJudges,
  listScores,
  listTrials,
  lockProject,
  type ProjectRow,
  updateProject,
} from './store.ts'
import { type Project, toJudge, toProject, toScore, toTrial, toView } from './view.ts'

/** A project with its version, which is the `ETag`. */
export type VersionedProject = { value: ProjectView; revision: number }

/** What a change replaces; the rest stays. */
export type ProjectChange = Partial<Pick<Project, 'name' | 'description' | 'setup' | 'tasks' | 'steps'>> &
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

/** `null` is the example's: it has no owner, and no call's user is `null`. */
export type OwnerId = string | null
/** Who creates a project and moves it: a member, or nobody for the example. */
export type Owner = Actor | { id: null; name: string }

/** What an owner does to a project, as the audit records it: nothing of its content. */
type OwnerAct = { owner: Owner; action: AuditAction; detail?: string }

/** A change of a project: `ifMatch` names the version that it was made on, if that matters. */
export type ProjectAct = Omit<OwnerAct, 'detail'> & {
  ifMatch?: string | undefined
  describe?: (before: Project) => string
}

type Dependencies = { database: Database; clock: Clock; methods: MethodService; audit: AuditService }

export type Projects = ReturnType<typeof createProjects>

export function createProjects({ database, clock, methods, audit }: Dependencies) {
  /** Returns a member's own project. Throws `notFound` for everybody else's, staff or not. */
  async function requireOwned(db: Queryable, id: string, ownerId: OwnerId, isInBin = false): Promise<Project> {
    const row = await findProject(db, id)
    if (row?.ownerId !== ownerId || (row.deletedAt !== null) !== isInBin) throw notFound(TEXTS.notFound)
    return toProject(row)
  }

  /** Returns a member's own project, locked until the transaction ends. Throws `notFound`. */
  async function lockOwned({ tx }: Write, id: string, ownerId: OwnerId, isInBin = false): Promise<Project> {
    await requireOwned(tx, id, ownerId, isInBin)
    await lockProject(tx, id)
    return requireOwned(tx, id, ownerId, isInBin)
  }

  /** Reads everything about a project that a role may see. */
  async function read(project: Project, role: ProjectRole): Promise<ProjectView> {
    const { version } = await methods.getCurrent()
    return readRecord(database.read, project, role, version)
  }

  /** Reads the same inside a transaction, too. Takes the method's newest version. */
  async function readRecord(db: Queryable, project: Project, role: ProjectRole, newest: number): Promise<ProjectView> {
    const [judges, scores, evidence, trials] = await Promise.all([
      listJudges(db, [project.id]),
      listScores(db, project.id),
      listEvidence(db, project.id),
      listTrials(db, project.id),
    ])
    const submitted = new Set(judges.filter((judge) => judge.status === 'submitted').map((judge) => judge.id))
    return toView(project, {
      role,
      judges: judges.map((judge) => toJudge(judge, scores)),
      scores: areScoresOpen(project.status)
        ? scores.filter((score) => submitted.has(score.judgeId)).map((score) => toScore(score, evidence))
        : [],
      trials: trials.map(toTrial),
      newerMethod: newest > project.methodVersion ? newest : null,
    })
  }

  /** Records an owner's act; nobody's are the example's. */
  const record = (write: Write, id: string, { owner, action, detail = '' }: OwnerAct): Promise<void> =>
    audit.record(write, { actor: owner.id === null ? null : owner, action, target: id, detail })

  return {
    requireOwned,
    lockOwned,
    read,
    readRecord,

    async view(id: string, ownerId: OwnerId): Promise<VersionedProject> {
      const project = await requireOwned(database.read, id, ownerId)
      return { value: await read(project, 'owner'), revision: project.version }
    },

    /**
     * Changes a project in one transaction, which the audit records: `change` gets it as it is and returns what to
     * replace. Throws `notFound`, and `versionConflict` if `ifMatch` names another version.
     */
    async change(
      id: string,
      { owner, action, ifMatch, describe }: ProjectAct,
      change: (project: Project, write: Write) => ProjectChange | Promise<ProjectChange>,
    ): Promise<VersionedProject> {
      await database.write(async (write) => {
        const project = await lockOwned(write, id, owner.id)
        if (!isRevisionMatched(ifMatch, project.version)) throw new AppError('versionConflict', TEXTS.stale)
        if (!(await save(write, project, await change(project, write))))
          throw new AppError('versionConflict', TEXTS.stale)
        await record(write, id, { owner, action, detail: describe?.(project) ?? '' })
      })
      const project = await requireOwned(database.read, id, owner.id)
      return { value: await read(project, 'owner'), revision: project.version }
    },

    save,
    record,
  }

  function save({ tx }: Write, { id, version }: Project, { setup, tasks, steps, ...columns }: ProjectChange) {
    return updateProject(
      tx,
      { id, version },
      {
        ...columns,
        ...(setup && { setupJson: JSON.stringify(setup) }),
        ...(tasks && { tasksJson: JSON.stringify(tasks) }),
        ...(steps && { stepsJson: JSON.stringify(steps) }),
        updatedAt: timestamp(clock),
      },
    )
  }
}

/** Returns the judges whose scores count, and those scores. */
export function getCountedScores({ judges, scores }: Pick<ProjectView, 'judges' | 'scores'>) {
  return { judges: judges.filter((judge) => judge.status === 'submitted'), scores: listCountedScores(scores) }
}

/** Throws `conflict` unless the status allows what is asked for. */
export function assertStatus(isAllowed: boolean, message: string = TEXTS.wrongStatus): void {
  if (!isAllowed) throw conflict(message)
}
