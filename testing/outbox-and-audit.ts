/** Reads the outbox and the audit as an administrator. */
import type { AuditAction } from '#contracts/audit/actions.ts'
import type { AuditEntry } from '#contracts/audit/audit.ts'
import type { OutboxEntry } from '#contracts/mail/mail.ts'
import { SUPER_ADMIN } from './factories/users.ts'
import type { TestApp } from './test-app.ts'

/** Lists the latest mails of the outbox, newest first. */
export const listOutbox = async ({ services }: TestApp): Promise<OutboxEntry[]> =>
  (await services.mail.outbox.list({ page: 1 })).items

/** Lists the latest entries of the audit, newest first, optionally of one action. */
export const listAudit = async ({ services }: TestApp, action?: AuditAction): Promise<AuditEntry[]> =>
  (await services.audit.list({ page: 1, user: '', action }, SUPER_ADMIN)).items
