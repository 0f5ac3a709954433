/** What the letters about accounts lead to: a password set by a link, an address proved by one. */
import { z } from 'zod'
import { atMost } from '../chinese-issues.ts'
import { SignedInSchema, UserSchema } from '../identity/account.ts'
import { IDENTITY_MESSAGES } from '../identity/messages.ts'
import { PASSWORD, TEXT } from '../limits.ts'
import { emailAddress } from '../submissions/submission.ts'
import { ACCOUNT_LINK_MESSAGES } from './messages.ts'

/** Asks for a letter. */
export const EmailInputSchema = z.object({
  email: emailAddress(IDENTITY_MESSAGES.email, IDENTITY_MESSAGES.emailFormat),
})
export type EmailInput = z.infer<typeof EmailInputSchema>

/** The secret that a letter's link brings behind its `#`. */
const token = z
  .string(ACCOUNT_LINK_MESSAGES.linkGone)
  .min(1, ACCOUNT_LINK_MESSAGES.linkGone)
  .max(TEXT.line, ACCOUNT_LINK_MESSAGES.linkGone)

export const TokenInputSchema = z.object({ token })
export type TokenInput = z.infer<typeof TokenInputSchema>

export const PasswordByLinkSchema = z.object({
  token,
  newPassword: z
    .string(IDENTITY_MESSAGES.passwordShort(PASSWORD.min))
    .min(PASSWORD.min, IDENTITY_MESSAGES.passwordShort(PASSWORD.min))
    .max(PASSWORD.max, atMost(PASSWORD.max)),
})
export type PasswordByLinkInput = z.infer<typeof PasswordByLinkSchema>

/** Whose password it is now, whether they may sign in, and whether the back office is where they do. */
export const PasswordSetSchema = z.object({ email: z.string(), backOffice: z.boolean(), active: z.boolean() })
export type PasswordSet = z.infer<typeof PasswordSetSchema>

/** A registration whose address has to be proved first: an account, and nobody signed in to it. */
export const VerificationRequiredSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  user: UserSchema,
  verificationRequired: z.literal(true),
})
export type VerificationRequired = z.infer<typeof VerificationRequiredSchema>

export const RegisterReplySchema = z.union([SignedInSchema, VerificationRequiredSchema])
export type RegisterReply = z.infer<typeof RegisterReplySchema>
