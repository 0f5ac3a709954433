/** The mail screen's sentences (spec 3 §8). If one ends in a colon and a blank, the reason follows. */
export const MAIL_MESSAGES = {
  email: '请输入邮箱地址',
  emailFormat: '请输入有效的邮箱地址',
  loadFailed: '加载邮件配置失败',
  configFailed: '获取邮件配置失败，请重试',
  saveFailed: '保存失败',
  saved: '邮件配置保存成功！',
  hostMissing: '请先配置SMTP服务器',
  testSent: '测试邮件发送成功！',
  testFailedBecause: '测试失败: ',
  testFailed: '测试失败，请检查配置',
  testDone: '邮件服务器已接收测试邮件',
  hostFormat: '请填写服务器的域名或IP地址，不含协议、端口和空格',
  mailNotFound: '邮件不存在',
  mailSentAlready: '邮件已发送，不能重发',
  mailOver: '邮件内容已清除，不能重发',
  mailBusy: '邮件正在发送，请稍后再看',
  mailOff: '邮件服务未启用或配置不完整，请先在邮件设置中启用',
  retried: '已安排重新发送',
  retryFailed: '重发失败，请重试',
  outboxFailed: '获取发件箱失败，请重试',
  previewFailed: '预览失败，请重试',
  unknownVariable: (name: string) => `模板中有未知的变量：{{${name}}}`,
} as const

/** Why a mail was not sent; the mail server's own words may follow. */
export const MAIL_FAILURES = {
  refused: '不允许连接该服务器：地址属于内网或保留网段，或端口不是邮件端口',
  unknownHost: '找不到邮件服务器',
  unreachable: '无法连接邮件服务器',
  timeout: '邮件服务器没有及时应答',
  closed: '邮件服务器中断了连接',
  encryption: '加密连接失败',
  signIn: '登录邮件服务器失败',
  turnedAway: '邮件服务器拒绝了连接',
  answered: '邮件服务器拒绝了邮件',
  unreadable: '已保存的内容无法解密（APP_SECRET 已更换），请在邮件设置中重新填写密码',
  lost: '邮件内容已清除',
  stale: '邮件已过期：等待超过24小时仍未能发送',
} as const
export type MailFailureKind = keyof typeof MAIL_FAILURES
