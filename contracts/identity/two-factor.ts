/** Two-factor sign-in: a code of an authenticator app after the password. */
import { z } from 'zod'
import { tooLongMessage } from '../chinese-issues.ts'
import { TEXT } from '../limits.ts'
import { MESSAGES } from '../messages/general.ts'
import { currentPassword, deviceToken, SignedInSchema, twoFactorCode } from './account.ts'

export const TwoFactorPasswordSchema = z.object({ password: currentPassword })
export const TwoFactorCodeSchema = z.object({ code: twoFactorCode })
/** Both factors, which are required to change or remove the second one. */
export const TwoFactorCredentialsSchema = z.object({ password: currentPassword, code: twoFactorCode })
export type TwoFactorCredentials = z.infer<typeof TwoFactorCredentialsSchema>

/**
 * `required`: the settings demand it of everyone with access to the back office. `satisfied`: it is enabled, or this session
 * began in a way that counts as two factors.
 */
export const TwoFactorStatusSchema = z.object({
  enabled: z.boolean(),
  recoveryCodesLeft: z.int(),
  required: z.boolean(),
  satisfied: z.boolean(),
})
export type TwoFactorStatus = z.infer<typeof TwoFactorStatusSchema>

/** The data for setting up an authenticator app: the secret in base32, and the URI for its QR code. */
export const TwoFactorSecretSchema = z.object({ secret: z.string(), otpauthUri: z.string() })
export type TwoFactorSecret = z.infer<typeof TwoFactorSecretSchema>

export const RecoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodesSchema>

/** The password was correct and a code is required. The user isn't signed in yet, and there is no token. */
const TwoFactorRequiredSchema = z.object({
  success: z.literal(false),
  message: z.literal(MESSAGES.twoFactorRequired),
  twoFactorRequired: z.literal(true),
  challenge: z.string(),
  expiresAt: z.iso.datetime(),
})
export type TwoFactorRequired = z.infer<typeof TwoFactorRequiredSchema>

export const LoginReplySchema = z.discriminatedUnion('success', [SignedInSchema, TwoFactorRequiredSchema])
export type LoginReply = z.infer<typeof LoginReplySchema>

export const TwoFactorLoginSchema = z.object({
  challenge: z
    .string('缺少登录凭据')
    .min(1, '缺少登录凭据')
    .max(TEXT.line, tooLongMessage(TEXT.line))
    .describe('来自登录的响应。'),
  code: twoFactorCode.describe('验证器应用的验证码，或一个恢复码。'),
  deviceToken,
})
export type TwoFactorLoginInput = z.infer<typeof TwoFactorLoginSchema>
