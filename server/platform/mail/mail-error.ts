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

  /** Whether only this mail is affected, so that the server accepts others. */
  get isAboutThisMail(): boolean {
    return KINDS_ABOUT_ONE_MAIL.has(this.kind)
  }
}

const KINDS_ABOUT_ONE_MAIL: ReadonlySet<MailErrorKind> = new Set(['mailRejected', 'invalidAddress', 'contentDeleted'])

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
    isPermanent: isPermanentFailure(kind, nodemailerError),
  })
}

/** Returns the server's response, or else the reason, unless our text is all there is to say. */
function getDetail(kind: MailErrorKind, { response, originalCode = '' }: NodemailerError, error: unknown): string {
  if (response !== undefined) return response
  if (kind === 'encryptionFailed') return describeTlsError(originalCode) ?? originalCode
  return kind === 'unexpected' ? getMessage(error) : ''
}

const getMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** How nodemailer's own errors are reported, whose English messages are not. */
const KINDS_BY_CODE: Readonly<Record<string, MailErrorKind>> = {
  EAUTH: 'signInFailed',
  ETLS: 'encryptionFailed',
  ETIMEDOUT: 'timeout',
  EPROTOCOL: 'unreadableReply',
  EENVELOPE: 'invalidAddress',
  EMESSAGE: 'mailRejected',
  // The connection was open already: mail-socket.ts establishes it, and reports failures to do so itself.
  ECONNECTION: 'connectionClosed',
  ESOCKET: 'connectionClosed',
}

function getKind(nodemailerError: NodemailerError): MailErrorKind {
  const { code = '', originalCode = '', response } = nodemailerError
  if (response !== undefined) return getKindOfResponse(nodemailerError)
  if (isTlsError(originalCode)) return 'encryptionFailed'
  return KINDS_BY_CODE[code] ?? 'unexpected'
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
 * Returns whether a retry is pointless, since the recipient or the mail was rejected for good. A rejected sender or
 * sign-in can be corrected in the settings.
 */
function isPermanentFailure(kind: MailErrorKind, { command, response, responseCode = 0 }: NodemailerError): boolean {
  if (kind !== 'mailRejected' && kind !== 'invalidAddress') return false
  // Nodemailer itself rejected it.
  if (response === undefined) return true
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return responseCode >= 500 && responseCode < 600 && responseCode !== BAD_SEQUENCE
}
