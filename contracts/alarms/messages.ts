export const ALARM_MESSAGES = {
  recipients: '请输入有效的邮箱地址，多个地址以逗号分隔',
  tested: '测试告警已发出',
  testedByMailOnly: '测试告警只发出了邮件，Webhook没有送达',
  testUndelivered: '测试告警没有送达',
  testWithoutReceiver: '没有发出测试告警：没有可以接收的邮箱或地址',
  testFailed: '测试告警发送失败',
  webhookPending: '还有Webhook没有收到，会自动重试；原因见Webhook的投递记录。',
  loadFailed: '加载告警失败',
} as const

/** What a test mail says instead of an alarm's name and advice. */
export const ALARM_TEST_MAIL = { label: '测试', advice: '收到这封邮件，说明告警邮件可以送达，无须处理。' } as const
