/** Setting a password and verifying an email address through a mailed link. */
import { z } from 'zod'
import { emailAddress } from '../email-address.ts'
import { accountPassword, deviceToken, SignedInSchema, UserSchema } from '../identity/account.ts'
import { IDENTITY_MESSAGES } from '../identity/messages.ts'
import { newPassword } from '../identity/password.ts'
import { TEXT } from '../limits.ts'
import { ACCOUNT_LINK_MESSAGES } from './messages.ts'

/** Requests a mail with a link. */
export const EmailInputSchema = z.object({
  email: emailAddress(IDENTITY_MESSAGES.email, IDENTITY_MESSAGES.emailFormat),
})
export type EmailInput = z.infer<typeof EmailInputSchema>

/** The token in the fragment of a mailed link. */
const token = z
  .string(ACCOUNT_LINK_MESSAGES.linkInvalid)
  .min(1, ACCOUNT_LINK_MESSAGES.linkInvalid)
  .max(TEXT.line, ACCOUNT_LINK_MESSAGES.linkInvalid)

/** The password shows that the mail's reader registered the account, and not somebody else with their address. */
export const VerifyEmailSchema = z.object({ token, password: accountPassword.describe('账号的登录密码。') })
export type VerifyEmailInput = z.infer<typeof VerifyEmailSchema>

/** The verified address, with which the page signs in by the password that was just entered. */
export const VerifyEmailResultSchema = z.object({ email: z.string() })
export type VerifyEmailResult = z.infer<typeof VerifyEmailResultSchema>

export const SetPasswordSchema = z.object({
  token,
  newPassword: newPassword('新密码'),
  deviceToken,
})
export type SetPasswordInput = z.infer<typeof SetPasswordSchema>

/**
 * The account whose password was set: whether it is active, and whether it belongs to the back office. `deviceToken`
 * marks the device as known, so that failed sign-ins from elsewhere don't delay the next one.
 */
export const SetPasswordResultSchema = z.object({
  email: z.string(),
  isForBackOffice: z.boolean(),
  active: z.boolean(),
  deviceToken: z.string(),
})
export type SetPasswordResult = z.infer<typeof SetPasswordResultSchema>

/** A registration whose email address must be verified first: the account exists, but the user isn't signed in. */
const VerificationRequiredSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  user: UserSchema,
  verificationRequired: z.literal(true),
})
export type VerificationRequired = z.infer<typeof VerificationRequiredSchema>

export const RegisterReplySchema = z.union([SignedInSchema, VerificationRequiredSchema])
export type RegisterReply = z.infer<typeof RegisterReplySchema>
