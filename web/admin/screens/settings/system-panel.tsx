import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { RefreshCw } from 'lucide-react'
import { Link } from 'react-router'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { ALARMS } from '#contracts/alarms/alarm-table.ts'
import { ALARM_MESSAGES } from '#contracts/alarms/messages.ts'
import type { StorageErrorCode } from '#contracts/errors.ts'
import { settingsCalls } from '#contracts/settings/calls.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import { LOW_SPACE_BYTES, type System } from '#contracts/system/system.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { formatDuration, formatMinute, formatSize } from '../../../shared/formats.ts'
import { queryOf } from '../../calls/query-of.ts'
import { LoadError } from '../../components/load-error.tsx'
import { AgentHostsPanel } from './agent-hosts-panel.tsx'
import { BackupPanel } from './backup-panel.tsx'
import { type Detail, DetailList } from './detail-list.tsx'

const DATABASE_LABELS = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
const STORAGE_FAILURE_TITLES: Readonly<Record<StorageErrorCode, string>> = {
  storageFull: '存储空间已满，暂时无法保存任何内容，请尽快清理或扩容',
  storageReadOnly: '数据库只能读取，暂时无法保存任何内容，请检查磁盘、挂载方式和权限',
}

/** How often the status is read while a backup is being made. */
const BACKUP_POLL_MS = 2_000

/** Shows the status of the service, and the last backup with a button that starts another. */
export function SystemPanel() {
  const systemQuery = useQuery({
    ...dataOf(queryOf(settingsCalls.getSystem)),
    refetchInterval: ({ state }) => (state.data?.data.backup.runningSince ? BACKUP_POLL_MS : false),
  })
  return (
    <div className="flex flex-col gap-5">
      <StatusPanel systemQuery={systemQuery} />
      {systemQuery.data && <BackupPanel system={systemQuery.data} />}
      <AgentHostsPanel />
    </div>
  )
}

function StatusPanel({ systemQuery }: { systemQuery: UseQueryResult<System> }) {
  return (
    <section className="panel px-5 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <h2 className="text-lg">系统状态</h2>
        <Button
          icon={<RefreshCw className="size-4" aria-hidden />}
          loading={systemQuery.isFetching && !systemQuery.data?.backup.runningSince}
          onClick={() => systemQuery.refetch()}
        >
          刷新
        </Button>
      </div>
      {systemQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {systemQuery.isError && (
        <LoadError error={systemQuery.error} fallback={SETTINGS_MESSAGES.systemFailed} onRetry={systemQuery.refetch} />
      )}
      {systemQuery.data && <SystemDetails system={systemQuery.data} />}
    </section>
  )
}

function SystemDetails({ system }: { system: System }) {
  const { alarms, mail, database, freeSpace } = system
  const isSpaceLow = freeSpace !== null && freeSpace < LOW_SPACE_BYTES
  // An alarm or a failure already says so.
  const isSpaceReported = alarms.some(({ name }) => name === 'lowSpace') || Boolean(database.failure)
  return (
    <>
      {alarms.map(({ name, node, detail, raisedAt, isWebhookPending }) => (
        <Alert
          key={`${name} ${node}`}
          className="mb-4"
          type="error"
          showIcon
          title={`${ALARMS[name].label}（自${formatMinute(raisedAt)}起${node && `，节点 ${node}`}）`}
          description={`${detail}${ALARMS[name].advice}${isWebhookPending ? ALARM_MESSAGES.webhookPending : ''}`}
        />
      ))}
      {database.failure && (
        <Alert className="mb-4" type="error" showIcon title={STORAGE_FAILURE_TITLES[database.failure]} />
      )}
      {isSpaceLow && !isSpaceReported && (
        <Alert className="mb-4" type="warning" showIcon title={`磁盘仅剩${formatSize(freeSpace)}，请及时清理或扩容`} />
      )}
      {mail.failed > 0 && (
        <Alert
          className="mb-4"
          type="warning"
          showIcon
          title={`有${mail.failed}封邮件发送失败`}
          action={<Link to={ADMIN_PAGES.mail}>查看邮件设置</Link>}
        />
      )}
      <DetailList details={listDetails(system)} />
      <p className="pt-4 text-sm text-muted">版本、运行时间和剩余空间属于正在应答的节点，其余对所有节点都一样。</p>
    </>
  )
}

/** Lists the details to show. */
const listDetails = ({ version, commit, node, startedAt, uptimeSeconds, ...rest }: System): Detail[] => [
  ['版本', commit ? `${version}（${commit}）` : version],
  ['Node.js', node],
  ['启动时间', formatMinute(startedAt)],
  ['已运行', formatDuration(uptimeSeconds)],
  ['数据库', DATABASE_LABELS[rest.database.kind]],
  ['数据库大小', formatSize(rest.database.size)],
  ['磁盘剩余空间', rest.freeSpace === null ? '未知' : formatSize(rest.freeSpace)],
  ['上传的文件', `${rest.files.count}个，${formatSize(rest.files.size)}`],
  ['会员的评估项目', `${rest.evaluationProjects.count}个，证据${formatSize(rest.evaluationProjects.size)}`],
  [
    '会员的征询',
    `${rest.inquiries.count}份，进行中${rest.inquiries.open}份，已提交${rest.inquiries.submitted}份回答（内容加密，后台看不到）`,
  ],
  ['告警', rest.alarms.length === 0 ? '无' : `${rest.alarms.length}项`],
  ['邮件服务', rest.mail.isReady ? '已启用' : '未启用'],
  ['待发送的邮件', `${rest.mail.waiting}封`],
  ['发送失败的邮件', `${rest.mail.failed}封`],
  ['上次清理', rest.lastHousekeeping ? formatMinute(rest.lastHousekeeping) : '尚未进行'],
]
