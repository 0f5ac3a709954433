import { randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { LOGIN_ATTEMPTS } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/sha256.ts'
import type { LoginName } from './login-name.ts'
import {
  countAttempts,
  countFailuresFrom,
  deleteAttempt,
  deleteAttemptsBefore,
  deleteAttemptsFor,
  insertAttempt,
  markFailed,
} from './store.ts'

/** People mistype their password into the name's field, and addresses are personal: neither is kept in the clear. */

/** An IPv6 customer has a whole /64 to call from. */
export function getNetwork(ip: string): string {
  if (!isIPv6(ip) || ip.toLowerCase().startsWith('::ffff:')) return ip.toLowerCase().replace(/^::ffff:/, '')
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const headGroups = head === '' ? [] : head.split(':')
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [
    ...headGroups,
    ...Array<string>(Math.max(0, 8 - headGroups.length - tailGroups.length)).fill('0'),
    ...tailGroups,
  ]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

export type LoginAttempts = ReturnType<typeof createLoginAttempts>

/** Counts sign-ins that fail, by account and by network address, for all nodes together. */
export function createLoginAttempts({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /**
     * Counts an attempt before its password is looked at, so that many nodes at once get no further than one.
     * Gives its id, for what became of it. Throws `tooManyRequests` where the last minutes hold `limit` already.
     */
    async start({ name, localPart, isAddress }: LoginName, ip: string, limit: number): Promise<string> {
      const now = clock.now().getTime()
      const id = randomUUID()
      const [hashedName, hashedPart, address] = [sha256(name), sha256(localPart), sha256(getNetwork(ip))]
      await database.write(async ({ tx }) => {
        await deleteAttemptsBefore(tx, new Date(now - LOGIN_ATTEMPTS.windowMs).toISOString())
        await insertAttempt(tx, {
          id,
          name: hashedName,
          localPart: hashedPart,
          address,
          isFailed: false,
          at: new Date(now).toISOString(),
        })
      })
      // Committed before it is counted: of attempts on several nodes at once, each sees those that were before it.
      const db = database.read
      const [byName, byAddress] = await Promise.all([
        // The short name may mean any address that begins with it, and an address may be meant by its short name:
        // counted by what was typed alone, whether there is such an account makes no difference.
        isAddress ? countAttempts(db, 'name', [hashedName, hashedPart]) : countAttempts(db, 'localPart', [hashedPart]),
        countFailuresFrom(db, address),
      ])
      if (byName <= limit && byAddress < limit * LOGIN_ATTEMPTS.perAddress) return id
      await this.withdraw(id)
      throw new AppError('tooManyRequests', MESSAGES.tooManyLogins)
    },

    /** Runs the check that an attempt is about. One that throws says nothing of the attempt, which is taken back. */
    async check(id: string, isCorrect: () => Promise<boolean>): Promise<boolean> {
      try {
        return await isCorrect()
      } catch (error) {
        await this.withdraw(id)
        throw error
      }
    },

    /** Counts an attempt as a failure. `also` is done in the same transaction. */
    fail: (id: string, inTransaction: (write: Write) => Promise<void>) =>
      database.write(async (write) => {
        await markFailed(write.tx, id)
        await inTransaction(write)
      }),

    /** Takes back an attempt that was no failure. */
    withdraw: (id: string, inTransaction?: (write: Write) => Promise<void>) =>
      database.write(async (write) => {
        await deleteAttempt(write.tx, id)
        await inTransaction?.(write)
      }),

    /** Forgets an account's failures once its password was right. `names` are its address and what was typed. */
    clear: (tx: Queryable, names: readonly string[]) => deleteAttemptsFor(tx, names.map(sha256)),
  }
}
