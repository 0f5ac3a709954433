import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ScreenContent, ScreenHeader } from '../parts/screen-header.tsx'
import { PasswordForm } from '../screens/account/password-form.tsx'
import { useUser } from '../session/session.ts'

/**
 * Whoever signs in with a password that an administrator set changes it before any screen (the server refuses all else).
 * A screen that was open already stays underneath, with what was typed into it.
 */
export function PasswordGate({ children }: { children: ReactNode }) {
  const { mustChangePassword } = useUser()
  const [wasOpen, setWasOpen] = useState(false)
  const client = useQueryClient()
  if (!mustChangePassword && !wasOpen) setWasOpen(true)
  useEffect(() => {
    // What was refused meanwhile is asked for again.
    if (!mustChangePassword) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [mustChangePassword, client])
  return (
    <>
      {mustChangePassword && (
        <ScreenContent>
          <ScreenHeader
            title="请先修改密码"
            description="当前密码不是您自己设置的。改为只有您知道的密码后，即可继续。"
          />
          <PasswordForm />
        </ScreenContent>
      )}
      {wasOpen && <div className={mustChangePassword ? 'hidden' : 'contents'}>{children}</div>}
    </>
  )
}
