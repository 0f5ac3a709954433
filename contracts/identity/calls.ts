import { z } from 'zod'
import { RegisterReplySchema } from '../account-links/account-link.ts'
import { envelope, get, groupCalls, post, put, raw, remove } from '../call.ts'
import { TEXT } from '../limits.ts'
import { MESSAGES } from '../messages/general.ts'
import {
  AccountCloseSchema,
  LoginSchema,
  PasswordChangeSchema,
  ProfileSchema,
  RefreshedSchema,
  RefreshSchema,
  RegisterSchema,
  RevokeOthersSchema,
  SessionEndSchema,
  SessionSchema,
  SignedInSchema,
  UserSchema,
} from './account.ts'
import { IDENTITY_MESSAGES } from './messages.ts'
import {
  LoginReplySchema,
  RecoveryCodesSchema,
  TwoFactorCodeSchema,
  TwoFactorLoginSchema,
  TwoFactorOffSchema,
  TwoFactorPasswordSchema,
  TwoFactorSecretSchema,
  TwoFactorStatusSchema,
} from './two-factor.ts'

export const identityCalls = groupCalls('账号', '注册、登录、个人资料与会话。', {
  login: post('/api/auth/login', {
    access: 'public',
    callsPerMinute: 60,
    body: LoginSchema,
    example: { email: 'cio@example.com', password: '******' },
    failures: ['unauthenticated', 'forbidden'],
    reply: raw(LoginReplySchema),
    summary: '登录',
    description:
      '`email` 可以是邮箱地址，也可以只写 @ 之前的部分，不区分大小写。开启了两步验证的账号得到 `twoFactorRequired` 与 `challenge`，尚未登录。连续输错后须等待，`Retry-After` 给出秒数；带上 `deviceToken` 的设备单独计数。`user.mustChangePassword` 为真时，须先修改密码。',
  }),
  loginTwoFactor: post('/api/auth/login/two-factor', {
    access: 'public',
    callsPerMinute: 60,
    body: TwoFactorLoginSchema,
    failures: ['unauthenticated', 'forbidden'],
    reply: raw(SignedInSchema),
    summary: '用验证码完成登录',
    description: '`challenge` 来自登录的响应，5分钟内有效；`code` 是验证器应用的验证码，或一个恢复码。',
  }),
  register: post('/api/auth/register', {
    access: 'public',
    callsPerMinute: 20,
    body: RegisterSchema,
    failures: ['forbidden', 'conflict'],
    reply: raw(RegisterReplySchema),
    summary: '注册',
    description:
      '须先验证邮箱时得到 `verificationRequired`，尚未登录；邮件中的链接使账号可以登录。此时邮箱是否已注册不影响响应；无须验证邮箱时，已注册的邮箱返回409。',
  }),
  logout: post('/api/auth/logout', {
    access: 'signed-in',
    isAllowedBeforePasswordChange: true,
    reply: z.null(),
    message: MESSAGES.loggedOut,
    summary: '退出登录',
  }),
  me: get('/api/auth/me', {
    access: 'signed-in',
    isAllowedBeforePasswordChange: true,
    reply: z.object({ user: UserSchema, sessionId: z.string() }),
    summary: '读取当前用户和会话编号',
  }),
  updateProfile: put('/api/auth/profile', {
    access: 'signed-in',
    body: ProfileSchema,
    // Existing clients read `user`; every other reply has only `data`.
    reply: envelope({ data: UserSchema, user: UserSchema }),
    message: MESSAGES.profileSaved,
    summary: '更新个人资料',
    description: '没有提交的字段保持不变。响应中的 `user` 与 `data` 相同。',
  }),
  changePassword: put('/api/auth/password', {
    access: 'signed-in',
    isAllowedBeforePasswordChange: true,
    body: PasswordChangeSchema,
    failures: ['conflict'],
    reply: z.null(),
    message: MESSAGES.passwordChanged,
    summary: '修改自己的密码',
    description: '修改后，自己的其他会话立即结束。连续输错当前密码后须等待。',
  }),
  refreshSession: post('/api/auth/refresh-session', {
    access: 'signed-in',
    isAllowedBeforePasswordChange: true,
    body: RefreshSchema,
    reply: raw(RefreshedSchema),
    summary: '延长会话',
    description: '不超过设置中的会话最长时间，从登录时算起。',
  }),
  listSessions: get('/api/auth/sessions', {
    access: 'signed-in',
    reply: raw(z.object({ sessions: z.array(SessionSchema) })),
    summary: '列出自己的会话',
  }),
  endSession: remove('/api/auth/sessions/:id', {
    access: 'signed-in',
    params: z.object({ id: z.string().max(TEXT.line).describe('会话编号。') }),
    body: SessionEndSchema,
    reply: z.null(),
    message: MESSAGES.sessionEnded,
    summary: '结束自己的一个会话',
    description: '结束其他设备的会话须给出密码；结束当前会话即退出登录，不需要。',
  }),
  endOtherSessions: remove('/api/auth/sessions', {
    access: 'signed-in',
    body: RevokeOthersSchema,
    reply: z.null(),
    message: MESSAGES.otherSessionsEnded,
    summary: '结束自己的其他会话',
  }),
  closeAccount: remove('/api/auth/account', {
    access: 'signed-in',
    body: AccountCloseSchema,
    failures: ['conflict'],
    reply: z.null(),
    message: IDENTITY_MESSAGES.accountClosed,
    summary: '注销自己的账号',
    description:
      '立即结束所有会话，永久删除账号、清单、自己创建的评估项目、评价与报名；在他人项目中的评委不再具名。后台账号返回409，由超级管理员删除。连续输错密码后须等待。',
  }),
})

export const twoFactorCalls = groupCalls('两步验证', '登录时除密码外再要一个验证码。', {
  status: get('/api/auth/two-factor', {
    access: 'signed-in',
    reply: TwoFactorStatusSchema,
    summary: '读取两步验证的状态',
  }),
  begin: post('/api/auth/two-factor', {
    access: 'signed-in',
    body: TwoFactorPasswordSchema,
    failures: ['conflict'],
    reply: TwoFactorSecretSchema,
    summary: '开始设置两步验证',
    description: '返回验证器应用的密钥；提交一次验证码确认后才生效。',
  }),
  confirm: post('/api/auth/two-factor/confirm', {
    access: 'signed-in',
    body: TwoFactorCodeSchema,
    failures: ['conflict'],
    reply: RecoveryCodesSchema,
    message: MESSAGES.twoFactorTurnedOn,
    summary: '开启两步验证',
    description: '恢复码只在此处返回一次。',
  }),
  renewRecoveryCodes: post('/api/auth/two-factor/recovery-codes', {
    access: 'signed-in',
    body: TwoFactorCodeSchema,
    failures: ['conflict'],
    reply: RecoveryCodesSchema,
    message: MESSAGES.recoveryCodesRenewed,
    summary: '重新生成恢复码',
    description: '原有的恢复码随即失效。',
  }),
  turnOff: remove('/api/auth/two-factor', {
    access: 'signed-in',
    body: TwoFactorOffSchema,
    failures: ['conflict'],
    reply: z.null(),
    message: MESSAGES.twoFactorTurnedOff,
    summary: '关闭两步验证',
  }),
})
