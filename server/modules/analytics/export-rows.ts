import { type Analytics, DEVICE_LABELS, getReferrerLabel } from '#contracts/analytics/analytics.ts'
import { getPageLabel } from '#contracts/rules/page-label.ts'
import { SUBMISSION_STATUS_LABELS } from '#contracts/submissions/statuses.ts'
import { LEAD_STATUS_LABELS } from '#contracts/vocabulary.ts'
import type { TableColumn } from '#server/platform/tables/table.ts'

/** A row of the analytics export. */
type AnalyticsRow = { group: string; name: string; count: number; before: number | null }

export const ANALYTICS_COLUMNS: readonly TableColumn<AnalyticsRow>[] = [
  { key: 'group', title: '分组', cell: ({ group }) => group, width: 16 },
  { key: 'name', title: '项目', cell: ({ name }) => name, width: 32 },
  { key: 'count', title: '数量', cell: ({ count }) => count, width: 12 },
  { key: 'before', title: '上一时段', cell: ({ before }) => before, width: 12 },
]

const TOTALS = [
  ['views', '浏览量'],
  ['visitors', '访客（各日相加）'],
  ['submissions', '产品提交'],
  ['leads', '咨询线索'],
  ['reports', '评估报告'],
  ['products', '产品总数'],
  ['activeUsers', '活跃用户'],
] as const

/** Returns every figure as a row, grouped. */
export function toExportRows(figures: Analytics): AnalyticsRow[] {
  const { totals, series, pages, products, referrers, devices, categories, submissions, leads, reports } = figures
  const toRows = (group: string, items: readonly { name: string; count: number }[]): AnalyticsRow[] =>
    items.map(({ name, count }) => ({ group, name, count, before: null }))
  const periodLabel = figures.step === 'day' ? '每日' : '每月'
  return [
    ...TOTALS.map(([key, name]) => ({ group: '汇总', name, count: totals[key].value, before: totals[key].before })),
    ...toRows(
      `${periodLabel}浏览量`,
      series.map(({ period, views }) => ({ name: period, count: views })),
    ),
    ...toRows(
      `${periodLabel}访客`,
      series.map(({ period, visitors }) => ({ name: period, count: visitors })),
    ),
    ...toRows(
      '热门页面',
      pages.map(({ name, count }) => ({ name: getPageLabel(name), count })),
    ),
    ...toRows('热门产品', products),
    ...toRows(
      '来源网站',
      referrers.map(({ name, count }) => ({ name: getReferrerLabel(name), count })),
    ),
    ...toRows(
      '设备',
      devices.map(({ name, count }) => ({ name: DEVICE_LABELS[name], count })),
    ),
    ...toRows('各类别产品数', categories),
    ...toRows(
      '各类别浏览量',
      categories.map(({ name, views }) => ({ name, count: views })),
    ),
    ...toRows(
      '产品提交',
      submissions.map(({ name, count }) => ({ name: SUBMISSION_STATUS_LABELS[name], count })),
    ),
    ...toRows(
      '咨询线索',
      leads.map(({ name, count }) => ({ name: LEAD_STATUS_LABELS[name], count })),
    ),
    ...toRows('评估报告', reports),
  ]
}
