/**
 * Counts failed sign-ins and delays further ones. People sometimes type their password into the name field, and IP
 * addresses are personal data, so both are stored as hashes only.
 */
import { randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { LOGIN_ATTEMPTS } from '#contracts/limits.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Clock, getLatestPossibleTime } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/sha256.ts'
import type { LoginName } from './login-name.ts'
import {
  type AttemptCount,
  type AttemptFilter,
  countAttempts,
  deleteAttempt,
  deleteAttemptsFor,
  deleteAttemptsOutside,
  insertAttempt,
  markAttemptFailed,
} from './store.ts'

/** The account that a client attempts to sign in to, and the client. */
type AttemptContext = {
  loginName: LoginName
  ip: string
  /** The account, if it exists, for the security log. */
  account: { id: string; name: string } | undefined
  /** Identifies a client that the account knows: the hash of a known device, or the id of an existing session. */
  device: string | undefined
}

/** An attempt whose secret may be checked. `hasManyFailures` means that the account's owner is notified if it fails. */
export type Attempt = { id: string; context: AttemptContext; hasManyFailures: boolean }

export type LoginAttempts = ReturnType<typeof createLoginAttempts>

type Dependencies = { database: Database; clock: Clock; settings: SettingsService }

/** Creates the counter of failed sign-ins, shared by all nodes, which delays further attempts. */
export function createLoginAttempts({ database, clock, settings }: Dependencies) {
  return {
    /**
     * Records an attempt before its password is checked, so that concurrent attempts on several nodes can't bypass the
     * limits. Throws `tooManyRequests` with the wait if there were too many failures.
     */
    async start(context: AttemptContext): Promise<Attempt> {
      const { maxLoginAttempts } = await settings.getSecurity()
      const now = clock.now().getTime()
      const at = new Date(now).toISOString()
      const id = randomUUID()
      await database.write(async ({ db }) => {
        await deleteAttemptsOutside(db, {
          after: new Date(now - LOGIN_ATTEMPTS.windowMs).toISOString(),
          until: getLatestPossibleTime(at),
        })
        await insertAttempt(db, {
          id,
          name: sha256(context.loginName.name),
          localPart: sha256(context.loginName.localPart),
          address: sha256(getNetwork(context.ip)),
          device: context.device ?? null,
          isFailed: false,
          at,
        })
      })
      // Committed before counting, so that concurrent attempts on several nodes see each other.
      const limits = listLimits(context, maxLoginAttempts)
      const counts = await Promise.all(
        limits.map((limit) => countAttempts(database.read, { ...limit.filter, exceptId: id })),
      )
      const waits = limits.map((limit, index) => getWaitMs(counts[index] ?? { count: 0, lastAt: null }, limit, now))
      const waitMs = Math.max(...waits)
      if (waitMs > 0) {
        await this.withdraw({ id })
        throw createTooManyLoginsError(Math.ceil(waitMs / 1000), context)
      }
      const accountFailures = (counts.at(-1)?.count ?? 0) + 1
      return { id, context, hasManyFailures: accountFailures >= maxLoginAttempts }
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
    fail: ({ id }: Attempt, inTransaction: (transaction: Transaction) => Promise<void>) =>
      database.write(async (transaction) => {
        await markAttemptFailed(transaction.db, id)
        await inTransaction(transaction)
      }),

    /** Removes an attempt that didn't fail. */
    withdraw: ({ id }: Pick<Attempt, 'id'>, inTransaction?: (transaction: Transaction) => Promise<void>) =>
      database.write(async (transaction) => {
        await deleteAttempt(transaction.db, id)
        await inTransaction?.(transaction)
      }),

    /** Clears an account's failures from the client's own device or IP address; those of other clients remain. */
    clearOwn: (db: Queryable, names: readonly string[], { device, ip }: AttemptContext) =>
      deleteAttemptsFor(db, names.map(sha256), { device: device ?? null, address: sha256(getNetwork(ip)) }),

    /** Clears all failures of an account, by its sign-in names. */
    clear: (db: Queryable, names: readonly string[]) => deleteAttemptsFor(db, names.map(sha256)),
  }
}

/** The number of failures from which on attempts are delayed, and the longest delay. */
type BackoffLimits = { failuresBeforeBackoff: number; maxWaitMs: number }

/** Returns the wait after the last failure in milliseconds (exponential backoff). */
export const getBackoffMs = (failures: number, { failuresBeforeBackoff, maxWaitMs }: BackoffLimits): number =>
  failures < failuresBeforeBackoff
    ? 0
    : Math.min(LOGIN_ATTEMPTS.firstWaitMs * 2 ** (failures - failuresBeforeBackoff), maxWaitMs)

/**
 * Selects the attempts that may concern the same account: for an email address, those with the address or its local
 * part; for a local part, those with any address that begins with it. Depends only on the submitted name, so that it
 * doesn't reveal whether the account exists.
 */
const createNameFilter = ({ name, localPart, isAddress }: LoginName): AttemptFilter['name'] =>
  isAddress
    ? { column: 'name', values: [sha256(name), sha256(localPart)] }
    : { column: 'localPart', values: [sha256(localPart)] }

type Limit = BackoffLimits & { filter: Omit<AttemptFilter, 'exceptId'> }

/**
 * Lists the limits of a client, the one over the most attempts of the account last. Known devices are counted
 * separately, so that nobody else can slow them down. Other attempts are counted per account and IP address, per IP
 * address over all accounts, and per account over all IP addresses.
 */
function listLimits({ loginName, ip, device }: AttemptContext, failuresBeforeBackoff: number): Limit[] {
  const { windowMs, accountWaitMs, perAddress, perAccount } = LOGIN_ATTEMPTS
  if (device !== undefined) return [{ filter: { device }, failuresBeforeBackoff, maxWaitMs: windowMs }]
  const address = sha256(getNetwork(ip))
  const account = createNameFilter(loginName)
  return [
    { filter: { device: null, name: account, address }, failuresBeforeBackoff, maxWaitMs: windowMs },
    {
      filter: { device: null, address, isFailed: true },
      failuresBeforeBackoff: failuresBeforeBackoff * perAddress,
      maxWaitMs: windowMs,
    },
    {
      filter: { device: null, name: account },
      failuresBeforeBackoff: failuresBeforeBackoff * perAccount,
      maxWaitMs: accountWaitMs,
    },
  ]
}

/** Returns the remaining wait, at most the whole one, also if the last attempt is by a clock that is slightly ahead. */
const getWaitMs = ({ count, lastAt }: AttemptCount, limits: BackoffLimits, now: number): number =>
  lastAt === null ? 0 : getBackoffMs(count, limits) - Math.max(0, now - Date.parse(lastAt))

/** Returns an IPv4 address unchanged, an IPv6 address as its /64 network, which usually belongs to one customer. */
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

const createTooManyLoginsError = (waitSeconds: number, { account }: AttemptContext) =>
  new AppError('tooManyRequests', IDENTITY_MESSAGES.tooManyLogins(waitSeconds), {
    retryAfterSeconds: waitSeconds,
    security: { name: 'sign-in-slowed', account },
  })
