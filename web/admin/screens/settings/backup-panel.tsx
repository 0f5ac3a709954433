import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { DatabaseBackup } from 'lucide-react'
import { settingsCalls } from '#contracts/settings/calls.ts'
import { BACKUP_MESSAGES } from '#contracts/system/messages.ts'
import type { System } from '#contracts/system/system.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useAction } from '../../calls/use-action.ts'
import { useCan } from '../../session/session.ts'
import { findBackupNotice, listBackupDetails } from './describe-backup.ts'
import { DetailList } from './detail-list.tsx'
import { startBackup } from './settings-calls.ts'

/** Shows when the last backup was made and why it failed, and starts another. */
export function BackupPanel({ system: { alarms, backup } }: { system: System }) {
  const canEdit = useCan('settings:write')
  // The alarm, which is shown above, says the same.
  const hasAlarm = alarms.some(({ name }) => name === 'backupFailed')
  const notice = hasAlarm && backup.last?.status === 'failed' ? undefined : findBackupNotice(backup)
  return (
    <section className="panel px-5 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <h2 className="text-lg">备份</h2>
        {canEdit && <StartButton isRunning={backup.runningSince !== null} />}
      </div>
      <div aria-live="polite">
        {backup.runningSince && (
          <Alert
            className="mb-4"
            type="info"
            showIcon
            title={`正在备份（始于${formatMinute(backup.runningSince)}）`}
            description="备份在后台进行，可以离开本页。"
          />
        )}
        {notice && (
          <Alert className="mb-4" type={notice.type} showIcon title={notice.title} description={notice.description} />
        )}
        <DetailList details={listBackupDetails(backup)} />
      </div>
      <p className="pt-4 text-sm text-muted">
        手动备份与定时备份存放在同一个文件夹，一起计入保留份数；时间与份数在“运维”中设置。
      </p>
    </section>
  )
}

function StartButton({ isRunning }: { isRunning: boolean }) {
  const client = useQueryClient()
  const startMutation = useAction({
    action: startBackup,
    getSuccessMessage: (reply) => reply.message ?? BACKUP_MESSAGES.started,
    failureMessage: BACKUP_MESSAGES.startFailed,
    refetch: () => invalidate(client, settingsCalls.getSystem),
  })
  return (
    <Button
      type="primary"
      icon={<DatabaseBackup className="size-4" aria-hidden />}
      loading={startMutation.isPending || isRunning}
      onClick={() => startMutation.mutate()}
    >
      {isRunning ? '正在备份' : '立即备份'}
    </Button>
  )
}
