import { z } from 'zod'
import { atMost } from '../chinese-issues.ts'
import { PASSWORD, TEXT } from '../limits.ts'
import { requiredText, storedText } from '../stored-text.ts'
import { emailAddress } from '../submissions/submission.ts'
import { ROLES, USER_STATUSES } from '../vocabulary.ts'

/** `email` takes an address or the part before `@`, in any letter case (decisions §2). */
export const LoginSchema = z
  .object({
    email: requiredText('请输入用户名', 254),
    password: z.string('请输入密码').min(1, '请输入密码').max(PASSWORD.max, atMost(PASSWORD.max)),
  })
  .meta({ id: 'Login' })
export type LoginInput = z.infer<typeof LoginSchema>

const password = z
  .string('请输入密码')
  .min(PASSWORD.min, `密码长度至少为${PASSWORD.min}位`)
  .max(PASSWORD.max, `密码最长${PASSWORD.max}位`)

const name = requiredText('请输入姓名', TEXT.word)
const company = storedText().trim().max(TEXT.line)
const position = storedText().trim().max(TEXT.line)
const phone = storedText().trim().max(TEXT.word)

/** Unknown keys, including role, status and id, are dropped. */
export const RegisterSchema = z
  .object({
    name,
    company: company.default(''),
    position: position.default(''),
    phone: phone.default(''),
    email: emailAddress('请输入邮箱地址', '请输入有效的邮箱地址'),
    password,
  })
  .meta({ id: 'Registration' })
export type RegisterInput = z.infer<typeof RegisterSchema>

const currentPassword = z.string('请输入当前密码').min(1, '请输入当前密码').max(PASSWORD.max, atMost(PASSWORD.max))

export const PasswordChangeSchema = z.object({ currentPassword, newPassword: password }).meta({ id: 'PasswordChange' })
export type PasswordChangeInput = z.infer<typeof PasswordChangeSchema>

/** Absent fields stay unchanged: none of them has a default. */
export const ProfileSchema = z.object({ name, company, position, phone }).partial().meta({ id: 'Profile' })
export type ProfileInput = z.infer<typeof ProfileSchema>

/** `username` is the part of the address before `@`. */
export const UserSchema = z
  .object({
    _id: z.string(),
    username: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    status: z.enum(USER_STATUSES),
    company: z.string(),
    position: z.string(),
    phone: z.string(),
    createdAt: z.iso.datetime(),
    lastLogin: z.iso.datetime().nullable(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof UserSchema>

/** A session on one device. Its `id` identifies it but grants no access; only the token does. */
export const SessionSchema = z
  .object({
    id: z.string(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    current: z.boolean(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof SessionSchema>

/** The reply of login and register, at the top level (decisions §1). */
export const SignedInSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  token: z.string(),
  user: UserSchema,
  session: SessionSchema,
})
export type SignedIn = z.infer<typeof SignedInSchema>

/** The reply of refresh-session: the extended session, or neither session nor user. */
export const RefreshedSchema = z.object({
  valid: z.boolean(),
  session: SessionSchema.nullable(),
  user: UserSchema.nullable(),
})
export type Refreshed = z.infer<typeof RefreshedSchema>

export const RefreshSchema = z.object({
  sessionId: z.string('缺少会话编号').min(1, '缺少会话编号').max(TEXT.word, atMost(TEXT.word)),
})
export const RevokeOthersSchema = z.object({ currentSessionId: z.string().max(TEXT.word).optional() }).nullish()
