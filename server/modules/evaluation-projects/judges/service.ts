/** Manages a project's judges: invitations, links, removal and restoration. */

import { randomUUID } from 'node:crypto'
import { COLLEAGUE_MESSAGES } from '#contracts/colleagues/messages.ts'
import { ACT_RIGHTS } from '#contracts/colleagues/roles.ts'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { JudgeCreate, JudgeInvitation, ProjectJudge } from '#contracts/evaluation-projects/project.ts'
import { EVALUATION_ANALYSIS, JUDGE_LINK_MS } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import type { ColleagueAccess } from '#server/modules/colleagues/service.ts'
import { conflict, invalidField, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { constantTime } from '#server/platform/constant-time.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { createToken } from '#server/platform/token.ts'
import { takeOverConflicts } from '../interest/take-over.ts'
import { listScores } from '../judging/store.ts'
import { canInvite, canRemind } from '../policy.ts'
import { assertPrecondition, type Owner, type Projects } from '../projects.ts'
import { isMember, type Project, toJudge } from '../view.ts'
import type { JudgeMailer } from './judge-mailer.ts'
import { recordVisibility } from './score-visibility.ts'
import { insertJudge, type JudgeRow, listJudges, updateJudge } from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  projects: Projects
  mailer: JudgeMailer
  publicUrl: string
  colleagues: Pick<ColleagueAccess, 'findRoleOfAddress'>
}

/** Creates the functions with which an owner manages the judges of a project. */
export function createJudges({ database, clock, projects, mailer, publicUrl, colleagues }: Dependencies) {
  /**
   * Returns a secret link, and the columns to store for it. The token is in the fragment of the URL, which browsers
   * don't send to the server.
   */
  function createLink() {
    const token = createToken()
    const linkExpiresAt = new Date(clock.now().getTime() + JUDGE_LINK_MS).toISOString()
    return { link: `${publicUrl}${PAGES.judging}#${token}`, columns: { tokenHash: sha256(token), linkExpiresAt } }
  }

  async function getJudge(db: Queryable, projectId: string, id: string): Promise<JudgeRow> {
    const judge = (await listJudges(db, [projectId])).find((item) => item.id === id && item.status !== 'removed')
    if (!judge) throw notFound()
    return judge
  }

  const insertInvited = async (
    db: Queryable,
    invited: Pick<JudgeRow, 'id' | 'projectId' | 'name' | 'userId' | 'email' | 'tokenHash' | 'linkExpiresAt'>,
  ): Promise<ProjectJudge> => {
    const row = {
      ...invited,
      status: 'invited',
      submittedAt: null,
      othersVisibleAt: null,
      createdAt: timestamp(clock),
    } as const
    await insertJudge(db, row)
    return toJudge(row, [])
  }

  async function inviteByLink(
    { db }: Transaction,
    project: Project,
    { id, name }: { id: string; name: string },
  ): Promise<JudgeInvitation> {
    const { link, columns } = createLink()
    const judge = await insertInvited(db, { id, projectId: project.id, name, userId: null, email: null, ...columns })
    return { judge, link, isMailed: false }
  }

  /** Replaces a judge's link; the previous one stops working immediately. Throws `conflict` if they have none. */
  async function replaceLink({ db }: Transaction, judge: JudgeRow): Promise<JudgeInvitation> {
    assertPrecondition(!isMember(judge))
    const { link, columns } = createLink()
    await updateJudge(db, judge.id, columns)
    const scores = await listScores(db, judge.projectId, judge.id)
    return { judge: toJudge({ ...judge, ...columns }, scores), link, isMailed: false }
  }

  /**
   * Invites the holder of an email address, who is notified only if they have an account. Only a verified account gets
   * the seat at once: another may belong to somebody who registered with this address. Throws `invalid`.
   */
  async function inviteByEmail(
    transaction: Transaction,
    project: Project,
    judges: readonly JudgeRow[],
    { id, name, email }: { id: string; name: string; email: string },
  ): Promise<ProjectJudge> {
    const account = await mailer.findActiveAccount(transaction.db, email)
    assertNotInvited(judges, { email, userId: account?.id })
    if (
      (await colleagues.findRoleOfAddress(transaction.db, { kind: 'project', id: project.id }, email)) === 'secretary'
    )
      throw invalidField('email', COLLEAGUE_MESSAGES.isSecretary)
    const userId = account && account.emailVerifiedAt !== null ? account.id : null
    const judge = await insertInvited(transaction.db, {
      id,
      projectId: project.id,
      name,
      userId,
      email,
      tokenHash: null,
      linkExpiresAt: null,
    })
    await takeOverConflicts(transaction.db, { id, projectId: project.id, userId: account?.id ?? null, email })
    await mailer.queue(transaction, project, { name, email }, 'invitation')
    return judge
  }

  return {
    /**
     * Invites a judge by link, or by the email address of their account. If the address has no verified account,
     * the invitation becomes valid once a member verifies it. Neither the reply nor its timing
     * reveals whether an account exists. Throws `notFound`, `conflict`, `invalid`.
     */
    async invite(projectId: string, { name, email }: JudgeCreate, owner: Owner): Promise<JudgeInvitation> {
      const id = randomUUID()
      const isMailed = email !== '' && (await mailer.isReady())
      const invitation = writeOnce(database, async (transaction) => {
        const project = await projects.lockAs(transaction, projectId, owner.id)
        assertPrecondition(canInvite(project.status))
        const judges = (await listJudges(transaction.db, [projectId])).filter(({ status }) => status !== 'removed')
        if (judges.length >= EVALUATION_ANALYSIS.judges) throw conflict(MESSAGES.judgesMax(EVALUATION_ANALYSIS.judges))
        await projects.record(transaction, projectId, { by: owner, act: 'judgeInvited', subject: { id, name } })
        if (email === '') return inviteByLink(transaction, project, { id, name })
        const judge = await inviteByEmail(transaction, project, judges, { id, name, email })
        await recordVisibility(transaction.db, project, timestamp(clock))
        return { judge, link: null, isMailed }
      })
      return email === '' ? invitation : constantTime(() => invitation)
    },

    /**
     * Replaces a judge's link; the previous one stops working immediately. The record tells whether the judge had begun to
     * score. Throws `notFound`, `forbidden` to secretaries, `conflict` for a judge who was invited by email address.
     */
    renewLink: (projectId: string, judgeId: string, owner: Owner): Promise<JudgeInvitation> =>
      database.write(async (transaction) => {
        await projects.lockAs(transaction, projectId, owner.id, { right: ACT_RIGHTS.renewJudgeLink })
        const judge = await getJudge(transaction.db, projectId, judgeId)
        const hasScored = (await listScores(transaction.db, projectId, judgeId)).length > 0
        const invitation = await replaceLink(transaction, judge)
        const act = hasScored ? 'judgeLinkRenewedWhileScoring' : 'judgeLinkRenewed'
        await projects.record(transaction, projectId, { by: owner, act, subject: judge })
        return invitation
      }),

    /**
     * Reminds a judge by mail, who was invited by the email address of their account, to submit. Neither the reply nor
     * its timing reveals whether an account exists. Throws `notFound`; `conflict` for a judge who was invited by link or
     * has submitted, outside of 打分, and while mail can't be sent.
     */
    async remind(projectId: string, judgeId: string, owner: Owner): Promise<void> {
      const canSendMail = await mailer.isReady()
      await constantTime(() =>
        writeOnce(database, async (transaction) => {
          const project = await projects.lockAs(transaction, projectId, owner.id)
          const judge = await getJudge(transaction.db, projectId, judgeId)
          assertPrecondition(canRemind(project.status, judge))
          assertPrecondition(canSendMail, MESSAGES.reminderNeedsMail)
          await mailer.queue(transaction, project, judge, 'reminder')
          await projects.record(transaction, projectId, { by: owner, act: 'judgeReminded', subject: judge })
        }),
      )
    },

    /**
     * Restores a removed judge with their scores. A judge who was invited by link then needs a new link from
     * `renewLink`. Throws `notFound`, `conflict` after 定稿, above the limit, or if the same person was invited again.
     */
    async restore(projectId: string, judgeId: string, owner: Owner): Promise<void> {
      await database.write(async (transaction) => {
        const project = await projects.lockAs(transaction, projectId, owner.id, { right: ACT_RIGHTS.removeJudge })
        assertPrecondition(project.status !== 'final')
        const judges = await listJudges(transaction.db, [projectId])
        const judge = judges.find(({ id, status }) => id === judgeId && status === 'removed')
        if (!judge) throw notFound()
        const activeJudges = judges.filter(({ status }) => status !== 'removed')
        if (activeJudges.length >= EVALUATION_ANALYSIS.judges)
          throw conflict(MESSAGES.judgesMax(EVALUATION_ANALYSIS.judges))
        const isInvitedAgain = activeJudges.some(
          ({ userId, email }) =>
            (userId !== null && userId === judge.userId) || (email !== null && email === judge.email),
        )
        assertPrecondition(!isInvitedAgain, MESSAGES.judgeAlreadyInvited)
        await takeOverConflicts(transaction.db, judge)
        await updateJudge(transaction.db, judgeId, { status: judge.submittedAt === null ? 'invited' : 'submitted' })
        await recordVisibility(transaction.db, project, timestamp(clock))
        await projects.record(transaction, projectId, { by: owner, act: 'judgeRestored', subject: judge })
      })
    },

    /**
     * Removes a judge: the link stops working, the scores remain stored but no longer count. Throws `notFound`,
     * `conflict`.
     */
    async remove(projectId: string, judgeId: string, owner: Owner): Promise<void> {
      await database.write(async (transaction) => {
        const project = await projects.lockAs(transaction, projectId, owner.id, { right: ACT_RIGHTS.removeJudge })
        assertPrecondition(project.status !== 'final')
        const judge = await getJudge(transaction.db, projectId, judgeId)
        await updateJudge(transaction.db, judgeId, { status: 'removed', tokenHash: null, linkExpiresAt: null })
        await recordVisibility(transaction.db, project, timestamp(clock))
        await projects.record(transaction, projectId, { by: owner, act: 'judgeRemoved', subject: judge })
      })
    },
  }
}

/** Throws `invalid` if an email address, or the account that has it, is already among the judges. */
function assertNotInvited(
  judges: readonly JudgeRow[],
  { email, userId }: { email: string; userId: string | undefined },
): void {
  if (judges.every((judge) => judge.email !== email && (userId === undefined || judge.userId !== userId))) return
  throw invalidField('email', MESSAGES.judgeAlreadyInvited)
}
