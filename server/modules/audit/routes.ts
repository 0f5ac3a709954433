import { auditCalls } from '#contracts/audit/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import type { AuditService } from './service.ts'

export const auditRoutes = (audit: AuditService) => [
  // An address belongs to a person: it is contact data like any other.
  answer(auditCalls.list, ({ query, can }) => audit.list(query, can('contacts:read'))),
]
