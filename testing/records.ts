/** What services have recorded, as an administrator reads it. */
import type { AuditAction, AuditEntry } from '#contracts/audit/audit.ts'
import type { OutboxEntry } from '#contracts/mail/mail.ts'
import { SUPER_ADMIN } from './factories/users.ts'
import type { TestApp } from './test-app.ts'

/** Lists the newest mails of the outbox, the newest first. */
export const listOutbox = async ({ services }: TestApp): Promise<OutboxEntry[]> =>
  (await services.mail.outbox.list({ page: 1 }, SUPER_ADMIN)).items

/** Lists the newest entries of the audit, the newest first; those of one action if it is given. */
export const listAudit = async ({ services }: TestApp, action?: AuditAction): Promise<AuditEntry[]> =>
  (await services.audit.list({ page: 1, user: '', action }, SUPER_ADMIN)).items
