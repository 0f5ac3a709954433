import { IDENTITY_MESSAGES, type PasswordLabel } from '#contracts/identity/messages.ts'
import { findPasswordProblem } from '#contracts/identity/password.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { invalidField } from '#server/platform/app-error.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { Passwords } from './passwords.ts'

/** The person who chose the password, and the field and label that errors refer to. */
type PasswordTarget = { name: string; email: string; path: 'password' | 'newPassword'; label: PasswordLabel }

export type NewPasswords = ReturnType<typeof createNewPasswords>

/** Creates the validation and hashing of passwords that people choose. */
export function createNewPasswords({ settings, passwords }: { settings: SettingsService; passwords: Passwords }) {
  return {
    /**
     * Returns the hash of a new password. Throws `invalid` on its field if it violates the password rules. Call it
     * before the transaction starts, because hashing is slow.
     */
    async hash(password: string, { path, label, ...person }: PasswordTarget): Promise<string> {
      const [{ passwordMinLength }, { siteName }] = await Promise.all([settings.getSecurity(), settings.getGeneral()])
      const problem =
        findPasswordProblem(password, { ...person, siteName, minLength: passwordMinLength }, label) ??
        ((await isCommonPassword(password)) ? IDENTITY_MESSAGES.passwordTooCommon : undefined)
      if (problem) throw invalidField(path, problem)
      return passwords.hash(password)
    },
  }
}
