import { z } from 'zod'
import { ConsultationSchema, EvaluationServiceRequestSchema } from '#contracts/leads/lead-request.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { API } from '#contracts/paths.ts'
import type { Routes } from '#server/platform/http/server/routes.ts'
import type { LeadsService } from './service.ts'

const tags = ['咨询与评估申请']
const config = { access: 'open', perMinute: 10 } as const
const response = { 200: z.object({ success: z.literal(true), message: z.string() }) }

export const leadsRoutes =
  (leads: LeadsService): Routes =>
  (app) => {
    app.post(
      API.consultation,
      { config, schema: { tags, summary: '提交免费选型咨询', body: ConsultationSchema, response } },
      async (request) => {
        await leads.requestConsultation(request.body)
        return { success: true as const, message: MESSAGES.consultationSent }
      },
    )

    app.post(
      API.evaluationServiceRequest,
      { config, schema: { tags, summary: '申请专业评估服务', body: EvaluationServiceRequestSchema, response } },
      async (request) => {
        await leads.requestEvaluation(request.body)
        return { success: true as const, message: MESSAGES.evaluationServiceSent }
      },
    )
  }
