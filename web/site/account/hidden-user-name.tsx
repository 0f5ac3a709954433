import { useSession } from '../session/session.ts'

/** Tells password managers whose password a form asks for or changes. */
export function HiddenUserName() {
  const { user } = useSession()
  return <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
}
