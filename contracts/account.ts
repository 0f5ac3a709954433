import { z } from 'zod'
import { PASSWORD, TEXT } from './limits.ts'
import { requiredText, storedText } from './stored-text.ts'
import { emailAddress } from './submission.ts'
import { ROLES, USER_STATUSES } from './vocabulary.ts'

/** `email` takes an address or the part before `@`, in any letter case (decisions §2). */
export const LoginSchema = z.object({
  email: requiredText('请输入用户名', 254),
  password: z.string('请输入密码').min(1, '请输入密码').max(PASSWORD.max),
})
export type LoginInput = z.infer<typeof LoginSchema>

const profile = {
  name: requiredText('请输入姓名', TEXT.word),
  company: storedText().trim().max(TEXT.line).default(''),
  position: storedText().trim().max(TEXT.line).default(''),
  phone: storedText().trim().max(TEXT.word).default(''),
}

/** Free-form on the wire: role, status, id and every other unknown key are dropped, never taken. */
export const RegisterSchema = z.object({
  ...profile,
  email: emailAddress('请输入邮箱地址', '请输入有效的邮箱地址'),
  password: z
    .string('请输入密码')
    .min(PASSWORD.min, `密码长度至少为${PASSWORD.min}位`)
    .max(PASSWORD.max, `密码最长${PASSWORD.max}位`),
})
export type RegisterInput = z.infer<typeof RegisterSchema>

export const ProfileSchema = z.object(profile).partial()
export type ProfileInput = z.infer<typeof ProfileSchema>

export const UserSchema = z.object({
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
})
export type User = z.infer<typeof UserSchema>

export const SessionSchema = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  current: z.boolean(),
})
export type Session = z.infer<typeof SessionSchema>
