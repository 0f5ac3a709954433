import { z } from 'zod'
import { MAIL_ERRORS, type MailErrorKind } from '#contracts/mail/messages.ts'
import { isCertificateError } from '../certificate-error.ts'

/** The maximum length of a mail server's response that is stored and shown. */
const MAX_DETAIL_LENGTH = 300

type MailErrorOptions = {
  /** Follows our text in the message: the mail server's response, or its address. */
  detail?: string
  /** Whether a retry is pointless. */
  isPermanent?: boolean
}

/** A mail that wasn't sent. Its message is our text, followed by the mail server's response. */
export class MailError extends Error {
  override name = 'MailError'
  readonly kind: MailErrorKind
  readonly isPermanent: boolean

  constructor(kind: MailErrorKind, { detail = '', isPermanent = false }: MailErrorOptions = {}) {
    const shortened = detail
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, MAX_DETAIL_LENGTH)
      .toWellFormed()
    super(shortened === '' ? MAIL_ERRORS[kind] : `${MAIL_ERRORS[kind]}：${shortened}`)
    this.kind = kind
    this.isPermanent = isPermanent
  }
}

/** The properties of an error that nodemailer adds. */
const NodemailerErrorSchema = z.object({
  code: z.string().optional().catch(undefined),
  originalCode: z.string().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
})
type NodemailerError = z.infer<typeof NodemailerErrorSchema>

/** The server requires sign-in, or received commands out of order; the mail isn't the cause. */
const SESSION_ERROR_CODES = new Set([503, 530])

/** Converts any error thrown while sending to a MailError. */
export function toMailError(error: unknown): MailError {
  if (error instanceof MailError) return error
  const nodemailerError = NodemailerErrorSchema.catch({}).parse(error)
  const detail = nodemailerError.response ?? (error instanceof Error ? error.message : String(error))
  const kind = getKind(nodemailerError)
  return new MailError(kind, { detail, isPermanent: kind === 'mailRejected' && isPermanentFailure(nodemailerError) })
}

function getKind(nodemailerError: NodemailerError): MailErrorKind {
  const { code, originalCode = '', response } = nodemailerError
  if (code === 'EAUTH') return 'signInFailed'
  if (code === 'ETLS' || isCertificateError(originalCode)) return 'encryptionFailed'
  if (code === 'ETIMEDOUT') return 'timeout'
  if (isServerFault(nodemailerError)) return 'connectionRejected'
  if (response !== undefined || isMessageFault(nodemailerError)) return 'mailRejected'
  return code === 'ECONNECTION' ? 'connectionClosed' : 'unreachable'
}

/** Returns whether the server itself is unavailable (RFC 5321 §3.8), regardless of the mail. */
const isServerFault = ({ command, response, responseCode }: NodemailerError): boolean =>
  response !== undefined && (command === 'CONN' || responseCode === 421)

/** Returns whether the mail was rejected before sending: an invalid address, or a mail larger than the server accepts. */
const isMessageFault = ({ code }: NodemailerError): boolean => code === 'EENVELOPE' || code === 'EMESSAGE'

/**
 * Returns whether a retry is pointless, since the recipient or the mail was rejected for good. A rejected sender or
 * sign-in can be corrected in the settings.
 */
function isPermanentFailure(nodemailerError: NodemailerError): boolean {
  const { command, response, responseCode = 0 } = nodemailerError
  if (response === undefined) return isMessageFault(nodemailerError)
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return responseCode >= 500 && responseCode < 600 && !SESSION_ERROR_CODES.has(responseCode)
}
