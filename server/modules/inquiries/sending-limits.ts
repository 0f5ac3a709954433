/** How much a member may send: counted when it is sent, so that deleting an inquiry doesn't make room for another. */
import { DAY_MS } from '#contracts/durations.ts'
import { INQUIRY_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import { INQUIRIES } from '#contracts/limits.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { createActCounter } from '#server/platform/act-counter.ts'
import { conflict } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'

const MONTH_MS = 30 * DAY_MS

type Dependencies = { clock: Clock; encryption: Encryption; settings: Pick<SettingsService, 'getContent'> }

/** Creates the limits; counts are undone with the caller's transaction. */
export function createSendingLimits({ clock, encryption, settings }: Dependencies) {
  const countAct = createActCounter({ clock, encryption })

  return {
    /** Counts a mail with a link. Throws `conflict` above the daily limit. */
    async countInvitation(transaction: Transaction, ownerId: string): Promise<void> {
      const act = { purpose: 'invitations of a member to vendors', by: ownerId, windowMs: DAY_MS }
      const sent = await countAct(transaction, act)
      if (sent > INQUIRIES.invitationsPerDay) throw conflict(MESSAGES.dailyInvitations(INQUIRIES.invitationsPerDay))
    },

    /** Returns how many inquiries a member may publish a month, by the settings. Don't call it inside a transaction. */
    getMonthlyLimit: async (): Promise<number> => (await settings.getContent()).maxInquiriesPerMonth,

    /** Counts an inquiry that is being published. Throws `conflict` above the monthly limit. */
    async countPublished(transaction: Transaction, ownerId: string, limit: number): Promise<void> {
      const act = { purpose: 'inquiries that a member publishes', by: ownerId, windowMs: MONTH_MS }
      const published = await countAct(transaction, act)
      if (published > limit) throw conflict(MESSAGES.monthlyInquiries(limit))
    },
  }
}
export type SendingLimits = ReturnType<typeof createSendingLimits>
