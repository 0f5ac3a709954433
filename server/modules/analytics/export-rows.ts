import { type Analytics, DEVICE_LABELS, referrerLabel } from '#contracts/analytics/analytics.ts'
import { pageLabel } from '#contracts/rules/page-label.ts'
import { LEAD_STATUS_LABELS, SUBMISSION_STATUS_LABELS } from '#contracts/vocabulary.ts'
import type { TableColumn } from '#server/platform/tables/table.ts'

/** One figure of the analytics' file. */
export type AnalyticsRow = { group: string; name: string; count: number; before: number | null }

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

/** Every figure as a row, one group after another. */
export function analyticsRows(figures: Analytics): AnalyticsRow[] {
  const { totals, series, pages, products, referrers, devices, categories, submissions, leads, reports } = figures
  const rowsOf = (group: string, named: readonly { name: string; count: number }[]): AnalyticsRow[] =>
    named.map(({ name, count }) => ({ group, name, count, before: null }))
  const over = figures.step === 'day' ? '每日' : '每月'
  return [
    ...TOTALS.map(([key, name]) => ({ group: '汇总', name, count: totals[key].value, before: totals[key].before })),
    ...rowsOf(
      `${over}浏览量`,
      series.map(({ period, views }) => ({ name: period, count: views })),
    ),
    ...rowsOf(
      `${over}访客`,
      series.map(({ period, visitors }) => ({ name: period, count: visitors })),
    ),
    ...rowsOf(
      '热门页面',
      pages.map(({ name, count }) => ({ name: pageLabel(name), count })),
    ),
    ...rowsOf('热门产品', products),
    ...rowsOf(
      '来源网站',
      referrers.map(({ name, count }) => ({ name: referrerLabel(name), count })),
    ),
    ...rowsOf(
      '设备',
      devices.map(({ name, count }) => ({ name: DEVICE_LABELS[name], count })),
    ),
    ...rowsOf('各类别产品数', categories),
    ...rowsOf(
      '各类别浏览量',
      categories.map(({ name, views }) => ({ name, count: views })),
    ),
    ...rowsOf(
      '产品提交',
      submissions.map(({ name, count }) => ({ name: SUBMISSION_STATUS_LABELS[name], count })),
    ),
    ...rowsOf(
      '咨询线索',
      leads.map(({ name, count }) => ({ name: LEAD_STATUS_LABELS[name], count })),
    ),
    ...rowsOf('评估报告', reports),
  ]
}
