/** What the letters about accounts lead to: a password set by a link, an address proved by one. */
import { z } from 'zod'
import { atMost } from '../chinese-issues.ts'
import { SignedInSchema, UserSchema } from '../identity/account.ts'
import { ACCOUNT_MESSAGES as SAY } from '../identity/messages.ts'
import { PASSWORD, TEXT } from '../limits.ts'
import { emailAddress } from '../submissions/submission.ts'

/** Asks for a letter. */
export const EmailInputSchema = z.object({ email: emailAddress(SAY.email, SAY.emailFormat) })
export type EmailInput = z.infer<typeof EmailInputSchema>

/** The secret that a letter's link brings behind its `#`. */
const token = z.string(SAY.linkGone).min(1, SAY.linkGone).max(TEXT.line, SAY.linkGone)

export const TokenInputSchema = z.object({ token })
export type TokenInput = z.infer<typeof TokenInputSchema>

export const PasswordByLinkSchema = z.object({
  token,
  newPassword: z
    .string(SAY.passwordShort(PASSWORD.min))
    .min(PASSWORD.min, SAY.passwordShort(PASSWORD.min))
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
