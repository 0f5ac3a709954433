/** Messages of the inbox. */
export const INBOX_MESSAGES = {
  notFound: '这条通知不存在或已删除',
  loadFailed: '通知加载失败',
  saveFailed: '没有保存，请重试',
  allRead: '已全部标为已读',
} as const
