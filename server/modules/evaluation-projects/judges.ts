/** Who scores a project: invitations, links and their end. */
import { randomBytes, randomUUID } from 'node:crypto'
import { PROJECT_MESSAGES as TEXTS } from '#contracts/evaluation-projects/messages.ts'
import type { JudgeCreate, JudgeInvitation } from '#contracts/evaluation-projects/project.ts'
import { EVALUATION_ANALYSIS, JUDGE_LINK_MS } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { PAGES } from '#contracts/paths.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { conflict, invalid, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { createJudgeMail } from './mails.ts'
import { canInvite } from './policy.ts'
import { assertStatus, type Owner, type Projects } from './projects.ts'
import { insertJudge, type JudgeRow, listJudges, listScores, updateJudge } from './store.ts'
import { type Project, toJudge } from './view.ts'

/** 256 bits: whoever has a link scores with it. */
const TOKEN_BYTES = 32

type Dependencies = {
  database: Database
  clock: Clock
  projects: Projects
  accounts: IdentityService['accounts']
  mail: MailService
  settings: Pick<SettingsService, 'getGeneral'>
  publicUrl: string
}

export function createJudges({ database, clock, projects, accounts, mail, settings, publicUrl }: Dependencies) {
  /** Returns a secret with what is stored of it. The secret stands behind `#`: browsers send it to nobody. */
  function createLink() {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const linkExpiresAt = new Date(clock.now().getTime() + JUDGE_LINK_MS).toISOString()
    return { link: `${publicUrl}${PAGES.judging}#${token}`, stored: { tokenHash: sha256(token), linkExpiresAt } }
  }

  async function requireJudge(db: Queryable, projectId: string, id: string): Promise<JudgeRow> {
    const judge = (await listJudges(db, [projectId])).find((item) => item.id === id && item.status !== 'removed')
    if (!judge) throw notFound()
    return judge
  }

  /** Returns the active member with this address. Throws `invalid` if there is none, or if it is a judge already. */
  async function requireMember(db: Queryable, email: string, judges: readonly JudgeRow[]) {
    const user = await accounts.findByEmail(db, email)
    const refuse = (message: string) => invalid(message, [{ path: 'email', message }])
    if (user?.status !== 'active') throw refuse(MESSAGES.userNotFound)
    if (judges.some((judge) => judge.userId === user.id)) throw refuse(TEXTS.alreadyJudge)
    return user
  }

  /** Tells a member of an invitation. Returns whether mail can be sent. */
  async function sendMail(write: Write, project: Project, to: { name: string; email: string }): Promise<boolean> {
    const { siteName } = await settings.getGeneral(write.tx)
    const { id, name, ownerName } = project
    const content = createJudgeMail({
      siteName,
      publicUrl,
      judgeName: to.name,
      projectId: id,
      projectName: name,
      ownerName,
    })
    return mail.queue(write, { ...content, to })
  }

  return {
    /**
     * Invites a person by link, or a member by the address of their account, who gets a mail. Throws `notFound`,
     * `conflict`, `invalid`.
     */
    async invite(projectId: string, owner: Owner, { name, email }: JudgeCreate): Promise<JudgeInvitation> {
      return database.write(async (write) => {
        const { tx } = write
        const project = await projects.lockOwned(write, projectId, owner.id)
        assertStatus(canInvite(project.status))
        const judges = (await listJudges(tx, [projectId])).filter((judge) => judge.status !== 'removed')
        if (judges.length >= EVALUATION_ANALYSIS.judges) throw conflict(TEXTS.judgesMax(EVALUATION_ANALYSIS.judges))
        const base = { id: randomUUID(), projectId, name, status: 'invited', submittedAt: null } as const
        const createdAt = timestamp(clock)
        await projects.record(write, projectId, { owner, action: 'evaluation.judges', detail: '邀请' })
        if (email.trim() !== '') {
          const member = await requireMember(tx, email, judges)
          const row = { ...base, createdAt, userId: member.id, tokenHash: null, linkExpiresAt: null }
          await insertJudge(tx, row)
          const isMailed = await sendMail(write, project, { name, email: member.email })
          return { judge: toJudge(row, []), link: null, isMailed }
        }
        const { link, stored } = createLink()
        const row = { ...base, createdAt, userId: null, ...stored }
        await insertJudge(tx, row)
        return { judge: toJudge(row, []), link, isMailed: false }
      })
    },

    /** Replaces a judge's link; the one before ends at once. Throws `notFound`, `conflict` for a member. */
    async renewLink(projectId: string, judgeId: string, owner: Owner): Promise<JudgeInvitation> {
      const { link, stored } = createLink()
      return database.write(async (write) => {
        await projects.lockOwned(write, projectId, owner.id)
        const { tx } = write
        const judge = await requireJudge(tx, projectId, judgeId)
        assertStatus(judge.userId === null)
        await updateJudge(tx, judgeId, stored)
        await projects.record(write, projectId, { owner, action: 'evaluation.judges', detail: '换链接' })
        const scores = await listScores(tx, projectId, judgeId)
        return { judge: toJudge({ ...judge, ...stored }, scores), link, isMailed: false }
      })
    },

    /**
     * Takes a removed judge in again, with the scores; one by link gets another link by `renewLink`. Throws `notFound`,
     * `conflict` after 定稿, above the limit, and if the member was invited anew.
     */
    async restore(projectId: string, judgeId: string, owner: Owner): Promise<void> {
      await database.write(async (write) => {
        const project = await projects.lockOwned(write, projectId, owner.id)
        assertStatus(project.status !== 'final')
        const judges = await listJudges(write.tx, [projectId])
        const judge = judges.find(({ id, status }) => id === judgeId && status === 'removed')
        if (!judge) throw notFound()
        const active = judges.filter(({ status }) => status !== 'removed')
        if (active.length >= EVALUATION_ANALYSIS.judges) throw conflict(TEXTS.judgesMax(EVALUATION_ANALYSIS.judges))
        assertStatus(judge.userId === null || active.every(({ userId }) => userId !== judge.userId), TEXTS.alreadyJudge)
        await updateJudge(write.tx, judgeId, { status: judge.submittedAt === null ? 'invited' : 'submitted' })
        await projects.record(write, projectId, { owner, action: 'evaluation.judges', detail: '恢复' })
      })
    },

    /** Removes a judge: the link ends, the scores stay on record and count no more. Throws `notFound`, `conflict`. */
    async remove(projectId: string, judgeId: string, owner: Owner): Promise<void> {
      await database.write(async (write) => {
        const project = await projects.lockOwned(write, projectId, owner.id)
        assertStatus(project.status !== 'final')
        await requireJudge(write.tx, projectId, judgeId)
        await updateJudge(write.tx, judgeId, { status: 'removed', tokenHash: null, linkExpiresAt: null })
        await projects.record(write, projectId, { owner, action: 'evaluation.judges', detail: '移除' })
      })
    },
  }
}
