/** The leads as the back office works them off. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthorSchema } from '#contracts/content/revision.ts'
import {
  LeadChangeSchema,
  LeadCountsSchema,
  LeadExportQuerySchema,
  LeadQuerySchema,
  LeadRecordSchema,
} from '#contracts/leads/lead.ts'
import { LEAD_MESSAGES } from '#contracts/leads/messages.ts'
import { TEXT } from '#contracts/limits.ts'
import { PaginationSchema } from '#contracts/pagination.ts'
import { ADMIN_API } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import { actorOf } from '#server/platform/http/guard/actor.ts'
import { callerOf } from '#server/platform/http/guard/guard.ts'
import { sendDownload } from '#server/platform/http/replies/send-download.ts'
import type { Routes, TypedApp } from '#server/platform/http/server/routes.ts'
import type { LeadsService } from './service.ts'

const tags = ['线索']
const reads = { access: 'leads:read' } as const
const params = z.object({ id: z.string().max(TEXT.word) })
const one = { 200: success(LeadRecordSchema) }

const byOf = (request: FastifyRequest) => ({ ...actorOf(request), role: callerOf(request).role })

export const leadDeskRoutes =
  (leads: LeadsService): Routes =>
  (app) => {
    listing(app, leads)
    app.get(
      ADMIN_API.lead,
      { config: reads, schema: { tags, summary: '读取一条线索', params, response: one } },
      async (request) => ({ success: true as const, data: await leads.read(request.params.id, byOf(request)) }),
    )
    app.patch(
      ADMIN_API.lead,
      {
        config: { access: 'leads:write', failures: ['staleRevision'] },
        schema: {
          ...{ tags, summary: '更新线索的状态、负责人或备注', params, body: LeadChangeSchema, response: one },
          description: '未给出的保持原样；`version` 为修改所依据的版本，线索已被他人更新时答复 412，什么也不保存。',
        },
      },
      async (request) => {
        const data = await leads.update(request.params.id, request.body, byOf(request))
        return { success: true as const, data, message: LEAD_MESSAGES.saved }
      },
    )
  }

function listing(app: TypedApp, leads: LeadsService) {
  const list = success(z.array(LeadRecordSchema)).extend({
    pagination: PaginationSchema,
    counts: LeadCountsSchema,
    owners: z.array(AuthorSchema),
  })
  app.get(
    ADMIN_API.leads,
    {
      config: reads,
      schema: {
        ...{ tags, summary: '列出线索', querystring: LeadQuerySchema, response: { 200: list } },
        description:
          '新的在前。`counts` 为其余筛选条件下各状态与超时的数量，`owners` 为可以负责线索的用户。没有查看联系方式权限的角色，联系人、电话与邮箱为空，文本中的号码与邮箱会隐去。',
      },
    },
    async (request) => {
      const { leads: data, ...rest } = await leads.list(request.query, byOf(request))
      return { success: true as const, data, ...rest }
    },
  )
  app.get(
    ADMIN_API.leadsExport,
    {
      config: reads,
      schema: {
        ...{ tags, summary: '导出线索', querystring: LeadExportQuerySchema },
        description: '筛选条件与列表相同，不限条数。需要查看联系方式的权限；每次导出都会留下记录。',
        produces: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/json'],
      },
    },
    async (request, reply) => {
      const file = await leads.export(request.query, byOf(request))
      return sendDownload(reply, file, file.name)
    },
  )
}
