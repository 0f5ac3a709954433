/** Messages about account mails and their links. */
export const ACCOUNT_LINK_MESSAGES = {
  mailNotReady: '邮件服务尚未启用，无法发送邮件，请联系管理员',
  setFailed: '设置密码失败，请重试',
  setReplyLost: '没有收到服务器的回复，密码可能已经设置。请再试一次。',
  passwordProbablySet: '链接已使用，密码应该已经设置好。请用新密码登录；不能登录时，再重新获取邮件。',
  verifyFailed: '验证失败，请重试',
  emailProbablyVerified: '链接已使用，邮箱应该已经验证。请登录查看；仍未验证时，再重新获取邮件。',
  sendFailed: '发送失败，请稍后重试',
  linkInvalid: '链接无效、已使用或已过期，请重新申请',
  forgotten: '如果该邮箱已注册，重置密码的邮件将很快送达',
  passwordSet: '密码已设置，请登录',
  /** For a member whom the page has signed in. */
  passwordSetSignedIn: '密码已设置',
  emailVerified: '邮箱已验证，请登录',
  /** For a member who is signed in already. */
  emailVerifiedSignedIn: '邮箱已验证',
  verificationSent: '如果该邮箱有等待验证的账号，验证邮件将很快送达',
  registeredPendingVerification: '注册成功，请按邮件中的链接验证邮箱后登录',
  verificationMailSent: '验证邮件已发送，请打开其中的链接',
  mailLimit: '发往这个邮箱的验证邮件已达上限，请24小时后再试',
  alreadyVerified: '邮箱已经验证过',
} as const
