import { z } from 'zod'
import { AuditEntrySchema, AuditQuerySchema } from '#contracts/audit/audit.ts'
import { ADMIN_API } from '#contracts/paths.ts'
import { may } from '#contracts/permissions.ts'
import { PaginationSchema } from '#contracts/products/product.ts'
import { success } from '#contracts/replies.ts'
import { callerOf } from '#server/platform/http/guard/guard.ts'
import type { Routes } from '#server/platform/http/server/routes.ts'
import type { AuditService } from './service.ts'

export const auditRoutes =
  (audit: AuditService): Routes =>
  (app) => {
    app.get(
      ADMIN_API.audit,
      {
        config: { access: 'audit:read' },
        schema: {
          tags: ['操作记录'],
          summary: '列出后台操作记录',
          description: '`user` 为用户编号或姓名的一部分；`from`、`to` 为日期（含当日）或时间。只读角色看不到来源地址。',
          querystring: AuditQuerySchema,
          response: { 200: success(z.array(AuditEntrySchema)).extend({ pagination: PaginationSchema }) },
        },
      },
      async (request) => {
        // An address belongs to a person: it is contact data like any other.
        const seesAddresses = may(callerOf(request).role, 'contacts:read')
        const { entries, pagination } = await audit.list(request.query, seesAddresses)
        return { success: true as const, data: entries, pagination }
      },
    )
  }
