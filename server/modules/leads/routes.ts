import { leadCalls, leadRequestCalls } from '#contracts/leads/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { LeadService } from './service.ts'

export const leadRoutes = (leads: LeadService) => [
  answer(leadRequestCalls.requestConsultation, ({ body }) => leads.requestConsultation(body)),
  answer(leadRequestCalls.requestEvaluation, ({ body }) => leads.requestEvaluation(body)),
  answer(leadCalls.list, ({ query, user }) => leads.list(query, user)),
  answer(leadCalls.export, async ({ query, user }) => download(await leads.export(query, user))),
  answer(leadCalls.get, ({ params, user }) => leads.get(params.id, user)),
  answer(leadCalls.update, ({ params, body, user }) => leads.update(params.id, body, user)),
]
