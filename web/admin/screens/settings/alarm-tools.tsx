import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { type AlarmTest, describeAlarmTest } from '#contracts/alarms/alarm.ts'
import { ALARM_MESSAGES } from '#contracts/alarms/messages.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { useCan } from '../../session/session.ts'
import { testAlarms } from './settings-calls.ts'

/** Sends a test alarm with the saved settings. */
export function AlarmTools() {
  const canEdit = useCan('settings:write')
  const testMutation = useMutation({ mutationFn: testAlarms })
  if (!canEdit) return null
  return (
    <div className="mb-5 flex flex-col gap-3 border-b border-line pb-5">
      <div className="flex flex-wrap items-center gap-3">
        <Button loading={testMutation.isPending} onClick={() => testMutation.mutate()}>
          发送测试告警
        </Button>
        <span className="text-sm text-muted">
          按已保存的设置发送。告警也可以送到群里：
          <Link className="underline" to={ADMIN_PAGES.webhooks}>
            设置Webhook
          </Link>
        </span>
      </div>
      <div aria-live="polite" className="flex flex-col gap-3">
        {testMutation.data && <TestOutcome outcome={testMutation.data} />}
        {testMutation.error && (
          <Alert type="error" showIcon title={toErrorMessage(testMutation.error, ALARM_MESSAGES.testFailed)} />
        )}
      </div>
    </div>
  )
}

function TestOutcome({ outcome }: { outcome: AlarmTest }) {
  const { mails, webhook } = outcome
  const mailText = mails > 0 ? `已有${mails}封邮件等待发送` : '没有邮件可发：邮件未启用、模板为空，或告警邮件已关闭'
  const isAnySent = mails > 0 || webhook !== null
  const isSuccessful = isAnySent && webhook?.isDelivered !== false
  return (
    <Alert
      type={isSuccessful ? 'success' : 'warning'}
      showIcon
      title={describeAlarmTest(outcome)}
      description={`${mailText}；${describeWebhook(webhook)}。`}
    />
  )
}

function describeWebhook(webhook: AlarmTest['webhook']): string {
  if (!webhook) return '没有订阅告警的Webhook'
  return webhook.isDelivered ? 'Webhook已送达' : `Webhook没有送达：${webhook.message}`
}
