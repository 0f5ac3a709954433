import { MAILS_PER_ADDRESS } from '#contracts/limits.ts'
import { MAIL_KIND_LABELS, type MailKind } from '#contracts/mail/mail.ts'
import { MAIL_MESSAGES } from '#contracts/mail/messages.ts'
import { createActCounter } from '#server/platform/act-counter.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { createSharedCounters } from '#server/platform/database/shared-counters.ts'
import { maskAddresses } from '#server/platform/hide-contacts.ts'
import type { MailDependencies } from './configuration.ts'

const MAX_BY_KIND: Partial<Record<MailKind, number>> = MAILS_PER_ADDRESS.max

/**
 * Creates the limits of mails to one address, so that nobody can have many mails sent to somebody else. Addresses are
 * counted in any letter case, and stored as keyed hashes.
 */
export function createAddressLimits({ database, clock, audit, encryption }: MailDependencies) {
  const countAct = createActCounter({ clock, encryption })
  return {
    /**
     * Counts a mail inside the caller's transaction. Returns whether it may be sent. The last one that may is audited.
     */
    async count(transaction: Transaction, kind: MailKind, email: string): Promise<boolean> {
      const max = MAX_BY_KIND[kind]
      if (max === undefined) return true
      const { windowMs } = MAILS_PER_ADDRESS
      const by = `${kind} ${email.toLowerCase()}`
      const count = await countAct(transaction, { purpose: 'mails to an address', by, windowMs })
      if (count === max)
        await audit.record(transaction, {
          actor: null,
          action: 'mail.limited',
          target: MAIL_KIND_LABELS[kind],
          detail: MAIL_MESSAGES.addressLimit(maskAddresses(email), max),
        })
      return count <= max
    },

    /** Deletes expired counts. */
    prune: (): Promise<void> => database.write(({ db }) => createSharedCounters({ read: db }, clock).prune()),
  }
}
