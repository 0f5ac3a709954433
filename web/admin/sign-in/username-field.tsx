import { useUser } from '../session/session.ts'

/** Tells a password manager whose password a form is about; a person at the screen knows. */
export function UsernameField() {
  const { email } = useUser()
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
