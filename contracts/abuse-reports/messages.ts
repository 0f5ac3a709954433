export const REPORT_MESSAGES = {
  unknownKind: '没有这种内容',
  unknownReason: '请选择举报的理由',
  words: '请说明举报的理由',
  notFound: '这条内容不存在，或已不再展示',
  membersOnly: '只有会员可以举报，平台工作人员请直接审核',
  own: '不能举报自己的内容',
  perMember: (max: number) => `24小时内最多举报${max}条内容，请稍后再来`,
  received: '已收到举报，我们会尽快核对',
  sendFailed: '举报失败，请重试',
  until: '缺少看到的最后一次举报的时间',
  dismissed: '已忽略举报',
  dismissFailed: '操作失败，请重试',
} as const
