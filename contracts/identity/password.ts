/** The rules for every new password: from registration, a mailed link, its owner or an administrator. */

import { z } from 'zod'
import { toNfkc } from '../rules/normalize-text.ts'
import '../chinese-issues.ts'
import { PASSWORD } from '../limits.ts'
import { IDENTITY_MESSAGES, type PasswordLabel } from './messages.ts'

/** The schema of a new password: the rules that don't depend on settings. */
export function newPassword(label: PasswordLabel, missing?: string) {
  const tooShort = IDENTITY_MESSAGES.passwordTooShort(PASSWORD.min, label)
  return z
    .string(missing ?? tooShort)
    .min(1, { error: missing ?? tooShort, abort: true })
    .min(PASSWORD.min, tooShort)
    .max(PASSWORD.max, IDENTITY_MESSAGES.passwordTooLong(PASSWORD.max))
}

/** The data of the account and the settings that the rules depend on. */
type PasswordContext = { name: string; email: string; siteName: string; minLength: number }

/** Returns why a password can't be set, or `undefined`. Only the server checks for the most common passwords. */
export function findPasswordProblem(
  password: string,
  context: PasswordContext,
  label: PasswordLabel,
): string | undefined {
  const { name, email, siteName, minLength } = context
  if (password.length < minLength) return IDENTITY_MESSAGES.passwordTooShort(minLength, label)
  if (/^(.{1,3})\1+$/su.test(password)) return IDENTITY_MESSAGES.passwordRepetitive
  const names = [name, email, email.slice(0, Math.max(0, email.lastIndexOf('@'))), siteName].map(normalize)
  const isName = [normalize(password), trimNonLetters(password)].some((item) => item !== '' && names.includes(item))
  return isName ? IDENTITY_MESSAGES.passwordContainsName : undefined
}

const normalize = (text: string) => toNfkc(text).toLowerCase().replaceAll(/\s/g, '')
/** A name surrounded by a year or punctuation is as easy to guess as the name. */
const trimNonLetters = (text: string) => normalize(text).replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
