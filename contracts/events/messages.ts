export const EVENT_MESSAGES = {
  confirmed: '报名成功',
  waiting: '名额已满，已加入候补；有人取消时按先后递补，并邮件通知您',
  cancelled: '已取消报名',
  removed: '已取消该报名',
  eventNotFound: '活动不存在或不在本平台报名',
  registrationNotFound: '没有这条报名',
  replyLost: '没有收到服务器的回复，操作可能已经生效。请核对显示的报名状态，再决定是否重试。',
  closed: '报名已截止',
  waitingListFull: '候补人数已满，请关注后续活动',
  duplicateId: '编号与另一场活动重复',
  notMailed: '邮件服务还没有启用，报名者只能在“我的报名”中看到变动',
  confirmationRequired: '有活动已有人报名，请确认对他们的影响',
} as const
