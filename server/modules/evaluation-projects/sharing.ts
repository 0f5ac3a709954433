/** What projects do for their colleagues: rights, handing over, and passing on when an owner's account is closed. */
import { COLLEAGUE_MESSAGES } from '#contracts/colleagues/messages.ts'
import type { Right } from '#contracts/colleagues/roles.ts'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ColleagueAccess, SharedItems } from '#server/modules/colleagues/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { conflict, invalidField } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { listJudges } from './judges/store.ts'
import { PROJECT_LIMIT_LOCK } from './owned-projects.ts'
import type { OpenedProject, Projects } from './projects.ts'
import { PLATFORM } from './record/service.ts'
import { countOwnedProjects, deleteProject, findAnyProject, listOwnedProjects, setProjectOwner } from './store.ts'

type Dependencies = {
  clock: Clock
  projects: Projects
  accounts: Pick<IdentityService['accounts'], 'findByEmail'>
  settings: Pick<SettingsService, 'getContent'>
  colleagues: ColleagueAccess
}

export type ProjectSharing = SharedItems & {
  passOn: (transaction: Transaction, ownerId: string) => Promise<void>
  removeOwn: (transaction: Transaction, ownerId: string) => Promise<boolean>
}

/** Creates the functions with which the module of colleagues works on projects. */
export function createProjectSharing({
  clock,
  projects,
  accounts,
  settings,
  colleagues,
}: Dependencies): ProjectSharing {
  const toItem = ({ id, name, ownerId, viewer }: OpenedProject) => ({
    id,
    title: name,
    // Only members have colleagues; the example has no owner and none.
    ownerId: ownerId ?? '',
    role: viewer.role,
  })

  /** Gives a project to its successor. Returns `false` if nobody takes it over. */
  async function succeed(
    transaction: Transaction,
    id: string,
    { leavingId, staysColleague }: { leavingId: string; staysColleague: boolean },
  ): Promise<boolean> {
    const { db } = transaction
    const successor = await colleagues.succeed(db, { kind: 'project', id }, { leavingId, staysColleague })
    if (!successor) return false
    const project = await findAnyProject(db, id)
    const detail = `${staysColleague ? (project?.ownerName ?? '') : '原负责人的账号已注销'} → ${successor.name}`
    await projects.record(transaction, id, { actor: PLATFORM, act: 'handedOver', detail })
    await setProjectOwner(db, id, successor, timestamp(clock))
    return true
  }

  return {
    get: async (db, id, { memberId, right }: { memberId: string; right: Right }) =>
      toItem(await projects.getAs(db, id, memberId, { right })),
    lock: async (transaction, id, { memberId, right }) =>
      toItem(await projects.lockAs(transaction, id, memberId, { right })),
    listOwn: async (db, memberId) =>
      (await listOwnedProjects(db, memberId, { isInRecycleBin: false })).map(({ id, name }) => ({
        id,
        title: name,
        ownerId: memberId,
      })),

    getLimit: async () => (await settings.getContent()).maxEvaluationProjects,

    async setOwner(transaction, id, { owner, limit }) {
      await transaction.lockName(PROJECT_LIMIT_LOCK)
      if ((await countOwnedProjects(transaction.db, owner.id)) >= limit) throw conflict(MESSAGES.tooMany(limit))
      await setProjectOwner(transaction.db, id, owner, timestamp(clock))
    },

    async assertEligible(db, id, { email, role }) {
      if (role !== 'secretary') return
      const account = await accounts.findByEmail(db, email)
      const isJudge = (await listJudges(db, [id])).some(
        (judge) =>
          judge.status !== 'removed' &&
          (judge.email === email || (account !== undefined && judge.userId === account.id)),
      )
      if (isJudge) throw invalidField('email', COLLEAGUE_MESSAGES.isJudge)
    },

    forgetColleague: () => Promise.resolve(),

    record: (transaction, id, entry) => projects.record(transaction, id, entry),

    /** Gives the projects of an account that was disabled to their longest-standing co-owners, if they have one. */
    async passOn(transaction, ownerId) {
      for (const { id } of await listOwnedProjects(transaction.db, ownerId, { isInRecycleBin: false }))
        await succeed(transaction, id, { leavingId: ownerId, staysColleague: true })
    },

    /** Gives the projects of an account that is being deleted to co-owners; deletes the others. Returns whether any was deleted. */
    async removeOwn(transaction, ownerId) {
      const { db } = transaction
      const current = await listOwnedProjects(db, ownerId, { isInRecycleBin: false })
      const recycled = await listOwnedProjects(db, ownerId, { isInRecycleBin: true })
      const orphaned = recycled.map(({ id }) => id)
      for (const { id } of current)
        if (!(await succeed(transaction, id, { leavingId: ownerId, staysColleague: false }))) orphaned.push(id)
      for (const id of orphaned) await deleteProject(db, id)
      return orphaned.length > 0
    },
  }
}
