import { BULK_DECISIONS_MAX } from '../limits.ts'

export const ASSIGNMENT_MESSAGES = {
  saved: '已保存负责人与截止时间',
  saveFailed: '保存负责人失败，请重试',
  assigneesFailed: '获取可以负责的人失败，请稍后重试',
  unknownKind: '没有这种事项',
  unknownAssignee: '只能交给可以处理它的活跃用户',
  dueAt: '截止时间不正确',
  nothing: '请选择负责人或截止时间',
  notFound: '事项不存在或已删除',
  none: '请选择要交接的条目',
  tooMany: `一次最多交接${BULK_DECISIONS_MAX}条`,
} as const
