/** Finds the judge and the project to which a link or an account gives access. */
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { JudgingAccess } from '#contracts/evaluation-projects/score.ts'
import { invalidField, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { assertPrecondition } from './projects.ts'
import { findJudgeByToken, findJudgeByUser, findProject, type JudgeRow, lockProject } from './store.ts'
import { type Project, toProject } from './view.ts'

/** The signed-in user; `null` for an anonymous visitor. */
export type JudgingCaller = { id: string } | null
export type JudgeAccess = ReturnType<typeof createJudgeAccess>

/** Creates the functions that authorize judges. */
export function createJudgeAccess({ database, clock }: { database: Database; clock: Clock }) {
  async function findJudge(db: Queryable, access: JudgingAccess, user: JudgingCaller): Promise<JudgeRow | undefined> {
    if ('project' in access) return user ? findJudgeByUser(db, access.project, user.id) : undefined
    const judge = await findJudgeByToken(db, sha256(access.token))
    return judge && (judge.linkExpiresAt ?? '') > timestamp(clock) ? judge : undefined
  }

  async function requireJudge(db: Queryable, access: JudgingAccess, user: JudgingCaller) {
    const judge = await findJudge(db, access, user)
    const row = judge && (await findProject(db, judge.projectId))
    if (!judge || judge.status === 'removed' || !row || row.deletedAt !== null)
      throw notFound(MESSAGES.invitationInvalid)
    return { judge, project: toProject(row) }
  }

  return {
    /**
     * Returns the judge and the project. Throws `notFound` if the link is revoked, expired or invalid, or the account
     * isn't that of a judge.
     */
    require: (access: JudgingAccess, user: JudgingCaller) => requireJudge(database.read, access, user),

    /**
     * Does the same inside a transaction, and locks the project until it ends, so that concurrent changes of its status
     * and scores wait for one another.
     */
    async lock({ db }: Transaction, access: JudgingAccess, user: JudgingCaller) {
      const judge = await findJudge(db, access, user)
      // The judge is read again after locking, since it may have changed in between.
      if (judge) await lockProject(db, judge.projectId)
      return requireJudge(db, access, user)
    },
  }
}

/** Throws `invalid` if the project doesn't have the candidate, criterion or grade of a score. */
export function assertCellExists(
  { setup }: Project,
  { candidate, criterion, grade }: { candidate: string; criterion: string; grade: string | null },
): void {
  const invalidScore = (path: string, message: string) => invalidField(`score.${path}`, message)
  if (!setup.candidates.some(({ key }) => key === candidate)) throw invalidScore('candidate', MESSAGES.unknownCandidate)
  if (!setup.groups.some((group) => group.criteria.some(({ key }) => key === criterion)))
    throw invalidScore('criterion', MESSAGES.unknownCriterion)
  if (grade !== null && !setup.grades.some(({ key }) => key === grade))
    throw invalidScore('grade', MESSAGES.unknownGrade)
}

/** Returns the round in which a judge can score now. Throws `conflict` if none is open. */
export function assertOpenRound(project: Project, judge: JudgeRow): 1 | 2 {
  if (project.status === 'review') {
    assertPrecondition(judge.status === 'submitted')
    return 2
  }
  assertPrecondition(project.status === 'scoring')
  assertPrecondition(judge.status !== 'submitted', MESSAGES.alreadySubmitted)
  return 1
}
