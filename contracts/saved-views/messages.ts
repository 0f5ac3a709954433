import { SAVED_VIEWS } from '../limits.ts'

export const SAVED_VIEW_MESSAGES = {
  name: '请填写视图名称',
  nameTaken: '您在这个列表已有同名的视图',
  unknownList: '没有这个列表',
  tooMany: `一个列表最多保存${SAVED_VIEWS.perList}个视图，请先删除不用的`,
  notFound: '视图不存在，可能已被删除',
  saved: '视图已保存',
  removed: '视图已删除',
  loadFailed: '视图加载失败，请稍后重试',
  saveFailed: '视图保存失败，请稍后重试',
} as const
