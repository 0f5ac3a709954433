import { z } from 'zod'
import { MAIL_ERRORS, type MailErrorKind } from '#contracts/mail/messages.ts'
import { isCertificateError } from '../certificate-error.ts'

/** The maximum length of a mail server's response that is stored and shown. */
const MAX_RESPONSE_LENGTH = 300

/** A mail that wasn't sent. Its message is our text, followed by the mail server's response. */
export class MailError extends Error {
  override name = 'MailError'
  readonly kind: MailErrorKind
  readonly isPermanent: boolean

  constructor(kind: MailErrorKind, response = '', isPermanent = false) {
    const shortened = response
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, MAX_RESPONSE_LENGTH)
      .toWellFormed()
    super(shortened === '' ? MAIL_ERRORS[kind] : `${MAIL_ERRORS[kind]}：${shortened}`)
    this.kind = kind
    this.isPermanent = isPermanent
  }
}

/** The properties that nodemailer adds to an error. */
const DetailsSchema = z.object({
  code: z.string().optional().catch(undefined),
  originalCode: z.string().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
})
type Details = z.infer<typeof DetailsSchema>

/** The server requires sign-in, or received commands out of order; the mail isn't the cause. */
const SESSION_ERROR_CODES = new Set([503, 530])

/** Converts any error thrown while sending to a MailError. */
export function toMailError(error: unknown): MailError {
  if (error instanceof MailError) return error
  const details = DetailsSchema.catch({}).parse(error)
  const { code, originalCode = '', response } = details
  const text = response ?? (error instanceof Error ? error.message : String(error))
  if (code === 'EAUTH') return new MailError('signIn', text)
  if (code === 'ETLS' || isCertificateError(originalCode)) return new MailError('encryption', text)
  if (code === 'ETIMEDOUT') return new MailError('timeout', text)
  if (isServerFault(details)) return new MailError('connectionRejected', text)
  if (response !== undefined || isMessageFault(details))
    return new MailError('mailRejected', text, isPermanentFailure(details))
  return new MailError(code === 'ECONNECTION' ? 'closed' : 'unreachable', text)
}

/** Returns whether the server itself is unavailable (RFC 5321 §3.8), regardless of the mail. */
const isServerFault = ({ command, response, responseCode }: Details): boolean =>
  response !== undefined && (command === 'CONN' || responseCode === 421)

/** Returns whether the mail was rejected before sending: an invalid address, or a mail larger than the server accepts. */
const isMessageFault = ({ code }: Details): boolean => code === 'EENVELOPE' || code === 'EMESSAGE'

/**
 * Returns whether a retry is pointless, since the recipient or the mail was rejected for good. A rejected sender or
 * sign-in can be corrected in the settings.
 */
function isPermanentFailure(details: Details): boolean {
  const { command, response, responseCode = 0 } = details
  if (response === undefined) return isMessageFault(details)
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return responseCode >= 500 && responseCode < 600 && !SESSION_ERROR_CODES.has(responseCode)
}
