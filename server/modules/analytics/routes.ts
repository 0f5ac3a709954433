import { z } from 'zod'
import { AnalyticsExportQuerySchema, AnalyticsQuerySchema, AnalyticsSchema } from '#contracts/analytics/analytics.ts'
import { DashboardSchema, PageViewSchema } from '#contracts/analytics/dashboard.ts'
import { ADMIN_API, PAGE_VIEWS_PATH } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import { actorOf } from '#server/platform/http/guard/actor.ts'
import { sendDownload } from '#server/platform/http/replies/send-download.ts'
import type { Routes, TypedApp } from '#server/platform/http/server/routes.ts'
import type { AnalyticsService } from './service.ts'

const tags = ['统计']

/** `publicUrl` says which host is ours, beside the one that was asked. */
export const analyticsRoutes =
  (analytics: AnalyticsService, publicUrl: string): Routes =>
  (app) => {
    pageViews(app, analytics, new URL(publicUrl).hostname)
    app.get(
      ADMIN_API.dashboard,
      {
        config: { access: 'dashboard:read' },
        schema: { tags, summary: '读取仪表盘', response: { 200: success(DashboardSchema) } },
      },
      async () => ({ success: true as const, data: await analytics.dashboard() }),
    )
    figures(app, analytics)
  }

function pageViews(app: TypedApp, { visits }: AnalyticsService, ownHost: string) {
  app.post(
    PAGE_VIEWS_PATH,
    {
      config: { access: 'open', perMinute: 120 },
      schema: {
        ...{ tags, summary: '记录一次页面浏览' },
        description:
          '按页面、日期、来源网站与设备类型计数。不使用Cookie，不保存访问者的地址；访客数由当日有效的加盐散列得出，次日即删除。程序的访问不计。',
        body: PageViewSchema,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      const { body, ip, headers, hostname } = request
      await visits.count({ ...body, address: ip, userAgent: headers['user-agent'], ownHosts: [ownHost, hostname] })
      return reply.code(204).send()
    },
  )
}

function figures(app: TypedApp, analytics: AnalyticsService) {
  app.get(
    ADMIN_API.analytics,
    {
      config: { access: 'analytics:read' },
      schema: {
        ...{ tags, summary: '读取一段时间的统计', querystring: AnalyticsQuerySchema },
        description: '日期均为北京时间。`before`为与之比较的上一时段；上一时段没有数据时`growth`为`null`。',
        response: { 200: success(AnalyticsSchema) },
      },
    },
    async (request) => ({ success: true as const, data: await analytics.analytics(request.query) }),
  )
  app.get(
    ADMIN_API.analyticsExport,
    {
      config: { access: 'analytics:read' },
      schema: {
        ...{ tags, summary: '导出一段时间的统计', querystring: AnalyticsExportQuerySchema },
        description: '内容与读取相同，每个数字一行。每次导出都会留下记录。',
        produces: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/json'],
      },
    },
    async (request, reply) => {
      const file = await analytics.exportAnalytics(request.query, actorOf(request))
      return sendDownload(reply, file, file.name)
    },
  )
}
