import type { AuditAction } from '#contracts/audit/actions.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { SECURITY_MAIL_MS } from '#contracts/limits.ts'
import type { Role } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { SecurityEventName } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import { claimUntil } from '#server/platform/database/claims.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { RejectedRequest } from '#server/platform/http/guard/security-log.ts'
import { buildCredentialMail, buildSignInAlertMail, type CredentialEvent } from './mails.ts'
import { createRateLimiter } from './rate-limiter.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  mail: MailService
  settings: SettingsService
  publicUrl: string
}

/** The events that this service audits; others are audited where they occur. */
const AUDIT_ACTIONS: Partial<Record<SecurityEventName, AuditAction>> = {
  'access-denied': 'auth.denied',
  'sign-in-slowed': 'auth.sign-in-slowed',
}
/** One audit entry per event and caller in the interval, and a total of them. The security log contains every event. */
const AUDIT_LIMIT = { intervalMs: 10 * MINUTE_MS, maxKeys: 200 }

export type SecurityEventService = ReturnType<typeof createSecurityEventService>
type AccountOwner = { id: string; name: string; email: string; role: Role }

/** Creates the service that records security events in the audit log, and warns the owners of attacked accounts. */
export function createSecurityEventService({ database, clock, audit, mail, settings, publicUrl }: Dependencies) {
  const isAllowed = createRateLimiter(clock, AUDIT_LIMIT)

  return {
    /**
     * Records a rejected request in the audit log, rate-limited. Omits the denials of anonymous callers, and those that
     * only ask for a further step, such as a second factor.
     */
    async record({ event, actor, account, address, target, message, hasNextStep }: RejectedRequest): Promise<void> {
      const action = AUDIT_ACTIONS[event]
      if (!action || hasNextStep || (event === 'access-denied' && !actor)) return
      if (!isAllowed(`${event} ${actor?.id ?? address}`)) return
      await database.write((transaction) =>
        audit.record(transaction, {
          actor: actor && { id: actor.id, name: actor.name, ip: address },
          action,
          target: event === 'access-denied' ? target : (account?.name ?? '未知账号'),
          detail: message,
          ip: address,
        }),
      )
    },

    /** Returns the data for `alertOwner` that can't be read inside a transaction. */
    getAlertContext: async (): Promise<{ siteName: string }> => ({ siteName: (await settings.getGeneral()).siteName }),

    /** Queues the mail to the owner of an attacked account inside the caller's transaction, at most once a day. */
    async alertOwner(
      transaction: Transaction,
      owner: AccountOwner,
      { ip, siteName }: { ip: string; siteName: string },
    ): Promise<void> {
      const at = clock.now()
      const nextMailAt = new Date(at.getTime() + SECURITY_MAIL_MS)
      const isAllowed = await claimUntil(transaction, clock, `sign-in-alert ${owner.id}`, {
        end: nextMailAt,
        maxMs: SECURITY_MAIL_MS,
      })
      if (!isAllowed) return
      const { name, email, role } = owner
      await mail.queue(transaction, {
        ...buildSignInAlertMail({ name, role, siteName, publicUrl, ip, at }),
        to: { name, email },
      })
    },

    /** Queues the mail to the owner of an account about a change of what opens it. `label` names that. */
    async notifyOfCredential(
      transaction: Transaction,
      { name, email, role, ip }: AccountOwner & { ip: string },
      { siteName, event, label }: { siteName: string; event: CredentialEvent; label: string },
    ): Promise<void> {
      const incident = { name, role, siteName, publicUrl, ip, at: clock.now() }
      await mail.queue(transaction, { ...buildCredentialMail(incident, { event, label }), to: { name, email } })
    },
  }
}
