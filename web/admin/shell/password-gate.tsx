import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ScreenContent, ScreenHeader } from '../components/screen-header.tsx'
import { PasswordForm } from '../screens/account/password-form.tsx'
import { useUser } from '../session/session.ts'
import { useWasOpen } from './use-was-open.ts'

/**
 * Requires users whose password was set by an administrator to change it first (the server rejects everything else). A
 * screen that is already open stays mounted underneath, with its input.
 */
export function PasswordGate({ children }: { children: ReactNode }) {
  const { mustChangePassword } = useUser()
  const wasOpen = useWasOpen(!mustChangePassword)
  const client = useQueryClient()
  useEffect(() => {
    // Refetches the queries that the server rejected while the password had to be changed.
    if (!mustChangePassword) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [mustChangePassword, client])
  return (
    <>
      {mustChangePassword && (
        <ScreenContent>
          <ScreenHeader
            title="请先修改密码"
            isTitleOwn
            description="当前密码不是您自己设置的。改为只有您知道的密码后，即可继续。"
          />
          <PasswordForm />
        </ScreenContent>
      )}
      {wasOpen && <div className={mustChangePassword ? 'hidden' : 'contents'}>{children}</div>}
    </>
  )
}
