import { z } from 'zod'
import { tooLongMessage } from '../chinese-issues.ts'
import { emailAddress } from '../email-address.ts'
import { PASSWORD, TEXT } from '../limits.ts'
import { optionalPhoneNumber } from '../phone-number.ts'
import { toNfkc } from '../rules/normalize-text.ts'
import { optionalConsent, requiredConsent } from '../settings/consent.ts'
import { nameText, requiredName, requiredText, storedText } from '../stored-text.ts'
import { ROLES, USER_STATUSES } from '../vocabulary.ts'
import { IDENTITY_MESSAGES } from './messages.ts'
import { newPassword } from './password.ts'

/** The token that a browser got at an earlier sign-in; an invalid one is ignored. */
export const deviceToken = z
  .string()
  .max(TEXT.line)
  .optional()
  .describe('此前登录时得到的设备凭据；曾经登录过的设备不受他人输错密码的影响。')

const typedPassword = (missing: string) =>
  z.string(missing).min(1, missing).max(PASSWORD.max, tooLongMessage(PASSWORD.max))

/** The password of an existing account. */
export const accountPassword = typedPassword(IDENTITY_MESSAGES.password)

/** The password of the signed-in user, entered to confirm their identity. */
export const currentPassword = typedPassword(IDENTITY_MESSAGES.currentPassword)

/** Six digits, or a recovery code; spaces, hyphens, letter case and full-width forms don't matter. */
export const twoFactorCode = z
  .string(IDENTITY_MESSAGES.code)
  .trim()
  .min(1, IDENTITY_MESSAGES.code)
  .max(TEXT.word, tooLongMessage(TEXT.word))

/** The two-factor code of the signed-in user, entered to confirm their identity. */
export const currentCode = twoFactorCode.optional().describe('验证器应用的验证码或一个恢复码，开启了两步验证时必填。')

/** What the signed-in user enters to confirm their identity before a sensitive action. */
export const CredentialsSchema = z.object({ password: currentPassword, code: currentCode }).meta({ id: 'Credentials' })
export type Credentials = z.infer<typeof CredentialsSchema>

export const LoginSchema = z
  .object({
    email: requiredText('请输入用户名', 254)
      .overwrite(toNfkc)
      .describe('邮箱地址，也可以只写 @ 之前的部分。不区分大小写与全角、半角。'),
    password: accountPassword,
    deviceToken,
  })
  .meta({ id: 'Login' })
export type LoginInput = z.infer<typeof LoginSchema>

const name = requiredName('请输入姓名', TEXT.word)
const company = nameText().max(TEXT.line)
const position = storedText().trim().max(TEXT.line)
const phone = optionalPhoneNumber()

/** Unknown keys, including role, status and id, are dropped. */
export const RegisterSchema = z
  .object({
    name,
    company: company.default(''),
    position: position.default(''),
    phone: phone.default(''),
    email: emailAddress('请输入邮箱地址', '请输入有效的邮箱地址'),
    password: newPassword('密码', IDENTITY_MESSAGES.password),
    agreeToTerms: optionalConsent,
    deviceToken,
  })
  .meta({ id: 'Registration' })
export type RegisterInput = z.infer<typeof RegisterSchema>

/** The schema of the site's form, which requires consent. */
export const RegisterFormSchema = RegisterSchema.extend({ agreeToTerms: requiredConsent })

export const PasswordChangeSchema = z
  .object({
    currentPassword,
    newPassword: newPassword('密码', '请输入新密码'),
    code: currentCode,
  })
  .meta({ id: 'PasswordChange' })
export type PasswordChangeInput = z.infer<typeof PasswordChangeSchema>

/** Absent fields stay unchanged: none has a default. */
export const ProfileSchema = z.object({ name, company, position, phone }).partial().meta({ id: 'Profile' })
export type ProfileInput = z.infer<typeof ProfileSchema>

/** `username` is the part of the email address before `@`. */
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
    /** Someone else set the password: the user has to change it before doing anything else. */
    mustChangePassword: z.boolean(),
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

/** The reply of login and register, without the envelope. */
export const SignedInSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  token: z.string(),
  user: UserSchema,
  session: SessionSchema,
  /** Stored by the browser beyond the session, and sent with the next sign-in. */
  deviceToken: z.string(),
  notice: z.string().optional().describe('登录时需要告诉本人的事，例如公司账号略去了决定角色的声明。'),
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
  sessionId: z.string('缺少会话编号').min(1, '缺少会话编号').max(TEXT.word, tooLongMessage(TEXT.word)),
})

/** `password` is required unless the session is the caller's own, which is signing out. */
export const SessionEndSchema = z.object({ password: currentPassword.optional() }).nullish()

/** Ends all sessions but the one that sends the request and `currentSessionId`. */
export const RevokeOthersSchema = z.object({
  currentSessionId: z.string().max(TEXT.word).optional(),
  password: currentPassword,
})
export type RevokeOthers = z.infer<typeof RevokeOthersSchema>
