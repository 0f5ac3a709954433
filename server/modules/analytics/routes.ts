import { analyticsCalls } from '#contracts/analytics/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { AnalyticsService } from './service.ts'

/** Referrers with the host of `publicUrl`, or with the requested host, aren't counted. */
export function analyticsRoutes(analytics: AnalyticsService, publicUrl: string) {
  const ownHost = new URL(publicUrl).hostname
  return [
    handle(analyticsCalls.countPageView, ({ body, client: { ip, userAgent, host } }) =>
      analytics.visits.count({ ...body, address: ip, userAgent, ownHosts: [ownHost, host] }),
    ),
    handle(analyticsCalls.dashboard, ({ user }) => analytics.getDashboard(user)),
    handle(analyticsCalls.figures, ({ query }) => analytics.getReport(query)),
    handle(analyticsCalls.export, async ({ query, actor }) => download(await analytics.exportReport(query, actor))),
  ]
}
