import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import type { ActiveAlarm } from '#contracts/alarms/alarm.ts'
import { ALARMS } from '#contracts/alarms/alarm-table.ts'
import { alarmCalls } from '#contracts/alarms/calls.ts'
import { ALARM_MESSAGES } from '#contracts/alarms/messages.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { callAdmin } from '../../calls/call.ts'
import { LoadError } from '../../components/load-error.tsx'
import { useCan } from '../../session/session.ts'

/** Lists the active alarms, for users who may see the system status; shows nothing if there are none. */
export function ActiveAlarms() {
  const canRead = useCan('settings:read')
  const alarmsQuery = useQuery({
    queryKey: ['alarms'],
    queryFn: async () => (await callAdmin(alarmCalls.list)).data,
    enabled: canRead,
    refetchInterval: MINUTE_MS,
  })
  return (
    <div className="flex flex-col gap-3 not-empty:mb-5">
      {alarmsQuery.isError && (
        <LoadError error={alarmsQuery.error} fallback={ALARM_MESSAGES.loadFailed} onRetry={alarmsQuery.refetch} />
      )}
      {alarmsQuery.data && alarmsQuery.data.length > 0 && <AlarmList alarms={alarmsQuery.data} />}
    </div>
  )
}

const AlarmList = ({ alarms }: { alarms: ActiveAlarm[] }) => (
  <Alert
    type="error"
    showIcon
    title={`有${alarms.length}项告警`}
    description={
      <>
        <ul>
          {alarms.map(({ name, node, raisedAt }) => (
            <li key={`${name} ${node}`}>
              {ALARMS[name].label}（自{formatMinute(raisedAt)}起{node && `，节点 ${node}`}）
            </li>
          ))}
        </ul>
        <Link to={`${ADMIN_PAGES.settings}?tab=system`}>查看系统状态</Link>
      </>
    }
  />
)
