import { leadCalls, leadRequestCalls } from '#contracts/leads/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { LeadService } from './service.ts'

/** Public routes for requesting a consultation or an evaluation. */
export const leadRequestRoutes = (leads: LeadService) => [
  defineRoute(leadRequestCalls.requestConsultation, ({ body }) => leads.requestConsultation(body)),
  defineRoute(leadRequestCalls.requestEvaluation, ({ body }) => leads.requestEvaluation(body)),
]

/** Routes for following up leads. */
export const leadRoutes = (leads: LeadService) => [
  defineRoute(leadCalls.list, ({ query, user }) => leads.list(query, user)),
  defineRoute(leadCalls.export, async ({ query, user }) => download(await leads.export(query, user))),
  defineRoute(leadCalls.get, ({ params, user }) => leads.get(params.id, user)),
  defineRoute(leadCalls.getAuthorship, ({ params }) => leads.getAuthorship(params.id)),
  defineRoute(leadCalls.update, ({ params, body, user }) => leads.update(params.id, body, user)),
]
