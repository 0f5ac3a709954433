import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Skeleton, Tag } from 'antd'
import { MonitorSmartphone } from 'lucide-react'
import { identityCalls } from '#contracts/identity/calls.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { failureMessage } from '../../../shared/read-failure.ts'
import { callAdmin } from '../../calls/call.ts'
import { LoadFailure } from '../../parts/load-failure.tsx'
import { useConfirm } from '../../parts/use-confirm.ts'
import { describeDevice } from './device-name.ts'

const KEY = ['sessions']

/** Every device that one is signed in on, each with a way to end it. */
export function SessionList() {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const client = useQueryClient()
  const sessions = useQuery({
    queryKey: KEY,
    queryFn: async () => (await callAdmin(identityCalls.listSessions)).sessions,
  })
  const end = useMutation({
    mutationFn: (id: string) => callAdmin(identityCalls.endSession, { params: { id } }),
    onSuccess: (reply) => void message.success(reply.message),
    onError: (error) => void message.error(failureMessage(error, '操作失败，请重试')),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  const endOthers = useMutation({
    mutationFn: (currentSessionId: string) => callAdmin(identityCalls.endOtherSessions, { body: { currentSessionId } }),
    onSuccess: (reply) => void message.success(reply.message),
    onError: (error) => void message.error(failureMessage(error, '操作失败，请重试')),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  const confirmEnd = (currentSessionId: string) =>
    confirm({
      title: '退出其他设备？',
      content: '除当前设备外，其他设备上的登录会立即失效，那里未保存的修改留在各自的浏览器中。',
      okText: '退出其他设备',
      isDangerous: true,
      onOk: () => endOthers.mutateAsync(currentSessionId),
    })
  const current = sessions.data?.find((session) => session.current)

  return (
    <section className="panel px-5 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
        <h2 className="text-lg">登录的设备</h2>
        {current && (sessions.data?.length ?? 0) > 1 && (
          <Button danger loading={endOthers.isPending} onClick={() => confirmEnd(current.id)}>
            退出其他设备
          </Button>
        )}
      </div>
      {sessions.isPending && <Skeleton active paragraph={{ rows: 3 }} />}
      {sessions.isError && (
        <LoadFailure error={sessions.error} fallback="获取登录设备失败" onRetry={() => sessions.refetch()} />
      )}
      <ul className="divide-y divide-line">
        {sessions.data?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <MonitorSmartphone className="size-5 shrink-0 text-muted" aria-hidden />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2">
                {describeDevice(session.userAgent)}
                {session.current && <Tag color="blue">当前设备</Tag>}
              </p>
              <p className="text-sm text-muted">
                {session.ip ?? '地址未知'}，{formatMinute(session.createdAt)}登录，{formatMinute(session.expiresAt)}到期
              </p>
            </div>
            {!session.current && (
              <Button
                aria-label={`退出${describeDevice(session.userAgent)}，${formatMinute(session.createdAt)}登录`}
                loading={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                退出
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
