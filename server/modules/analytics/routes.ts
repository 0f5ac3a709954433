import { analyticsCalls } from '#contracts/analytics/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { AnalyticsService } from './service.ts'

/** Referrers with the host of `publicUrl`, or with the requested host, aren't counted. */
export function analyticsRoutes(analytics: AnalyticsService, publicUrl: string) {
  const ownHost = new URL(publicUrl).hostname
  return [
    defineRoute(analyticsCalls.countPageView, ({ body, client: { ip, userAgent, host } }) =>
      analytics.visits.count({ ...body, address: ip, userAgent, ownHosts: [ownHost, host] }),
    ),
    defineRoute(analyticsCalls.countComparison, ({ body, client: { userAgent } }) =>
      analytics.visits.countComparison({ ...body, userAgent }),
    ),
    defineRoute(analyticsCalls.getDashboard, ({ user }) => analytics.getDashboard(user)),
    defineRoute(analyticsCalls.getAnalytics, ({ query }) => analytics.getReport(query)),
    defineRoute(analyticsCalls.exportAnalytics, async ({ query, user }) =>
      download(await analytics.exportReport(query, user)),
    ),
  ]
}
