import { z } from 'zod'
import { DashboardSchema, PageViewSchema } from '#contracts/dashboard.ts'
import { ADMIN_API, PAGE_VIEWS_PATH } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import type { Routes } from '#server/platform/http/routes.ts'
import type { AnalyticsService } from './service.ts'

const tags = ['统计']

export const analyticsRoutes =
  (analytics: AnalyticsService): Routes =>
  (app) => {
    app.post(
      PAGE_VIEWS_PATH,
      {
        config: { access: 'open', perMinute: 120 },
        schema: {
          ...{ tags, summary: '记录一次页面浏览' },
          description: '只按页面和日期计数，不保存访问者的任何信息；程序的访问不计。',
          body: PageViewSchema,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await analytics.countView(request.body.path, request.headers['user-agent'])
        return reply.code(204).send()
      },
    )
    app.get(
      ADMIN_API.dashboard,
      {
        config: { access: 'dashboard:read' },
        schema: { tags, summary: '读取仪表盘', response: { 200: success(DashboardSchema) } },
      },
      async () => ({ success: true as const, data: await analytics.dashboard() }),
    )
  }
