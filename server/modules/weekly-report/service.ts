import type { Analytics, ComparedFigure } from '#contracts/analytics/analytics.ts'
import { DAY_MS } from '#contracts/durations.ts'
import type { AnalyticsService } from '#server/modules/analytics/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import { claimUntil } from '#server/platform/database/claims.ts'
import type { Database } from '#server/platform/database/database.ts'
import { buildWeeklyReportMail, type WeekFigures } from './mail.ts'
import { findDueWeek } from './week.ts'

type Dependencies = {
  database: Database
  clock: Clock
  settings: SettingsService
  mail: MailService
  analytics: AnalyticsService
  accounts: Pick<IdentityService['accounts'], 'listSuperAdmins'>
  publicUrl: string
}

/** Creates the weekly report: last week's figures, mailed to the super_admins. */
export function createWeeklyReportService(dependencies: Dependencies) {
  const { database, clock, settings, mail, analytics, accounts, publicUrl } = dependencies

  /** Returns whether the settings enable the report and mail can be sent. */
  async function isEnabled(): Promise<boolean> {
    const { emailNotifications, weeklyReports } = await settings.getNotifications()
    return emailNotifications && weeklyReports && (await mail.isReady())
  }

  return {
    /** Queues the report if it is due, enabled, and not yet queued by any node. Returns the number of mails. */
    async queueIfDue(): Promise<number> {
      const week = findDueWeek(clock.now())
      if (!week || !(await isEnabled())) return 0
      const { siteName } = await settings.getGeneral()
      const figures = toWeekFigures(await analytics.getReport({ range: 'custom', from: week.from, to: week.to }))
      const content = buildWeeklyReportMail({ siteName, publicUrl, week, figures })
      return database.write(async (transaction) => {
        // Claimed in the same transaction as the mails: if queueing fails, the next run retries.
        const isClaimed = await claimUntil(transaction, clock, 'weekly-report', {
          end: week.nextDueAt,
          maxMs: 7 * DAY_MS,
        })
        if (!isClaimed) return 0
        const admins = await accounts.listSuperAdmins(transaction.db)
        for (const to of admins) await mail.queue(transaction, { kind: 'weeklyReport', to, ...content })
        return admins.length
      })
    },
  }
}

const formatCount = (count: number) => count.toLocaleString('zh-CN')

/** Selects the figures of the report. */
function toWeekFigures({ totals }: Analytics): WeekFigures {
  const toFigure = (label: string, { value, before }: ComparedFigure, unit: string, comparison = '前一周') => ({
    label,
    value: `${formatCount(value)}${unit}`,
    note: `${comparison}${formatCount(before)}${unit}`,
  })
  return [
    toFigure('页面浏览', totals.views, '次'),
    toFigure('访客', totals.visitors, '人次'),
    toFigure('收到提交', totals.submissions, '个'),
    toFigure('收到线索', totals.leads, '条'),
    toFigure('评估报告', totals.reports, '份'),
    toFigure('现有产品', totals.products, '个', '一周前'),
    toFigure('活跃用户', totals.activeUsers, '人', '一周前'),
  ]
}
