import { file, GET, groupCalls, noContent, POST, sentences } from '../call.ts'
import { TABLE_TYPES } from '../table.ts'
import { AnalyticsExportQuerySchema, AnalyticsQuerySchema, AnalyticsSchema } from './analytics.ts'
import { ComparisonSchema, DashboardSchema, PageViewSchema } from './dashboard.ts'

export const analyticsCalls = groupCalls('统计', '页面浏览计数与仪表盘。', {
  countPageView: POST('/api/page-views', {
    access: 'public',
    callsPerMinute: 120,
    body: PageViewSchema,
    reply: noContent,
    summary: '记录一次页面浏览',
    description: sentences(
      '按页面、日期、来源网站与设备类型计数。',
      '不使用Cookie，不保存访问者的地址；访客数由当日有效的加盐散列得出，次日即删除。',
      '程序的访问不计。',
    ),
  }),
  countComparison: POST('/api/comparisons', {
    access: 'public',
    callsPerMinute: 120,
    body: ComparisonSchema,
    reply: noContent,
    summary: '记录一次产品对比',
    description: '按产品与日期计数，不保存访问者的任何信息。程序的访问不计。',
  }),
  getDashboard: GET('/api/dashboard', { access: 'dashboard:read', reply: DashboardSchema, summary: '读取仪表盘' }),
  getAnalytics: GET('/api/analytics', {
    access: 'analytics:read',
    query: AnalyticsQuerySchema,
    reply: AnalyticsSchema,
    summary: '读取一段时间的统计',
    description: sentences(
      '日期均为北京时间。',
      '`before` 为与之比较的上一时段；上一时段没有数据时 `growth` 为 `null`。',
    ),
  }),
  exportAnalytics: GET('/api/analytics/export', {
    access: 'analytics:read',
    query: AnalyticsExportQuerySchema,
    reply: file(...TABLE_TYPES),
    summary: '导出一段时间的统计',
    description: sentences('内容与读取相同，每个数字一行。', '每次导出都会留下记录。'),
  }),
})
