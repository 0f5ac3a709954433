/** Texts about the messages between vendors and reviewers. */
export const SUBMISSION_MESSAGE_TEXTS = {
  text: '请输入消息',
  sent: '消息已发送',
  sendFailed: '消息没有发出，请重试',
  loadFailed: '获取消息失败，请稍后重试',
  tooMany: '这份提交的消息已达上限，请用电话或邮件联系',
  tooManyToday: '今天发送的消息已达上限，请明天再发',
  staff: '审核团队',
} as const
