import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { PALETTE } from '#contracts/palette.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import type { ReportWeek } from './week.ts'

/** A figure of the week; `note` compares it with the week before. */
type Figure = { label: string; value: string; note: string }
export type WeekFigures = readonly Figure[]

/** `publicUrl` is the URL of the site without a trailing slash. */
type WeeklyReport = { siteName: string; publicUrl: string; week: ReportWeek; figures: WeekFigures }

/** Builds the mail of the weekly report, with one line per figure, so that it is also readable as plain text. */
export function buildWeeklyReportMail({ siteName, publicUrl, week, figures }: WeeklyReport): {
  subject: string
  html: string
} {
  const span = `${formatDay(week.from)}至${formatDay(week.to)}`
  const rows = figures.map(
    ({ label, value, note }) =>
      `<tr><td style="padding:6px 24px 6px 0">${label}</td><td style="padding:6px 24px 6px 0"><b>${value}</b></td>` +
      `<td style="padding:6px 0;color:${PALETTE.muted.light}">${note}</td></tr>`,
  )
  return {
    subject: `${siteName}每周报告（${span}）`,
    html: `<p>${escapeHtml(siteName)}上周（${span}）的情况：</p>
<table style="border-collapse:collapse">
${rows.join('\n')}
</table>
<p><a href="${escapeHtml(publicUrl + ADMIN_PAGES.dashboard)}">打开工作台</a></p>
<p>您收到这封邮件，是因为您是超级管理员。不需要时，可在后台“系统设置”的“通知”中关闭每周报告。</p>`,
  }
}

/** Formats a day as `11月16日`. */
const formatDay = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`
