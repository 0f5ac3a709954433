/** Calls for the security of one's own account, in a file of their own: every visitor of the site loads `calls.ts`. */
import { z } from 'zod'
import { DELETE, file, GET, groupCalls, POST, raw, sentences } from '../call.ts'
import { CALLS_PER_MINUTE, TEXT } from '../limits.ts'
import { MESSAGES } from '../messages/general.ts'
import { CredentialsSchema, RevokeOthersSchema, SessionEndSchema, SessionSchema } from './account.ts'
import { IDENTITY_MESSAGES } from './messages.ts'
import {
  RecoveryCodesSchema,
  TwoFactorCodeSchema,
  TwoFactorCredentialsSchema,
  TwoFactorPasswordSchema,
  TwoFactorSecretSchema,
  TwoFactorStatusSchema,
} from './two-factor.ts'

export const accountSecurityCalls = groupCalls('账号安全', '登录的设备、自己的数据，以及注销账号。', {
  listSessions: GET('/api/auth/sessions', {
    access: 'signed-in',
    reply: raw(z.object({ sessions: z.array(SessionSchema) })),
    summary: '列出自己的会话',
  }),
  endSession: DELETE('/api/auth/sessions/:id', {
    access: 'signed-in',
    params: z.object({ id: z.string().max(TEXT.line).describe('会话编号。') }),
    body: SessionEndSchema,
    reply: z.null(),
    message: MESSAGES.sessionEnded,
    summary: '结束自己的一个会话',
    description: '结束其他设备的会话须给出密码；结束当前会话即退出登录，不需要。',
  }),
  endOtherSessions: DELETE('/api/auth/sessions', {
    access: 'signed-in',
    body: RevokeOthersSchema,
    reply: z.null(),
    message: MESSAGES.otherSessionsEnded,
    summary: '结束自己的其他会话',
  }),
  exportData: POST('/api/auth/account/data', {
    access: 'signed-in',
    callsPerMinute: CALLS_PER_MINUTE.ownData,
    body: CredentialsSchema,
    reply: file('application/zip'),
    summary: '下载自己的数据',
    description: sentences(
      '一个压缩包，包含平台保存的关于本人的数据：账号、会话、清单、评估项目与打分、评价、报名、提交、声明、操作与邮件记录，以及本人上传的文件。',
      '其中的`说明.txt`列出各个文件，以及不包含的内容。',
      '连续输错密码或验证码后须等待。',
    ),
  }),
  closeAccount: DELETE('/api/auth/account', {
    access: 'signed-in',
    body: CredentialsSchema,
    failures: ['conflict'],
    reply: z.null(),
    message: IDENTITY_MESSAGES.accountClosed,
    summary: '注销自己的账号',
    description: sentences(
      '立即结束所有会话，永久删除账号、清单、自己创建的评估项目、评价与报名；在他人项目中的评委不再具名。',
      '后台账号返回409，由超级管理员删除。',
      '连续输错密码或验证码后须等待。',
    ),
  }),
})

export const twoFactorCalls = groupCalls('两步验证', '登录时除密码外再要一个验证码。', {
  status: GET('/api/auth/two-factor', {
    access: 'signed-in',
    isAllowedBeforePasswordChange: true,
    reply: TwoFactorStatusSchema,
    summary: '读取两步验证的状态',
  }),
  begin: POST('/api/auth/two-factor', {
    access: 'signed-in',
    body: TwoFactorPasswordSchema,
    failures: ['conflict'],
    reply: TwoFactorSecretSchema,
    summary: '开始设置两步验证',
    description: '返回验证器应用的密钥；提交一次验证码确认后才生效。',
  }),
  confirm: POST('/api/auth/two-factor/confirm', {
    access: 'signed-in',
    body: TwoFactorCodeSchema,
    failures: ['conflict'],
    reply: RecoveryCodesSchema,
    message: MESSAGES.twoFactorTurnedOn,
    summary: '开启两步验证',
    description: '恢复码只在此处返回一次。',
  }),
  renewRecoveryCodes: POST('/api/auth/two-factor/recovery-codes', {
    access: 'signed-in',
    body: TwoFactorCredentialsSchema,
    failures: ['conflict'],
    reply: RecoveryCodesSchema,
    message: MESSAGES.recoveryCodesRenewed,
    summary: '重新生成恢复码',
    description: '原有的恢复码随即失效。',
  }),
  turnOff: DELETE('/api/auth/two-factor', {
    access: 'signed-in',
    body: TwoFactorCredentialsSchema,
    failures: ['conflict'],
    reply: z.null(),
    message: MESSAGES.twoFactorTurnedOff,
    summary: '关闭两步验证',
  }),
})
