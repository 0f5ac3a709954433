/** Sends mails through a mail server, one connection per mail. */
import { isIP } from 'node:net'
import { type AllowedHosts, canConnect } from '../allowed-hosts.ts'
import { type ResolveHost, resolveHost } from '../resolve-host.ts'
import { MailError, toMailError } from './mail-error.ts'
import { connectToServer, MAIL_PORTS } from './mail-socket.ts'

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte; else STARTTLS if the server offers it. */
  secure: boolean
  /** '' for a server without sign-in. */
  username: string
  password: string
}

/** A calendar entry that a mail carries (iMIP, RFC 6047). */
export type MailCalendar = { method: 'REQUEST' | 'CANCEL'; content: string }

type Person = { name: string; address: string }
export type OutgoingMail = {
  from: Person
  to: Person
  subject: string
  html: string
  text: string
  /** Who gets the answers, if not the sender. */
  replyTo?: string | undefined
  calendar?: MailCalendar | undefined
  /** An HTTPS URL that ends this kind of mail to its recipient (RFC 8058); absent for needed ones. */
  unsubscribeUrl?: string | undefined
  /** The same for every attempt, so that a duplicate can be recognized. */
  messageId: string
}

/** Returns the headers that a mail has for programs. */
const createHeaders = (unsubscribeUrl: string | undefined): Record<string, string> => ({
  // Keeps absence notes and other robots from answering (RFC 3834, section 5).
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribeUrl?.startsWith('https:') && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
})

/** Durations in milliseconds; `total` limits the whole transmission. */
export const SMTP_TIMEOUTS = { connect: 10_000, greeting: 15_000, idle: 30_000, total: 90_000 }

/** Returns whether STARTTLS is required: a password is sent, and the operator hasn't listed the server. */
export const needsStartTls = ({ secure, username }: SmtpServer, isTrusted: boolean): boolean =>
  !secure && username !== '' && !isTrusted

/** The port for TLS from the first byte. A server there waits for the client, which waits for the server's greeting. */
const TLS_PORT = 465
/** Returns how to report that a server doesn't reply. */
export const getTimeoutKind = ({ secure, port }: SmtpServer): 'timeout' | 'tlsExpected' =>
  !secure && port === TLS_PORT ? 'tlsExpected' : 'timeout'

export type Mailer = ReturnType<typeof createMailer>

/**
 * Creates the mailer. `hosts` are those of `MAIL_HOSTS`; `authority` is an additional trusted CA certificate. Servers
 * need a valid certificate. Passwords are sent over encrypted connections only, except to servers that the operator
 * lists.
 */
export function createMailer({
  hosts,
  timeouts = SMTP_TIMEOUTS,
  authority,
  resolve = resolveHost,
}: {
  hosts: AllowedHosts
  timeouts?: typeof SMTP_TIMEOUTS
  authority?: string
  resolve?: ResolveHost
}) {
  return {
    /**
     * Returns whether mail may be sent to a server, as far as its host and port tell: a name is resolved, and its addresses
     * are checked, only before a connection is opened.
     */
    isAllowed: ({ host, port }: Pick<SmtpServer, 'host' | 'port'>): boolean =>
      canConnect(hosts, { host, address: isIP(host) ? host : undefined, port }, MAIL_PORTS),

    /** Sends a mail and returns the server's response. Throws `MailError`, also if `signal` is aborted. */
    async send(server: SmtpServer, mail: OutgoingMail, signal: AbortSignal): Promise<string> {
      // Before a connection is opened: nodemailer reports it in English, and only after the server's greeting.
      if (server.username !== '' && server.password === '') throw new MailError('passwordMissing')
      const { default: nodemailer } = await import('nodemailer')
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeouts.total)])
      const { socket, isTrusted } = await connectToServer(server, {
        hosts,
        resolve,
        timeoutMs: timeouts.connect,
        signal: deadline,
      })
      const abort = () => socket.destroy()
      deadline.addEventListener('abort', abort, { once: true })
      const transport = nodemailer.createTransport({
        host: server.host,
        port: server.port,
        secure: server.secure,
        requireTLS: needsStartTls(server, isTrusted),
        ...(server.username === '' ? {} : { auth: { user: server.username, pass: server.password } }),
        // Without it, nodemailer would silently not sign in to a server that doesn't offer it.
        forceAuth: server.username !== '',
        ...(authority === undefined ? {} : { tls: { ca: authority } }),
        greetingTimeout: timeouts.greeting,
        socketTimeout: timeouts.idle,
        disableFileAccess: true,
        disableUrlAccess: true,
        getSocket: (_options: unknown, callback: (error: Error | null, opened: object) => void) =>
          callback(null, { connection: socket }),
      })
      try {
        const { unsubscribeUrl, calendar, ...message } = mail
        const { response } = await transport.sendMail({
          ...message,
          headers: createHeaders(unsubscribeUrl),
          ...(calendar && { icalEvent: { ...calendar, filename: 'event.ics' } }),
        })
        return response
      } catch (error) {
        const failure = deadline.aborted ? new MailError('timeout') : toMailError(error)
        throw failure.kind === 'timeout' ? new MailError(getTimeoutKind(server)) : failure
      } finally {
        deadline.removeEventListener('abort', abort)
        socket.destroySoon()
      }
    },
  }
}
