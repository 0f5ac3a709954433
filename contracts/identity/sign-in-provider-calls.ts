import { z } from 'zod'
import { DELETE, GET, groupCalls, messageOnly, POST, PUT, sentences } from '../call.ts'
import { TEXT } from '../limits.ts'
import { COMPANY_MESSAGES } from './company-messages.ts'
import {
  ProviderInputSchema,
  ProviderSchema,
  ProviderTestSchema,
  SignInProvidersSchema,
  StaffSignInSchema,
} from './sign-in-providers.ts'

const params = z.object({ id: z.string().max(TEXT.word).describe('登录方式的编号。') })

export const signInProviderCalls = groupCalls('登录方式', '公司账号的提供方，以及后台人员怎样登录。', {
  list: GET('/api/sign-in-providers', {
    access: 'settings:read',
    reply: SignInProvidersSchema,
    summary: '列出公司账号的提供方与后台的登录方式',
  }),
  create: POST('/api/sign-in-providers', {
    hasIdempotencyKey: true,
    access: 'settings:write',
    body: ProviderInputSchema,
    failures: ['conflict'],
    reply: ProviderSchema,
    message: COMPANY_MESSAGES.created,
    summary: '添加提供方',
    description: '密钥加密保存，不再返回。',
  }),
  update: PUT('/api/sign-in-providers/:id', {
    access: 'settings:write',
    params,
    body: ProviderInputSchema,
    failures: ['conflict'],
    reply: ProviderSchema,
    etag: 'checked',
    message: COMPANY_MESSAGES.saved,
    summary: '保存提供方',
    description: sentences('不给出 `secret` 时保留原密钥；发现地址或客户端编号变了，须重新给出密钥。'),
  }),
  remove: DELETE('/api/sign-in-providers/:id', {
    access: 'settings:write',
    params,
    failures: ['conflict'],
    reply: messageOnly,
    message: COMPANY_MESSAGES.removed,
    summary: '删除提供方',
    description: '已绑定的公司账号会保留，重新添加同一提供方后可继续使用。',
  }),
  test: POST('/api/sign-in-providers/:id/test', {
    access: 'settings:write',
    params,
    callsPerMinute: 30,
    reply: ProviderTestSchema,
    summary: '检查提供方能否连接',
  }),
  setStaff: PUT('/api/staff-sign-in', {
    access: 'settings:write',
    body: StaffSignInSchema,
    failures: ['conflict'],
    etag: 'checked',
    reply: StaffSignInSchema,
    message: COMPANY_MESSAGES.policySaved,
    summary: '设定后台人员能否用密码登录',
    description: sentences(
      '关闭密码登录须有允许后台人员使用的提供方、一位紧急账号，并且自己有别的登录方式。',
      '带 `If-Match: "<版本>"` 时，已被他人更新则返回412，什么也不保存。',
    ),
  }),
})
