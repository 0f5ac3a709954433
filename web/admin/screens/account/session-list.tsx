import { Button, Skeleton, Tag } from 'antd'
import { MonitorSmartphone } from 'lucide-react'
import { describeSession, SESSION_END_TEXTS, useOwnSessions } from '../../../shared/account/use-own-sessions.ts'
import { describeDevice } from '../../../shared/device-name.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { callAdmin } from '../../calls/call.ts'
import { LoadError } from '../../components/load-error.tsx'
import { useUser } from '../../session/session.ts'
import { SessionEndDialog } from './session-end-dialog.tsx'

/** Lists the user's active sessions by device, each with a button to end it. */
export function SessionList() {
  const { sessionsQuery, endOfOthers, pendingEnd, setPendingEnd } = useOwnSessions(callAdmin, useUser()._id)

  return (
    <section className="panel px-5 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
        <h2 className="text-lg">登录的设备</h2>
        {endOfOthers && (
          <Button danger onClick={() => setPendingEnd(endOfOthers)}>
            {SESSION_END_TEXTS.others.label}
          </Button>
        )}
      </div>
      {sessionsQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {sessionsQuery.isError && (
        <LoadError error={sessionsQuery.error} fallback="获取登录设备失败" onRetry={sessionsQuery.refetch} />
      )}
      <ul className="divide-y divide-line">
        {sessionsQuery.data?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <MonitorSmartphone className="size-5 shrink-0 text-muted" aria-hidden />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2">
                {describeDevice(session.userAgent)}
                {session.current && <Tag color="blue">当前设备</Tag>}
              </p>
              <p className="text-sm text-muted">{describeSession(session)}</p>
            </div>
            {!session.current && (
              <Button
                aria-label={`退出${describeDevice(session.userAgent)}，${formatMinute(session.createdAt)}登录`}
                onClick={() => setPendingEnd({ kind: 'one', session })}
              >
                退出
              </Button>
            )}
          </li>
        ))}
      </ul>
      {pendingEnd && (
        <SessionEndDialog
          end={pendingEnd}
          onClose={() => setPendingEnd(null)}
          onSettled={() => void sessionsQuery.refetch()}
        />
      )}
    </section>
  )
}
