export const ALARM_MESSAGES = {
  recipients: '请输入有效的邮箱地址，多个地址以逗号分隔',
  webhookUrl: '请输入 https:// 开头的完整地址',
  tested: '测试告警已发出',
  testFailed: '测试告警发送失败',
  keyFailed: '获取签名密钥失败',
  refused: '不允许的地址：只能是公网的 HTTPS 地址，内网地址须由运维人员在 WEBHOOK_HOSTS 中列出',
  unreachable: '无法连接到该地址',
  timeout: '对方没有及时应答',
  status: (status: number) => `对方答复了 ${status}`,
  unknownFormat: '没有这种接收方式',
  unreadable: '对方的答复无法识别，请核对接收方式与地址',
  rejected: (code: number, reason: string) => `对方拒绝了消息：${reason || '没有说明原因'}（${code}）`,
} as const
