import { MAIL_MESSAGES } from './messages.ts'

/** What a stored password was given for. */
type PasswordScope = { host: string; port: number; secure: boolean; username: string }

/** Upper case and a trailing dot name the same host. */
const normalizeHost = (host: string) => host.trim().toLowerCase().replace(/\.$/, '')

/**
 * Returns why a password that was given for one server may not be sent to another; `undefined` if it may. It belongs to
 * host, port and user name, and is not sent in clear if it was given for an encrypted connection.
 */
export function explainUnusablePassword(stored: PasswordScope, current: PasswordScope): string | undefined {
  const isSameServer =
    normalizeHost(stored.host) === normalizeHost(current.host) &&
    stored.port === current.port &&
    stored.username === current.username
  if (!isSameServer) return MAIL_MESSAGES.passwordServerChanged
  return stored.secure && !current.secure ? MAIL_MESSAGES.passwordEncryptionOff : undefined
}
