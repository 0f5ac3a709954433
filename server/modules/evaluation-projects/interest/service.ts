/** Declarations of interest: judges and owners declare, owners decide on withdrawals. */

import { randomUUID } from 'node:crypto'
import { ACT_RIGHTS } from '#contracts/colleagues/roles.ts'
import type {
  Conflict,
  ConflictCreate,
  DeclarationCreate,
  WithdrawalCreate,
  WithdrawalDecision,
} from '#contracts/evaluation-projects/interest.ts'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import { findConflict, isStanding, isWithdrawalPending } from '#contracts/rules/evaluation/conflicts.ts'
import type { Actor } from '#server/platform/actor.ts'
import { forbidden, invalidField, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { JudgeAccess, JudgingCaller } from '../judges/judge-access.ts'
import { listJudges, listSeatIds } from '../judges/store.ts'
import type { JudgingService } from '../judging/service.ts'
import { canDecideWithdrawal, canDeclare } from '../policy.ts'
import { assertPrecondition, type Owner, type Projects } from '../projects.ts'
import { toJudgeActor } from '../record/service.ts'
import type { RunEvidence } from '../reports/run-evidence.ts'
import type { Project } from '../view.ts'
import { applyConflicts } from './set-aside.ts'
import {
  type DeclarationRow,
  findDeclarationOfJudge,
  findDeclarationOfOwner,
  insertDeclaration,
  updateDeclaration,
} from './store.ts'
import { hashStatement, readConflicts } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  projects: Projects
  judgeAccess: JudgeAccess
  judging: Pick<JudgingService, 'open'>
  runEvidence: Pick<RunEvidence, 'setAsideReadings'>
}

/** Who declares: a judge, or an owner who isn't one. */
type Declarant = Pick<DeclarationRow, 'judgeId' | 'userId' | 'name'>

/** Creates the functions with which interests are declared. */
export function createInterest({ database, clock, projects, judgeAccess, judging, runEvidence }: Dependencies) {
  /** Stores a declaration, and adds its conflicts to those before. Throws `conflict`, `invalid`. */
  async function declare(
    db: Queryable,
    project: Project,
    { statementHash, conflicts: added }: DeclarationCreate,
    { existing, declarant }: { existing: DeclarationRow | undefined; declarant: Declarant },
  ): Promise<void> {
    assertPrecondition(canDeclare(project.status))
    assertPrecondition(statementHash === hashStatement(project.setup), MESSAGES.statementChanged)
    const declaredAt = timestamp(clock)
    const conflicts = addConflicts(readConflicts(existing), added, { project, declaredAt })
    const values = { statementHash, conflictsJson: JSON.stringify(conflicts), declaredAt }
    if (existing) await updateDeclaration(db, existing.id, values)
    else await insertDeclaration(db, { id: randomUUID(), projectId: project.id, ...declarant, ...values })
  }

  async function getOwnedView(id: string, owner: Owner): Promise<ProjectView> {
    return (await projects.get(id, owner.id)).value
  }

  return {
    /**
     * Declares a judge's interests. Throws `notFound`, `invalid` for an unknown candidate, `conflict` outside of 打分 and
     * 复议, or if the statement has changed.
     */
    async declare(credentials: JudgeCredentials, input: DeclarationCreate, user: JudgingCaller): Promise<Judging> {
      await database.write(async (transaction) => {
        const { judge, project } = await judgeAccess.lock(transaction, credentials, user)
        const existing = await findDeclarationOfJudge(transaction.db, judge.id)
        const declarant = { judgeId: judge.id, userId: null, name: '' }
        await declare(transaction.db, project, input, { existing, declarant })
        await applyConflicts(transaction, judge, { clock, runEvidence })
        const summary = `利益冲突${input.conflicts.length}项`
        await projects.record(transaction, project.id, { actor: toJudgeActor(judge), act: 'interestDeclared', summary })
      })
      return judging.open(credentials, user)
    },

    /** Declares the interests of an owner who isn't a judge. Throws as `declare`. */
    async declareAsOwner(id: string, input: DeclarationCreate, owner: Actor): Promise<ProjectView> {
      await database.write(async (transaction) => {
        const project = await projects.lockAs(transaction, id, owner.id, { right: ACT_RIGHTS.declareAsOwner })
        const existing = await findDeclarationOfOwner(transaction.db, id, owner.id)
        const declarant = { judgeId: null, userId: owner.id, name: owner.name }
        await declare(transaction.db, project, input, { existing, declarant })
        const summary = `利益冲突${input.conflicts.length}项`
        await projects.record(transaction, id, { by: owner, act: 'interestDeclared', summary })
      })
      return getOwnedView(id, owner)
    },

    /**
     * Asks to withdraw a conflict, which stands until an owner confirms. Throws `notFound`, `conflict` if it doesn't stand or
     * was asked before.
     */
    async requestWithdrawal(
      credentials: JudgeCredentials,
      { candidate, reason }: WithdrawalCreate,
      user: JudgingCaller,
    ): Promise<Judging> {
      await database.write(async (transaction) => {
        const { db } = transaction
        const { judge, project } = await judgeAccess.lock(transaction, credentials, user)
        assertPrecondition(canDeclare(project.status))
        const row = await findDeclarationOfJudge(db, judge.id)
        const conflicts = readConflicts(row)
        const conflict = findConflict(conflicts, candidate)
        if (!row || !conflict) throw notFound(MESSAGES.conflictNotFound)
        assertPrecondition(!isWithdrawalPending(conflict), MESSAGES.withdrawalRequested)
        conflict.withdrawals.push({ reason, requestedAt: timestamp(clock), decision: null })
        await updateDeclaration(db, row.id, { conflictsJson: JSON.stringify(conflicts) })
        await projects.record(transaction, project.id, {
          actor: toJudgeActor(judge),
          act: 'withdrawalRequested',
          detail: conflict.name,
        })
      })
      return judging.open(credentials, user)
    },

    /**
     * Confirms or refuses the withdrawal of a conflict that a judge has asked for. Throws `notFound`, `forbidden` for the
     * owner's own, `conflict` if nobody asked.
     */
    async decideWithdrawal(
      { projectId, judgeId }: { projectId: string; judgeId: string },
      { candidate, isConfirmed, reason }: WithdrawalDecision,
      owner: Actor,
    ): Promise<ProjectView> {
      await database.write(async (transaction) => {
        const { db } = transaction
        const project = await projects.lockAs(transaction, projectId, owner.id, { right: ACT_RIGHTS.decideWithdrawal })
        const judge = (await listJudges(db, [projectId])).find(({ id }) => id === judgeId)
        if (!judge) throw notFound()
        const ownSeats = await listSeatIds(db, projectId, owner.id)
        authorize(canDecideWithdrawal(judge, ownSeats), forbidden(MESSAGES.ownWithdrawal))
        assertPrecondition(canDeclare(project.status))
        const row = await findDeclarationOfJudge(db, judgeId)
        const conflicts = readConflicts(row)
        const withdrawal = findConflict(conflicts, candidate)?.withdrawals.at(-1)
        assertPrecondition(withdrawal?.decision === null, MESSAGES.withdrawalNotRequested)
        if (!row || !withdrawal) throw notFound(MESSAGES.conflictNotFound)
        withdrawal.decision = { isConfirmed, reason, by: owner.name, decidedAt: timestamp(clock) }
        await updateDeclaration(db, row.id, { conflictsJson: JSON.stringify(conflicts) })
        await applyConflicts(transaction, judge, { clock, runEvidence })
        const summary = isConfirmed ? '同意' : '驳回'
        await projects.record(transaction, projectId, {
          by: owner,
          act: 'withdrawalDecided',
          summary,
          subject: judge,
          detail: reason,
        })
      })
      return getOwnedView(projectId, owner)
    },
  }
}

/** Returns the conflicts with those that are new; those that stand remain as they were declared. Throws `invalid`. */
function addConflicts(
  conflicts: readonly Conflict[],
  added: readonly ConflictCreate[],
  { project, declaredAt }: { project: Project; declaredAt: string },
): Conflict[] {
  const standing = new Set(conflicts.filter(isStanding).map(({ candidate }) => candidate))
  const names = new Map(project.setup.candidates.map(({ key, name }) => [key, name]))
  const isNew = ({ candidate }: ConflictCreate) => !standing.has(candidate)
  return [
    ...conflicts,
    ...added.filter(isNew).map(({ candidate, reason }, index) => {
      const name = names.get(candidate)
      if (name === undefined) throw invalidField(`declaration.conflicts.${index}.candidate`, MESSAGES.unknownCandidate)
      return { candidate, name, reason, declaredAt, withdrawals: [] }
    }),
  ]
}
