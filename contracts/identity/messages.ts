import { PASSWORD } from '../limits.ts'

/** The label of a new password in its form. */
export type PasswordLabel = '密码' | '新密码'

const formatWait = (seconds: number) => (seconds < 60 ? `${seconds}秒` : `${Math.ceil(seconds / 60)}分钟`)

/** Replaces the name of a deleted account's owner in records that belong to others. */
export const DELETED_USER_NAME = '已注销用户'

/** Messages of sign-in and authentication; further ones are in messages/general.ts. */
export const IDENTITY_MESSAGES = {
  email: '请输入邮箱地址',
  emailFormat: '请输入有效的邮箱地址',
  password: '请输入密码',
  passwordTooShort: (min: number, label: PasswordLabel = '新密码') => `${label}长度至少为${min}位`,
  passwordTooLong: (max: number) => `密码最长${max}位`,
  passwordHint: (min: number) =>
    min < PASSWORD.recommendedMin ? `至少${min}位，建议${PASSWORD.recommendedMin}位以上` : `至少${min}位`,
  passwordTooCommon: '这个密码太常见，容易被猜到，请换一个',
  passwordRepetitive: '密码不能是同一组字符的重复',
  passwordContainsName: '密码不能是姓名、邮箱或网站名称',
  passwordReplyLost: '没有收到服务器的回复，密码可能已经修改。请再试一次；如果提示当前密码不正确，就是新密码已经生效。',
  registrationReplyLost: '没有收到服务器的回复，账号可能已经建立。请再试一次；如果已经建立，会直接登录。',
  passwordUnchanged: '新密码不能与当前密码相同',
  passwordChangeRequired: '请先修改密码',
  currentPassword: '请输入当前密码',
  code: '请输入验证码',
  tooManyLogins: (seconds: number) => `登录尝试次数过多，请${formatWait(seconds)}后再试`,
  emailUnverified: '请先按邮件中的链接验证邮箱',
  invitationPending: '请先按邀请邮件中的链接设置密码',
  closingReplyLost: '没有收到服务器的回复，账号可能已经注销。请再试一次。',
  accountClosed: '账号已注销',
  dataDownloaded: '数据已下载',
  staffAccountNotClosable: '后台账号不能自行注销，请联系超级管理员删除',
  twoFactorSetupRequired: '请先开启两步验证',
  twoFactorMandatory: '系统要求开启两步验证，不能关闭',
  twoFactorUnreadable: '服务器的密钥已更换，两步验证码无法核对，请联系管理员重置您的登录',
} as const
