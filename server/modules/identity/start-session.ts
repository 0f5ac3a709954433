import type { SignedIn } from '#contracts/identity/account.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Client } from '#server/platform/actor.ts'
import { forbidden, unauthenticated } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { SessionMethod } from '#server/platform/database/tables/accounts.ts'
import type { Devices } from './devices/service.ts'
import type { Links } from './links/service.ts'
import { findSignInRejection } from './policy.ts'
import type { Sessions } from './sessions.ts'
import { recordLogin, type UserRow } from './store.ts'
import { toUser } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  sessions: Sessions
  links: Links
  devices: Devices
}

type SessionStart = {
  client: Client
  /** The token that the browser sent. */
  deviceToken: string | undefined
  method: SessionMethod
  /** What the audit says beside the name, such as the second factor. */
  detail?: string | undefined
  /** Runs the audit of a sign-in that the account's status forbids in a transaction of its own. */
  writeRejection?: (record: (transaction: Transaction) => Promise<void>) => Promise<void>
  /** Runs in the transaction that creates the session, and may throw to prevent it. */
  inTransaction?: (transaction: Transaction, user: UserRow) => Promise<unknown>
  /** Runs in the same transaction, once the session is stored. */
  withSession?: (transaction: Transaction, session: { id: string }) => Promise<void>
}

export type SessionStarts = ReturnType<typeof createSessionStarts>

/** Creates the last step of every sign-in, whichever way a person has proved who they are. */
export function createSessionStarts({ database, clock, audit, sessions, links, devices }: Dependencies) {
  /** Audits a failed sign-in, without the submitted name: people sometimes type their password into the wrong field. */
  const auditFailure = (transaction: Transaction, user: UserRow | undefined, { ip }: Client, detail?: string) =>
    audit.record(transaction, {
      actor: null,
      action: 'auth.sign-in-failed',
      target: user?.name ?? '未知账号',
      ip,
      ...(detail === undefined ? {} : { detail }),
    })

  return {
    auditFailure,

    /**
     * Starts the session of an authenticated user. Throws `forbidden` for a disabled or pending account, and
     * `unauthenticated` if the account was disabled or got another password during the check.
     */
    async start(account: UserRow, options: SessionStart): Promise<SignedIn> {
      const { client, deviceToken: sentToken, method, detail, inTransaction, withSession } = options
      const { writeRejection = database.write } = options
      const userLinks = account.status === 'pending' ? await links.list(database.read, [account.id]) : []
      const rejection = findSignInRejection(
        account.status,
        userLinks.map(({ purpose }) => purpose),
      )
      if (rejection) {
        await writeRejection(async (transaction) => auditFailure(transaction, account, client, rejection.message))
        throw forbidden(rejection.message, {
          ...(rejection.reason ? { reason: rejection.reason } : {}),
          security: { name: 'sign-in-blocked', account: toAccount(account) },
        })
      }
      const expiresAt = await sessions.getExpiry()
      return database.write(async (transaction) => {
        const { id, passwordHash } = account
        const user = await recordLogin(transaction.db, { id, passwordHash, at: timestamp(clock) })
        if (!user) throw unauthenticated(MESSAGES.wrongCredentials)
        await inTransaction?.(transaction, user)
        const deviceToken = await devices.remember(transaction.db, id, sentToken)
        const session = await sessions.create(transaction.db, id, client, { expiresAt, method })
        await withSession?.(transaction, session.session)
        await audit.record(transaction, {
          actor: { id, name: user.name, ip: client.ip },
          action: 'auth.sign-in',
          target: user.name,
          ...(detail === undefined ? {} : { detail }),
        })
        return { success: true, message: MESSAGES.loginSucceeded, ...session, deviceToken, user: toUser(user) }
      })
    },
  }
}

/** Names an account in the security log. */
export const toAccount = ({ id, name }: UserRow) => ({ id, name })
