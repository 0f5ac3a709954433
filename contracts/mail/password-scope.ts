import { MAIL_MESSAGES } from './messages.ts'

/** The server and user that a password was stored for. */
type PasswordScope = { host: string; port: number; secure: boolean; username: string }

/** Host names ignore letter case and a trailing dot. */
const normalizeHost = (host: string) => host.trim().toLowerCase().replace(/\.$/, '')

/**
 * Returns why a password stored for one server may not be sent to another; `undefined` if it may. It is bound to host,
 * port and user name, and isn't sent in clear text if it was stored for an encrypted connection.
 */
export function explainUnusablePassword(stored: PasswordScope, current: PasswordScope): string | undefined {
  const isSameServer =
    normalizeHost(stored.host) === normalizeHost(current.host) &&
    stored.port === current.port &&
    stored.username === current.username
  if (!isSameServer) return MAIL_MESSAGES.passwordServerChanged
  return stored.secure && !current.secure ? MAIL_MESSAGES.passwordEncryptionDisabled : undefined
}
