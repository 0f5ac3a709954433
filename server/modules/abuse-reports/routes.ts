import { abuseReportCalls } from '#contracts/abuse-reports/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { AbuseReportService } from './service.ts'

/** Routes for reports of reviews, questions and answers. */
export const abuseReportRoutes = (reports: AbuseReportService) => [
  defineRoute(abuseReportCalls.report, ({ body, user }) => reports.report(body, user)),
  defineRoute(abuseReportCalls.dismiss, ({ params, body, user }) => reports.dismiss(params, body.until, user)),
]
