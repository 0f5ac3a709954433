import { z } from 'zod'
import { RegisterReplySchema } from '../account-links/account-link.ts'
import { envelope, GET, groupCalls, POST, PUT, raw, sentences } from '../call.ts'
import { MINUTE_MS } from '../durations.ts'
import { TWO_FACTOR } from '../limits.ts'
import { MESSAGES } from '../messages/general.ts'
import {
  LoginSchema,
  PasswordChangeSchema,
  ProfileSchema,
  RefreshedSchema,
  RefreshSchema,
  RegisterSchema,
  SignedInSchema,
  UserSchema,
} from './account.ts'
import { LoginReplySchema, TwoFactorLoginSchema } from './two-factor.ts'

export const identityCalls = groupCalls('账号', '注册、登录与个人资料。', {
  login: POST('/api/auth/login', {
    access: 'public',
    callsPerMinute: 60,
    body: LoginSchema,
    example: { email: 'cio@example.com', password: '******' },
    failures: ['unauthenticated', 'forbidden'],
    reply: raw(LoginReplySchema),
    summary: '登录',
    description: sentences(
      '开启了两步验证的账号得到 `twoFactorRequired` 与 `challenge`，尚未登录。',
      '连续输错后须等待，`Retry-After` 给出秒数；带上 `deviceToken` 的设备单独计数。',
      '`user.mustChangePassword` 为真时，须先修改密码。',
    ),
  }),
  loginTwoFactor: POST('/api/auth/login/two-factor', {
    access: 'public',
    callsPerMinute: 60,
    body: TwoFactorLoginSchema,
    failures: ['unauthenticated', 'forbidden'],
    reply: raw(SignedInSchema),
    summary: '用验证码完成登录',
    description: `\`challenge\` 在登录后${TWO_FACTOR.challengeMs / MINUTE_MS}分钟内有效。`,
  }),
  register: POST('/api/auth/register', {
    access: 'public',
    callsPerMinute: 20,
    body: RegisterSchema,
    failures: ['forbidden', 'conflict'],
    reply: raw(RegisterReplySchema),
    summary: '注册',
    description: sentences(
      '须先验证邮箱时得到 `verificationRequired`，尚未登录；邮件中的链接使账号可以登录。',
      '此时邮箱是否已注册不影响响应；无须验证邮箱时，已注册的邮箱返回409。',
    ),
  }),
  logout: POST('/api/auth/logout', {
    access: 'signed-in',
    isAllowedBeforePasswordChange: true,
    reply: z.object({ providerUrl: z.string() }).nullable(),
    message: MESSAGES.loggedOut,
    summary: '退出登录',
    description: '用公司账号登录的会话得到 `providerUrl`：前往它，以便在公司的登录服务也退出。',
  }),
  me: GET('/api/auth/me', {
    access: 'signed-in',
    isAllowedBeforePasswordChange: true,
    reply: z.object({ user: UserSchema, sessionId: z.string() }),
    summary: '读取当前用户和会话编号',
  }),
  updateProfile: PUT('/api/auth/profile', {
    access: 'signed-in',
    body: ProfileSchema,
    // Existing clients read `user`, while every other reply has its value in `data`: this one has both.
    reply: envelope({ data: UserSchema, user: UserSchema }),
    message: MESSAGES.profileSaved,
    summary: '更新个人资料',
    description: sentences('没有提交的字段保持不变。', '响应中的 `user` 与 `data` 相同。'),
  }),
  changePassword: PUT('/api/auth/password', {
    access: 'signed-in',
    isAllowedBeforePasswordChange: true,
    body: PasswordChangeSchema,
    failures: ['conflict'],
    reply: z.null(),
    message: MESSAGES.passwordChanged,
    summary: '修改自己的密码',
    description: sentences('修改后，自己的其他会话立即结束。', '连续输错当前密码或验证码后须等待。'),
  }),
  refreshSession: POST('/api/auth/refresh-session', {
    access: 'signed-in',
    isAllowedBeforePasswordChange: true,
    body: RefreshSchema,
    reply: raw(RefreshedSchema),
    summary: '延长会话',
    description: '不超过设置中的会话最长时间，从登录时算起。',
  }),
})
