import { leadCalls, leadRequestCalls } from '#contracts/leads/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { LeadService } from './service.ts'

export const leadRoutes = (leads: LeadService) => [
  handle(leadRequestCalls.requestConsultation, ({ body }) => leads.requestConsultation(body)),
  handle(leadRequestCalls.requestEvaluation, ({ body }) => leads.requestEvaluation(body)),
  handle(leadCalls.list, ({ query, user }) => leads.list(query, user)),
  handle(leadCalls.export, async ({ query, user }) => download(await leads.export(query, user))),
  handle(leadCalls.get, ({ params, user }) => leads.get(params.id, user)),
  handle(leadCalls.update, ({ params, body, user }) => leads.update(params.id, body, user)),
]
