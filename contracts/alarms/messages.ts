export const ALARM_MESSAGES = {
  recipients: '请输入有效的邮箱地址，多个地址以逗号分隔',
  webhookUrl: '请输入 https:// 开头的完整地址',
  tested: '测试告警已发出',
  testedByMailOnly: '测试告警只发出了邮件，Webhook没有送达',
  testUndelivered: '测试告警没有送达',
  testWithoutReceiver: '没有发出测试告警：没有可以接收的邮箱或地址',
  testFailed: '测试告警发送失败',
  webhookPending: 'Webhook还没有送达，每分钟重试；可在“运维”中发送测试告警，查看原因。',
  loadFailed: '加载告警失败',
  keyFailed: '获取签名密钥失败',
  refused: '不允许的地址：只能是公网的HTTPS地址（443端口），内网地址须由运维人员在 WEBHOOK_HOSTS 中列出',
  unknownHost: '找不到这台主机，请核对地址',
  unreachable: '无法连接到该地址',
  disconnected: '对方没有答复就断开了连接',
  encryptionFailed: (reason: string) => `加密连接失败：${reason}`,
  timeout: '对方没有及时应答',
  status: (status: number) => `对方答复了${status}`,
  redirected: (status: number) => `对方要求转到另一个地址（${status}），请直接填写最终的地址`,
  unknownFormat: '没有这种接收方式',
  unreadable: '对方的答复无法识别，请核对接收方式与地址',
  rejected: (code: number, reason: string) => `对方拒绝了消息：${reason || '没有说明原因'}（${code}）`,
} as const

/** What a test mail says instead of an alarm's name and advice. */
export const ALARM_TEST_MAIL = { label: '测试', advice: '收到这封邮件，说明告警邮件可以送达，无须处理。' } as const
