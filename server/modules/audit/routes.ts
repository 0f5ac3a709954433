import { auditCalls } from '#contracts/audit/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { AuditService } from './service.ts'

/** Back-office routes of the audit log. */
export const auditRoutes = (audit: AuditService) => [
  defineRoute(auditCalls.list, ({ query, user }) => audit.list(query, user)),
  defineRoute(auditCalls.export, async ({ query, user }) => download(await audit.export(query, user))),
]
