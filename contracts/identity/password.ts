/** The one rule for every password that is set: by registering, by a mailed link, by its owner or an administrator. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { PASSWORD } from '../limits.ts'
import { IDENTITY_MESSAGES, type PasswordLabel } from './messages.ts'

/** The schema of a password that is set: what holds whatever the settings say. */
export const newPassword = (label: PasswordLabel, missing?: string) =>
  z
    .string(missing ?? IDENTITY_MESSAGES.passwordShort(PASSWORD.min, label))
    .min(PASSWORD.min, IDENTITY_MESSAGES.passwordShort(PASSWORD.min, label))
    .max(PASSWORD.max, IDENTITY_MESSAGES.passwordLong(PASSWORD.max))

/** Whose password it is, and what the settings say. */
export type PasswordContext = { name: string; email: string; siteName: string; minLength: number }

/**
 * Returns why a password can't be set, or `undefined`. Whether it is one of the commonest is known on the server alone.
 */
export function findPasswordFault(
  password: string,
  context: PasswordContext,
  label: PasswordLabel,
): string | undefined {
  const { name, email, siteName, minLength } = context
  if (password.length < minLength) return IDENTITY_MESSAGES.passwordShort(minLength, label)
  if (/^(.{1,3})\1+$/su.test(password)) return IDENTITY_MESSAGES.passwordRepeats
  const names = [name, email, email.slice(0, Math.max(0, email.lastIndexOf('@'))), siteName].map(fold)
  const isName = [fold(password), core(password)].some((item) => item !== '' && names.includes(item))
  return isName ? IDENTITY_MESSAGES.passwordNames : undefined
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
/** A name with a year or a mark around it is guessed as soon as the name. */
const core = (text: string) => fold(text).replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
