/** The mail screen's messages. After a trailing colon and space, the reason is appended. */
export const MAIL_MESSAGES = {
  email: '请输入邮箱地址',
  emailFormat: '请输入有效的邮箱地址',
  loadFailed: '加载邮件配置失败',
  configFailed: '获取邮件配置失败，请重试',
  saveFailed: '保存失败',
  saved: '邮件配置保存成功！',
  hostMissing: '请先配置SMTP服务器',
  testSent: '测试邮件发送成功！',
  testFailedPrefix: '测试失败: ',
  testFailed: '测试失败，请检查配置',
  testMailAccepted: '邮件服务器已接收测试邮件',
  hostFormat: '请填写服务器的域名或IP地址，不含协议、端口和空格',
  passwordServerChanged: '服务器、端口或用户名已更改，请重新填写密码',
  passwordEncryptionDisabled: '已关闭连接时加密，请重新填写密码',
  restored: '已恢复邮件设置',
  restoredWithoutPassword: '已恢复邮件设置；服务器与现在的不同，请重新填写密码',
  mailNotFound: '这封邮件已不存在，可能已随收件人的账号删除',
  mailAlreadySent: '邮件已发送，不能重发',
  mailContentDeleted: '邮件内容已清除，不能重发',
  mailSendInProgress: '邮件正在发送，请稍后再看',
  mailNotReady: '邮件服务未启用或配置不完整，请先在邮件设置中启用',
  addressLimit: (address: string, max: number) => `发往 ${address} 的这种邮件24小时内已达${max}封，其余的不再发送`,
  retried: '已安排重新发送',
  retryFailed: '重发失败，请重试',
  allRetried: (count: number, remaining: number) =>
    remaining === 0 ? `已安排重新发送${count}封邮件` : `已安排重新发送${count}封邮件，还有${remaining}封可以重发`,
  nothingToRetry: '没有可以重发的邮件，可能刚刚已由他人重发',
  notificationsFailed: '获取通知设置失败，无法判断哪些邮件会发出',
  outboxFailed: '获取发件箱失败，请重试',
  previewFailed: '预览失败，请重试',
  unknownVariable: (name: string) => `模板中有未知的变量：{{${name}}}`,
  unclosedVariable: '模板中有变量没有写完整，变量以“{{”开头、以“}}”结尾',
} as const

/** The reasons why a mail was not sent; the mail server's response may follow. */
export const MAIL_ERRORS = {
  addressNotAllowed: '不允许连接该服务器：地址属于内网或保留网段，或端口不是邮件端口',
  unknownHost: '找不到邮件服务器',
  unreachable: '无法连接邮件服务器',
  timeout: '邮件服务器没有及时应答',
  tlsExpected: '邮件服务器没有及时应答；465端口一般须开启“连接时即加密（TLS）”',
  connectionClosed: '邮件服务器中断了连接',
  unreadableReply: '邮件服务器的答复无法识别，请核对地址与端口',
  encryptionFailed: '加密连接失败',
  passwordMissing: '填写了用户名，却没有密码，邮件没有发出。请填写密码；如果邮件服务器不需要登录，请清空用户名',
  signInFailed: '登录邮件服务器失败',
  signInUnsupported:
    '邮件服务器不支持用户名与密码登录，邮件没有发出。如果它不需要登录，请清空用户名；否则请核对服务器、端口与加密方式',
  signInRequired: '邮件服务器要求登录，请核对用户名、密码与加密方式',
  connectionRejected: '邮件服务器拒绝了连接',
  senderRejected: '邮件服务器拒绝了发件人，请核对发件地址',
  mailRejected: '邮件服务器拒绝了邮件',
  invalidAddress: '收件地址或发件地址无效',
  undecryptable: '已保存的内容无法解密（APP_SECRET 已更换），请在邮件设置中重新填写密码',
  contentDeleted: '邮件内容已清除',
  unexpected: '邮件没有发出，请把原因告诉运维',
  expired: '邮件已过期：等待超过24小时仍未能发送',
} as const
export type MailErrorKind = keyof typeof MAIL_ERRORS

/** Messages about which mails a member gets. */
export const MAIL_CHOICE_MESSAGES = {
  loadFailed: '邮件通知加载失败',
  saveFailed: '没有保存，请重试',
  unsubscribed: '已退订',
  invalidLink: '退订链接不完整或已失效，请登录后在“账号与安全”中更改',
  /** The line at the end of a mail that can be switched off, before and of its link. */
  mailLine: (label: string) => `您收到这封邮件，是因为开启了“${label}”的邮件通知。`,
  mailLink: '不再接收这种邮件',
} as const
