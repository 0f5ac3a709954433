import { useQueryClient } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTwoFactorStatus } from '../calls/two-factor-status.ts'
import { ScreenContent, ScreenHeader } from '../components/screen-header.tsx'
import { useWasOpen } from './use-was-open.ts'

const TwoFactorPanel = lazy(async () => ({
  default: (await import('../screens/account/two-factor-panel.tsx')).TwoFactorPanel,
}))

const PasskeyPanel = lazy(async () => ({
  default: (await import('../screens/account/passkey-panel.tsx')).PasskeyPanel,
}))

/**
 * Requires users without two-factor sign-in to set it up first, if the settings demand it (the server rejects
 * everything else). A screen that is already open stays mounted underneath, with its input.
 */
export function TwoFactorGate({ children }: { children: ReactNode }) {
  const { data, isPending, refetch } = useTwoFactorStatus()
  const isMissing = data?.required === true && !data.satisfied
  // The setup stays open until the recovery codes are confirmed, although two-factor sign-in is enabled earlier.
  const [isSettingUp, setIsSettingUp] = useState(false)
  const isClosed = isMissing || isSettingUp
  const wasOpen = useWasOpen(!isPending && !isClosed)
  const client = useQueryClient()
  useEffect(() => {
    if (!isClosed) {
      // Refetches the queries that the server rejected while the setup was required.
      void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
      return
    }
    // Another tab may have completed the setup, or the settings no longer demand it.
    const refetchStatus = () => void refetch()
    window.addEventListener('focus', refetchStatus)
    return () => window.removeEventListener('focus', refetchStatus)
  }, [isClosed, client, refetch])
  return (
    <>
      {isPending && !wasOpen && (
        <ScreenContent>
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </ScreenContent>
      )}
      {isClosed && (
        <ScreenContent>
          <ScreenHeader
            title="请先开启两步验证"
            isTitleOwn
            description="系统要求每位可以进入后台的用户开启两步验证，或使用通行密钥。设置完成后即可继续。"
          />
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
            <TwoFactorPanel onStart={() => setIsSettingUp(true)} onFinish={() => setIsSettingUp(false)} />
            {!isSettingUp && <PasskeyPanel />}
          </Suspense>
        </ScreenContent>
      )}
      {wasOpen && <div className={isClosed ? 'hidden' : 'contents'}>{children}</div>}
    </>
  )
}
