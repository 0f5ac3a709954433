/** Users as an administrator sees and changes them. */
import { z } from 'zod'
import { emailAddress } from '../email-address.ts'
import { currentCode, currentPassword, UserSchema } from '../identity/account.ts'
import { IDENTITY_MESSAGES } from '../identity/messages.ts'
import { newPassword } from '../identity/password.ts'
import { PASSWORD, TEXT, USERS_PER_PAGE, USERS_PER_PAGE_MAX } from '../limits.ts'
import { outsiderText, personalData } from '../outsider-data.ts'
import { pageNumber } from '../pagination.ts'
import { optionalPhoneNumber } from '../phone-number.ts'
import { nameText, requiredName, searchInput, storedText } from '../stored-text.ts'
import { ROLES, USER_STATUSES } from '../vocabulary.ts'
import { USER_MESSAGES } from './messages.ts'

export const UserQuerySchema = z.object({
  page: pageNumber.default(1),
  limit: z.coerce.number().int().min(1).max(USERS_PER_PAGE_MAX).default(USERS_PER_PAGE).describe('每页项数。'),
  search: searchInput().describe('姓名、邮箱或公司的一部分；姓名与公司也认拼音。'),
  status: z
    .union([z.literal(''), z.enum(USER_STATUSES)], '没有这种状态')
    .default('')
    .describe('用户的状态；留空表示不限。'),
  role: z
    .union([z.literal(''), z.enum(ROLES)], '没有这种角色')
    .default('')
    .describe('用户的角色；留空表示不限。'),
})
export type UserQuery = z.infer<typeof UserQuerySchema>

/** A blank password counts as absent. */
const optionalPassword = z
  .string()
  .max(PASSWORD.max, IDENTITY_MESSAGES.passwordTooLong(PASSWORD.max))
  .refine((input) => input === '' || input.length >= PASSWORD.min, IDENTITY_MESSAGES.passwordTooShort(PASSWORD.min))
  .optional()

const name = requiredName(USER_MESSAGES.nameAndEmail, TEXT.word)
const email = emailAddress(USER_MESSAGES.nameAndEmail, IDENTITY_MESSAGES.emailFormat)

/** The fields of the form; absent ones stay unchanged. */
const UserFieldsSchema = z.object({
  name: name.optional(),
  email: email.optional(),
  password: optionalPassword,
  role: z.enum(ROLES, USER_MESSAGES.role).optional(),
  status: z.enum(USER_STATUSES).optional(),
  company: nameText().max(TEXT.line).optional(),
  position: storedText().trim().max(TEXT.line).optional(),
  phone: optionalPhoneNumber().optional(),
})

/**
 * With `version`, the update fails if the user has changed since. `currentPassword` and `code` are the caller's own,
 * which are required for changing their own email address.
 */
export const UserUpdateSchema = UserFieldsSchema.extend({
  password: optionalPassword.describe('留空则不修改。'),
  version: z.int().optional().describe('所依据的版本。用户已被他人更新时返回412，什么也不保存；不带则直接保存。'),
  currentPassword: currentPassword.optional().describe('自己的密码，修改自己的邮箱时必填。'),
  code: currentCode,
})
export type UserUpdate = z.infer<typeof UserUpdateSchema>

/** The role is required, so that no role is granted by default. `invite` sends a link for setting the password. */
export const UserCreateSchema = UserFieldsSchema.extend({
  name,
  email,
  role: z.enum(ROLES, USER_MESSAGES.role),
  invite: z.boolean().default(false),
}).refine(({ password, invite }) => invite || Boolean(password), {
  path: ['password'],
  error: USER_MESSAGES.passwordRequired,
})
export type UserCreate = z.infer<typeof UserCreateSchema>

export const UserStatusChangeSchema = z.object({ status: z.enum(USER_STATUSES) })

export const UserPasswordSchema = z.object({
  newPassword: newPassword('新密码'),
})

/** The steps that a pending user may have to complete: accepting the invitation, or verifying the email address. */
export const PENDING_STEPS = ['invitation', 'email'] as const
export type PendingStep = (typeof PENDING_STEPS)[number]

export const UserRecordSchema = UserSchema.extend({
  username: personalData(z.string()),
  name: outsiderText(),
  email: personalData(z.string()),
  company: outsiderText(),
  position: outsiderText(),
  phone: personalData(z.string()),
  pendingStep: z.enum(PENDING_STEPS).nullable(),
  twoFactor: z.boolean(),
  /** Incremented by every change; an update may name the version it is based on. */
  version: z.int(),
})
export type UserRecord = z.infer<typeof UserRecordSchema>

/** Existing clients use these names, which differ from those of other paginated replies. */
export const UserListSchema = z.object({
  users: z.array(UserRecordSchema),
  pagination: z.object({ current: z.int(), total: z.int(), limit: z.int(), totalUsers: z.int() }),
  /** Whether mail can be sent. */
  canInvite: z.boolean(),
})
export type UserList = z.infer<typeof UserListSchema>
