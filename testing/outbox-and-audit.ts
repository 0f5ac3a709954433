/** Reads the outbox and the audit as an administrator. */
import type { AuditAction } from '#contracts/audit/actions.ts'
import type { AuditEntry } from '#contracts/audit/audit.ts'
import type { OutboxEntry } from '#contracts/mail/mail.ts'
import type { ListPage } from '#server/platform/database/list-page.ts'
import { SUPER_ADMIN } from './factories/users.ts'
import type { TestApp } from './test-app.ts'

/** Reads every page: entries of other tests with the same time may fill the first one. */
async function readPages<Item>(readPage: (page: number) => Promise<ListPage<Item>>): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 1; ; page += 1) {
    const { items, pagination } = await readPage(page)
    all.push(...items)
    if (page >= pagination.total) return all
  }
}

/** Lists the mails of the outbox, newest first. */
export const listOutbox = ({ services }: TestApp): Promise<OutboxEntry[]> =>
  readPages((page) => services.mail.outbox.list({ page }))

/** Lists the entries of the audit, newest first, optionally of one action. */
export const listAudit = ({ services }: TestApp, action?: AuditAction): Promise<AuditEntry[]> =>
  readPages((page) => services.audit.list({ page, user: '', action }, SUPER_ADMIN))
