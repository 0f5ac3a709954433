import { auditCalls } from '#contracts/audit/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import type { AuditService } from './service.ts'

export const auditRoutes = (audit: AuditService) => [
  answer(auditCalls.list, ({ query, user }) => audit.list(query, user)),
]
