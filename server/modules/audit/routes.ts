import { auditCalls } from '#contracts/audit/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import type { AuditService } from './service.ts'

export const auditRoutes = (audit: AuditService) => [
  handle(auditCalls.list, ({ query, user }) => audit.list(query, user)),
]
