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
     * Counts an attempt before its password is checked, so that parallel attempts on several nodes don't get around the
     * limit. Returns its id. Throws `tooManyRequests` if `limit` is reached.
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

    /** Runs the check of an attempt. If it throws, the attempt is withdrawn. */
    async check(id: string, isCorrect: () => Promise<boolean>): Promise<boolean> {
      try {
        return await isCorrect()
      } catch (error) {
        await this.withdraw(id)
        throw error
      }
    },

    /** Marks an attempt as failed. `inTransaction` runs in the same transaction. */
    fail: (id: string, inTransaction: (write: Write) => Promise<void>) =>
      database.write(async (write) => {
        await markFailed(write.tx, id)
        await inTransaction(write)
      }),

    /** Removes an attempt that didn't fail. */
    withdraw: (id: string, inTransaction?: (write: Write) => Promise<void>) =>
      database.write(async (write) => {
        await deleteAttempt(write.tx, id)
        await inTransaction?.(write)
      }),

    /** Clears an account's failures after a correct password. `names` are its address and the submitted name. */
    clear: (tx: Queryable, names: readonly string[]) => deleteAttemptsFor(tx, names.map(sha256)),
  }
}
