import { hashPassword, verifyPassword } from 'better-auth/crypto'

/** A well-formed hash that no password has. */
const NOBODYS_HASH = `${'0'.repeat(32)}:${'0'.repeat(128)}`

/** Passwords at rest: scrypt as better-auth does it, off the main thread. */
export const passwords = {
  hash: (password: string): Promise<string> => hashPassword(password),

  /** Whether it is the password of that hash. Without a hash it is not, after the same work: time tells nothing. */
  verify: (hash: string | undefined, password: string): Promise<boolean> =>
    verifyPassword({ hash: hash ?? NOBODYS_HASH, password }),
}
