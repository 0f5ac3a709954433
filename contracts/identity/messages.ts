/** Messages of sign-in and authentication; older ones are in messages/general.ts. */
export const IDENTITY_MESSAGES = {
  email: '请输入邮箱地址',
  emailFormat: '请输入有效的邮箱地址',
  passwordShort: (least: number) => `新密码长度至少为${least}位`,
  emailUnverified: '请先按邮件中的链接验证邮箱',
  invitationOpen: '请先按邀请邮件中的链接设置密码',
  twoFactorFirst: '请先开启两步验证',
  twoFactorStays: '系统要求开启两步验证，不能关闭',
} as const
