/** Calls for passkeys, in a file of their own: it is loaded with the browser's part of passkeys. */
import { z } from 'zod'
import { DELETE, GET, groupCalls, POST, PUT, raw, sentences } from '../call.ts'
import { MINUTE_MS } from '../durations.ts'
import { PASSKEYS, TEXT } from '../limits.ts'
import { CredentialsSchema, SignedInSchema } from './account.ts'
import { PASSKEY_MESSAGES } from './passkey-messages.ts'
import {
  PasskeyAddSchema,
  PasskeyCreationSchema,
  PasskeyListSchema,
  PasskeyRenameSchema,
  PasskeyRequestSchema,
  PasskeySchema,
  PasskeySignInSchema,
} from './passkeys.ts'

const params = z.object({ id: z.string().max(TEXT.word).describe('通行密钥的编号。') })

export const passkeyCalls = groupCalls('通行密钥', '用设备里的密钥登录，不用密码（WebAuthn）。', {
  beginSignIn: POST('/api/auth/login/passkey/options', {
    access: 'public',
    callsPerMinute: 60,
    failures: ['conflict'],
    reply: PasskeyRequestSchema,
    summary: '开始用通行密钥登录',
    description: `返回交给浏览器的参数，${PASSKEYS.challengeMs / MINUTE_MS}分钟内有效，只能用一次。`,
  }),
  signIn: POST('/api/auth/login/passkey', {
    access: 'public',
    callsPerMinute: 60,
    body: PasskeySignInSchema,
    failures: ['unauthenticated', 'forbidden'],
    reply: raw(SignedInSchema),
    summary: '用通行密钥登录',
    description: sentences(
      '设备已核对本人，因此算作两步验证。',
      '无效、已删除与不存在的通行密钥得到同样的401。',
      '`user.mustChangePassword` 为真时，仍须先修改密码。',
    ),
  }),
  list: GET('/api/auth/passkeys', {
    access: 'signed-in',
    reply: PasskeyListSchema,
    summary: '列出自己的通行密钥',
  }),
  begin: POST('/api/auth/passkeys/options', {
    access: 'signed-in',
    body: CredentialsSchema,
    failures: ['conflict'],
    reply: PasskeyCreationSchema,
    summary: '开始添加通行密钥',
    description: '核对密码后，返回交给浏览器的参数；只在当前会话中有效。连续输错密码或验证码后须等待。',
  }),
  add: POST('/api/auth/passkeys', {
    access: 'signed-in',
    body: PasskeyAddSchema,
    failures: ['conflict'],
    reply: PasskeySchema,
    message: PASSKEY_MESSAGES.added,
    summary: '添加通行密钥',
    description: `每个账号最多${PASSKEYS.max}个。`,
  }),
  rename: PUT('/api/auth/passkeys/:id', {
    access: 'signed-in',
    params,
    body: PasskeyRenameSchema,
    reply: PasskeySchema,
    message: PASSKEY_MESSAGES.renamed,
    summary: '给通行密钥改名',
  }),
  remove: DELETE('/api/auth/passkeys/:id', {
    access: 'signed-in',
    params,
    body: CredentialsSchema,
    failures: ['conflict'],
    reply: z.null(),
    message: PASSKEY_MESSAGES.removed,
    summary: '删除通行密钥',
    description: '须给出密码。后台须两步验证时，唯一的第二步不能删除，返回409。',
  }),
})
