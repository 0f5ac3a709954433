import { auditCalls } from '#contracts/audit/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { AuditService } from './service.ts'

export const auditRoutes = (audit: AuditService) => [
  defineRoute(auditCalls.list, ({ query, user }) => audit.list(query, user)),
]
