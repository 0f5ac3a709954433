import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { call } from '../../shared/call.ts'
import { toErrorMessage } from '../../shared/call-error.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { Button } from '../components/buttons.tsx'
import { FormError } from '../components/text-field.tsx'
import { useSession } from '../session/session.ts'

type EmailVerificationPromptProps = {
  /** Why a verified email address is required. */
  reason: string
  /** Actions that don't need a verified address. */
  children?: ReactNode
}

/** Asks a member to verify their email address by a mailed link; shown instead of content that requires it. */
export function EmailVerificationPrompt({ reason, children }: EmailVerificationPromptProps) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const verificationRequest = useMutation({ mutationFn: () => call(accountLinkCalls.requestVerification) })
  const sendLabel = verificationRequest.isSuccess ? '再发一次' : '发送验证邮件'

  // The link opens in another tab or app, so the page's data is reloaded when the member returns.
  useEffect(() => {
    const reloadIfVisible = () => {
      if (document.visibilityState === 'visible') void queryClient.invalidateQueries()
    }
    document.addEventListener('visibilitychange', reloadIfVisible)
    window.addEventListener('focus', reloadIfVisible)
    return () => {
      document.removeEventListener('visibilitychange', reloadIfVisible)
      window.removeEventListener('focus', reloadIfVisible)
    }
  }, [queryClient])

  return (
    <div className="card max-w-xl space-y-5 p-6 md:p-8">
      <h2 className="text-xl">先验证邮箱</h2>
      <p>
        {reason}验证邮件将发到{user?.email}，打开其中的链接后回到这里即可。
      </p>
      <FormError>
        {verificationRequest.isError && toErrorMessage(verificationRequest.error, ACCOUNT_LINK_MESSAGES.sendFailed)}
      </FormError>
      {verificationRequest.isSuccess && <p role="status">{verificationRequest.data.message}</p>}
      <div className="flex flex-wrap gap-3">
        <Button isBusy={verificationRequest.isPending} onClick={() => verificationRequest.mutate()}>
          {verificationRequest.isPending ? '发送中……' : sendLabel}
        </Button>
        {children}
      </div>
    </div>
  )
}
