import { useUser } from '../session/session.ts'

/** A hidden field that lets password managers recognize the account. */
export function UsernameField() {
  const { email } = useUser()
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
