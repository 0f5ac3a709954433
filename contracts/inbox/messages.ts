/** Messages of the inbox. */
export const INBOX_MESSAGES = {
  notFound: '这条通知不存在或已删除',
  loadFailed: '通知加载失败',
  saveFailed: '没有保存，请重试',
  allRead: '已全部标为已读',
  subscriptionsSaved: '通知设置已保存',
  forbiddenEvent: '您没有查看这种事件的权限',
  digestMore: (count: number) => `另有${count}条，请在收件箱中查看。`,
} as const
