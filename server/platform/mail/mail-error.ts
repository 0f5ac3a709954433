import { z } from 'zod'
import { MAIL_ERRORS, type MailErrorKind } from '#contracts/mail/messages.ts'
import { describeTlsError, isTlsError } from '../tls-error.ts'

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

/** The commands that begin a session, before the mail is transmitted. */
const SESSION_COMMANDS = new Set(['CONN', 'EHLO', 'HELO', 'LHLO'])
/** Reply codes of RFC 5321 and RFC 4954. */
const SERVICE_UNAVAILABLE = 421
const SIGN_IN_REQUIRED = 530
/** The replies to a sign-in of a server that doesn't know the command, hasn't enabled it, or allows no password. */
const SIGN_IN_UNSUPPORTED = new Set([500, 502, 503, 504])
/** The server received commands out of order; the mail isn't the cause. */
const BAD_SEQUENCE = 503
/** Replies to `MAIL FROM` that reject the sender. 552 is about the size of the mail, 4xx is temporary. */
const SENDER_REJECTED = new Set([501, 550, 551, 553, 554])

/** Converts any error thrown while sending to a MailError. */
export function toMailError(error: unknown): MailError {
  if (error instanceof MailError) return error
  const nodemailerError = NodemailerErrorSchema.catch({}).parse(error)
  const kind = getKind(nodemailerError)
  return new MailError(kind, {
    detail: getDetail(kind, nodemailerError, error),
    isPermanent: kind === 'mailRejected' && isPermanentFailure(nodemailerError),
  })
}

/** Returns the server's response, or else the reason, unless nodemailer's message only repeats our text. */
function getDetail(kind: MailErrorKind, { response, originalCode = '' }: NodemailerError, error: unknown): string {
  if (response !== undefined) return response
  if (DETAILLESS_KINDS.has(kind)) return ''
  const message = error instanceof Error ? error.message : String(error)
  return kind === 'encryptionFailed' ? (describeTlsError(originalCode) ?? message) : message
}

const DETAILLESS_KINDS: ReadonlySet<MailErrorKind> = new Set(['timeout', 'connectionClosed', 'unreadableReply'])

function getKind(nodemailerError: NodemailerError): MailErrorKind {
  const { code, originalCode = '', response } = nodemailerError
  if (response !== undefined) return getKindOfResponse(nodemailerError)
  if (code === 'EAUTH') return 'signInFailed'
  if (code === 'ETLS' || isTlsError(originalCode)) return 'encryptionFailed'
  if (code === 'ETIMEDOUT') return 'timeout'
  if (code === 'EPROTOCOL') return 'unreadableReply'
  if (isMessageFault(nodemailerError)) return 'mailRejected'
  // The connection was open already: mail-socket.ts establishes it, and reports failures to do so itself.
  return code === 'ECONNECTION' || code === 'ESOCKET' ? 'connectionClosed' : 'unreachable'
}

function getKindOfResponse({ code, command = '', responseCode }: NodemailerError): MailErrorKind {
  if (code === 'ETLS') return 'encryptionFailed'
  if (responseCode === undefined) return 'unreadableReply'
  // The server itself is unavailable, regardless of the mail.
  if (SESSION_COMMANDS.has(command) || responseCode === SERVICE_UNAVAILABLE) return 'connectionRejected'
  if (code === 'EAUTH') return SIGN_IN_UNSUPPORTED.has(responseCode) ? 'signInUnsupported' : 'signInFailed'
  if (responseCode === SIGN_IN_REQUIRED) return 'signInRequired'
  return command === 'MAIL FROM' && SENDER_REJECTED.has(responseCode) ? 'senderRejected' : 'mailRejected'
}

/**
 * Returns whether the mail was rejected before sending: an invalid address, or a mail larger than the server accepts.
 */
const isMessageFault = ({ code }: NodemailerError): boolean => code === 'EENVELOPE' || code === 'EMESSAGE'

/**
 * Returns whether a retry is pointless, since the recipient or the mail was rejected for good. A rejected sender or
 * sign-in can be corrected in the settings.
 */
function isPermanentFailure(nodemailerError: NodemailerError): boolean {
  const { command, response, responseCode = 0 } = nodemailerError
  if (response === undefined) return isMessageFault(nodemailerError)
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return responseCode >= 500 && responseCode < 600 && responseCode !== BAD_SEQUENCE
}
