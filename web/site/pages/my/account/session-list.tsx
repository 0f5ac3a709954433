import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Session } from '#contracts/identity/account.ts'
import { accountSecurityCalls } from '#contracts/identity/security-calls.ts'
import { call } from '../../../../shared/call.ts'
import { describeDevice, describeSession } from '../../../../shared/device-name.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { useSession } from '../../../../shared/session.ts'
import { Button } from '../../../components/buttons.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useToast } from '../../../components/toast.tsx'
import { PanelError } from '../panel-error.tsx'
import { AccountPanel } from './account-panel.tsx'
import { type SessionEnd, SessionEndDialog } from './session-end-dialog.tsx'

/** Lists the devices on which the member is signed in, each with a button to sign it out. */
export function SessionList() {
  const userId = useSession().user?._id
  const queryKey = ['sessions', userId]
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(accountSecurityCalls.listSessions, { signal })).sessions,
    staleTime: 0,
  })
  const client = useQueryClient()
  const showToast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  /** Whether the button that opened the dialog disappears with its session, so that the heading must get the focus. */
  const isButtonGone = useRef(false)
  const [pendingEnd, setPendingEnd] = useState<SessionEnd | null>(null)
  const currentSession = data?.find(({ current }) => current)

  function handleEnded(message: string) {
    isButtonGone.current = true
    setPendingEnd(null)
    showToast(message, 'success')
    void client.invalidateQueries({ queryKey })
  }

  /** Runs after the dialog has closed and has returned the focus to its button. */
  function handleClosed() {
    setPendingEnd(null)
    if (isButtonGone.current) heading.current?.focus()
    isButtonGone.current = false
  }

  return (
    <AccountPanel
      title="登录的设备"
      headingRef={heading}
      aside={
        currentSession &&
        data &&
        data.length > 1 && (
          <Button
            variant="outline"
            aria-haspopup="dialog"
            onClick={() => setPendingEnd({ kind: 'others', currentSessionId: currentSession.id })}
          >
            退出其他设备
          </Button>
        )
      }
    >
      {isPending && <div className="skeleton mt-3 h-24" />}
      {error && !data && <PanelError error={error} onRetry={() => refetch()} />}
      <ul className="mt-3 divide-y divide-line">
        {data?.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={() => setPendingEnd({ kind: 'one', session })} />
        ))}
      </ul>
      <SessionEndDialog end={pendingEnd} onClose={handleClosed} onEnded={handleEnded} />
    </AccountPanel>
  )
}

function SessionItem({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const device = describeDevice(session.userAgent)
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[auto_1fr_auto]">
      <MonitorSmartphone className="size-5 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          {device}
          {session.current && <Tag>当前设备</Tag>}
        </p>
        <p className="text-sm text-muted tabular-nums">{describeSession(session)}</p>
      </div>
      {!session.current && (
        <Button
          variant="outline"
          className="col-start-2 justify-self-start sm:col-start-3"
          aria-haspopup="dialog"
          aria-label={`退出${device}，${formatMinute(session.createdAt)}登录`}
          onClick={onEnd}
        >
          退出
        </Button>
      )}
    </li>
  )
}
