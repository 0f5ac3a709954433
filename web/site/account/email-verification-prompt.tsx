import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { call } from '../../shared/call.ts'
import { toErrorMessage } from '../../shared/call-error.ts'
import { useSession } from '../../shared/session.ts'
import { Button } from '../components/buttons.tsx'
import { FormError } from '../components/text-field.tsx'

type EmailVerificationPromptProps = {
  /** Why a verified email address is required. */
  reason: string
  /** Actions that don't need a verified address. */
  children?: ReactNode
}

/** Asks a member to verify their email address by a mailed link before the content is shown. */
export function EmailVerificationPrompt({ reason, children }: EmailVerificationPromptProps) {
  const { user } = useSession()
  const client = useQueryClient()
  const request = useMutation({ mutationFn: () => call(accountLinkCalls.requestVerification) })
  const label = request.isSuccess ? '再发一次' : '发送验证邮件'

  // The link opens in another tab or app, so the page's data is reloaded when the member returns.
  useEffect(() => {
    const onVisibilityChange = () => {
      if (document.visibilityState === 'visible') void client.invalidateQueries()
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    window.addEventListener('focus', onVisibilityChange)
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      window.removeEventListener('focus', onVisibilityChange)
    }
  }, [client])

  return (
    <div className="card max-w-xl space-y-5 p-6 md:p-8">
      <h2 className="text-xl">先验证邮箱</h2>
      <p>
        {reason}验证邮件将发到{user?.email}，打开其中的链接后回到这里即可。
      </p>
      <FormError>{request.isError && toErrorMessage(request.error, ACCOUNT_LINK_MESSAGES.sendFailed)}</FormError>
      {request.isSuccess && <p role="status">{request.data.message}</p>}
      <div className="flex flex-wrap gap-3">
        <Button isBusy={request.isPending} onClick={() => request.mutate()}>
          {request.isPending ? '发送中……' : label}
        </Button>
        {children}
      </div>
    </div>
  )
}
