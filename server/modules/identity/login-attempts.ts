import { randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { LOGIN_ATTEMPTS } from '#contracts/limits.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/sha256.ts'
import type { LoginName } from './login-name.ts'
import {
  type AttemptCount,
  type AttemptFilter,
  countAttempts,
  deleteAttempt,
  deleteAttemptsBefore,
  deleteAttemptsFor,
  insertAttempt,
  markFailed,
} from './store.ts'

/**
 * Counts failed sign-ins and delays further ones. People sometimes type their password into the name field, and IP
 * addresses are personal data, so both are stored as hashes only.
 */

/** Returns an IPv4 address, or the /64 network of an IPv6 address: a customer usually has an entire one. */
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

/** Who attempts to sign in, and from where. */
export type AttemptContext = {
  name: LoginName
  ip: string
  /** The account, if it exists, for the security log. */
  account: { id: string; name: string } | undefined
  /** What identifies the client to the account: a known device, or an existing session. */
  device: string | undefined
}

/** An attempt whose secret may be checked. `isOneOfMany` if the account's owner should be notified if it fails. */
export type Attempt = { id: string; context: AttemptContext; isOneOfMany: boolean }

/** Returns the wait after the last failure in milliseconds (exponential backoff). */
export const getWaitMs = (failures: number, free: number, longestMs: number): number =>
  failures < free ? 0 : Math.min(LOGIN_ATTEMPTS.firstWaitMs * 2 ** (failures - free), longestMs)

/**
 * The local part may mean any email address that begins with it, and an email address may be meant by its local part.
 */
const nameFilter = ({ name, localPart, isAddress }: LoginName): AttemptFilter['name'] =>
  // Depends only on what was typed, so that it doesn't reveal whether the account exists.
  isAddress
    ? { column: 'name', values: [sha256(name), sha256(localPart)] }
    : { column: 'localPart', values: [sha256(localPart)] }

type Limit = { filter: Omit<AttemptFilter, 'exceptId'>; free: number; longestMs: number }

/**
 * Lists the limits of a client. Known devices are counted separately, so that nobody else can slow them down. Other
 * attempts count per account and IP address, per IP address over all accounts, and per account over all IP addresses.
 */
function listLimits({ name, ip, device }: AttemptContext, free: number): readonly [own: Limit, ...others: Limit[]] {
  const { windowMs, accountWaitMs, perAddress, perAccount } = LOGIN_ATTEMPTS
  if (device !== undefined) return [{ filter: { device }, free, longestMs: windowMs }]
  const address = sha256(getNetwork(ip))
  const account = nameFilter(name)
  return [
    { filter: { device: null, name: account, address }, free, longestMs: windowMs },
    { filter: { device: null, address, isFailed: true }, free: free * perAddress, longestMs: windowMs },
    { filter: { device: null, name: account }, free: free * perAccount, longestMs: accountWaitMs },
  ]
}

const getWaitEnd = ({ count, lastAt }: AttemptCount, { free, longestMs }: Limit): number =>
  lastAt === null ? 0 : Date.parse(lastAt) + getWaitMs(count, free, longestMs)

export type LoginAttempts = ReturnType<typeof createLoginAttempts>

type Dependencies = { database: Database; clock: Clock; settings: SettingsService }

/** Creates the counter of failed sign-ins, shared by all nodes, which delays further attempts. */
export function createLoginAttempts({ database, clock, settings }: Dependencies) {
  return {
    /**
     * Counts an attempt before its password is checked, so that concurrent attempts on several nodes can't bypass the
     * limits. Throws `tooManyRequests` with the wait if there were too many failures.
     */
    async start(context: AttemptContext): Promise<Attempt> {
      const { maxLoginAttempts } = await settings.getSecurity()
      const now = clock.now().getTime()
      const id = randomUUID()
      await database.write(async ({ tx }) => {
        await deleteAttemptsBefore(tx, new Date(now - LOGIN_ATTEMPTS.windowMs).toISOString())
        await insertAttempt(tx, {
          id,
          name: sha256(context.name.name),
          localPart: sha256(context.name.localPart),
          address: sha256(getNetwork(context.ip)),
          device: context.device ?? null,
          isFailed: false,
          at: new Date(now).toISOString(),
        })
      })
      // Committed before counting, so that concurrent attempts on several nodes see each other.
      const limits = listLimits(context, maxLoginAttempts)
      const counts = await Promise.all(
        limits.map((limit) => countAttempts(database.read, { ...limit.filter, exceptId: id })),
      )
      const ends = limits.map((limit, index) => getWaitEnd(counts[index] ?? { count: 0, lastAt: null }, limit))
      const waitMs = Math.max(...ends) - now
      if (waitMs > 0) {
        await this.withdraw({ id })
        throw tooManyLogins(Math.ceil(waitMs / 1000), context)
      }
      // The last limit is the account's broadest.
      const failures = (counts.at(-1)?.count ?? 0) + 1
      return { id, context, isOneOfMany: failures >= maxLoginAttempts }
    },

    /** Checks an attempt's secret. Withdraws the attempt if the check throws. */
    async check(attempt: Attempt, isCorrect: () => Promise<boolean>): Promise<boolean> {
      try {
        return await isCorrect()
      } catch (error) {
        await this.withdraw(attempt)
        throw error
      }
    },

    /** Marks an attempt as failed. `inTransaction` runs in the same transaction. */
    fail: ({ id }: Attempt, inTransaction: (write: Write) => Promise<void>) =>
      database.write(async (write) => {
        await markFailed(write.tx, id)
        await inTransaction(write)
      }),

    /** Removes an attempt that didn't fail. */
    withdraw: ({ id }: Pick<Attempt, 'id'>, inTransaction?: (write: Write) => Promise<void>) =>
      database.write(async (write) => {
        await deleteAttempt(write.tx, id)
        await inTransaction?.(write)
      }),

    /**
     * Clears the failures of the client's own device or IP address after a correct password; those of others remain.
     */
    clearOwn: (tx: Queryable, names: readonly string[], { device, ip }: AttemptContext) =>
      deleteAttemptsFor(tx, names.map(sha256), { device: device ?? null, address: sha256(getNetwork(ip)) }),

    /** Clears all failures of an account, by its sign-in names. */
    clear: (tx: Queryable, names: readonly string[]) => deleteAttemptsFor(tx, names.map(sha256)),
  }
}

const tooManyLogins = (seconds: number, { account }: AttemptContext) =>
  new AppError('tooManyRequests', IDENTITY_MESSAGES.tooManyLogins(seconds), {
    retryAfterSeconds: seconds,
    security: { name: 'sign-in-slowed', account },
  })
