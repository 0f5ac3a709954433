/** Authorizes judges by their invitation link or account, and checks what they may score now. */
import type { Conflict } from '#contracts/evaluation-projects/interest.ts'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import { isChecklistScore } from '#contracts/rules/evaluation/checklist-answers.ts'
import { findConflict } from '#contracts/rules/evaluation/conflicts.ts'
import { isPriceCriterion } from '#contracts/rules/evaluation/project-prices.ts'
import { forbidden, invalidField, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { findDeclarationOfJudge } from '../interest/store.ts'
import { hashStatement, readConflicts } from '../interest/view.ts'
import { canJudge, canJudgeByLink } from '../policy.ts'
import { assertPrecondition } from '../projects.ts'
import { findAnyProject, lockProject } from '../store.ts'
import { type Project, toProject } from '../view.ts'
import { findJudgeByToken, findJudgeByUser, hasUnverifiedSeat, type JudgeRow } from './store.ts'

/** The signed-in user; `null` for an anonymous visitor. */
export type JudgingCaller = { id: string } | null
export type JudgeAccess = ReturnType<typeof createJudgeAccess>

/** What a judge has declared. `hasDeclared` is `false` if the statement or the candidates have changed since. */
type JudgeInterest = { hasDeclared: boolean; conflicts: Conflict[] }

type Dependencies = { database: Database; clock: Clock }

/** Creates the functions that authorize judges. */
export function createJudgeAccess({ database, clock }: Dependencies) {
  async function findMemberJudge(db: Queryable, projectId: string, userId: string): Promise<JudgeRow | undefined> {
    const judge = await findJudgeByUser(db, projectId, userId)
    if (!judge && (await hasUnverifiedSeat(db, projectId, userId)))
      throw forbidden(MESSAGES.judgeUnverified, { reason: 'email-not-verified' })
    return judge
  }

  async function findJudge(
    db: Queryable,
    credentials: JudgeCredentials,
    user: JudgingCaller,
  ): Promise<JudgeRow | undefined> {
    if ('project' in credentials) return user ? findMemberJudge(db, credentials.project, user.id) : undefined
    const judge = await findJudgeByToken(db, sha256(credentials.token))
    return judge && canJudgeByLink(judge, timestamp(clock)) ? judge : undefined
  }

  async function getJudge(db: Queryable, credentials: JudgeCredentials, user: JudgingCaller) {
    const judge = await findJudge(db, credentials, user)
    const projectRow = judge && (await findAnyProject(db, judge.projectId))
    if (!judge) throw notFound(MESSAGES.invitationInvalid)
    authorize(canJudge(judge, projectRow), notFound(MESSAGES.invitationInvalid))
    const project = toProject(projectRow)
    const declaration = await findDeclarationOfJudge(db, judge.id)
    const interest: JudgeInterest = {
      hasDeclared: declaration?.statementHash === hashStatement(project.setup),
      conflicts: readConflicts(declaration),
    }
    return { judge, project, interest }
  }

  return {
    /**
     * Returns the judge, what they declared, and the project. Throws `notFound` if the credentials give no access (any more), and
     * `forbidden` before the invited address is verified.
     */
    get: (credentials: JudgeCredentials, user: JudgingCaller) => getJudge(database.read, credentials, user),

    /**
     * Like `get`, but inside a transaction: also locks the project until the transaction ends, so that
     * concurrent changes to its status and scores are serialized.
     */
    async lock({ db }: Transaction, credentials: JudgeCredentials, user: JudgingCaller) {
      const judge = await findJudge(db, credentials, user)
      // Read the judge again after locking: the row may have changed in between.
      if (judge) await lockProject(db, judge.projectId)
      return getJudge(db, credentials, user)
    },
  }
}

/** Throws `invalid` if the project doesn't have the candidate, criterion or grade of a score. */
export function assertValidScore(
  { setup }: Project,
  {
    candidate,
    criterion,
    score = null,
    grade,
  }: { candidate: string; criterion: string; score?: number | null; grade: string | null },
): void {
  const invalidScore = (path: string, message: string) => invalidField(`score.${path}`, message)
  if (!setup.candidates.some(({ key }) => key === candidate)) throw invalidScore('candidate', MESSAGES.unknownCandidate)
  const scored = setup.groups.flatMap(({ criteria }) => criteria).find(({ key }) => key === criterion)
  if (!scored) throw invalidScore('criterion', MESSAGES.unknownCriterion)
  if (isPriceCriterion(scored)) throw invalidScore('criterion', MESSAGES.priceCriterion)
  if (scored.counted) throw invalidScore('criterion', MESSAGES.countedCriterion)
  if (scored.isChecklist && !isChecklistScore(score)) throw invalidScore('score', MESSAGES.checklistScore)
  if (grade !== null && !setup.grades.some(({ key }) => key === grade))
    throw invalidScore('grade', MESSAGES.unknownGrade)
}

/**
 * Throws `conflict` until a judge has declared their interests, and `forbidden` if these bar them from a candidate: nothing
 * of theirs about it is accepted.
 */
export function assertUnbiased({ setup }: Project, { hasDeclared, conflicts }: JudgeInterest, candidate: string): void {
  assertPrecondition(hasDeclared, MESSAGES.undeclared)
  const name = setup.candidates.find(({ key }) => key === candidate)?.name ?? candidate
  authorize(findConflict(conflicts, candidate) === undefined, forbidden(MESSAGES.barred(name)))
}

/** Returns the round in which a judge can score now. Throws `conflict` if none is open, or the judge has submitted. */
export function getOpenRound(project: Project, judge: JudgeRow): 1 | 2 {
  if (project.status === 'review') {
    assertPrecondition(judge.status === 'submitted')
    return 2
  }
  assertPrecondition(project.status === 'scoring')
  assertPrecondition(judge.status !== 'submitted', MESSAGES.alreadySubmitted)
  return 1
}
