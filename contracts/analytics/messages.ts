/** Messages of the analytics pages. */
export const ANALYTICS_MESSAGES = {
  loadFailed: '获取统计数据失败，请稍后重试',
  exportFailed: '导出统计数据失败，请重试',
  unknownRange: '没有这种时间范围',
  day: '请输入有效的日期',
  daysMissing: '请选择起止日期',
  daysAhead: '起始日期不能晚于今天',
  tooLong: '时间范围最长为两年',
} as const
