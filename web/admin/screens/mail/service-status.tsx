import { Switch } from 'antd'
import { CircleCheck, CircleX } from 'lucide-react'
import type { TestResult } from '#contracts/mail/mail.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { FormField } from '../../versioned/form-field.tsx'
import { MailChecklist } from './mail-checklist.tsx'
import { SERVICE_FIELDS } from './mail-form-fields.ts'
import type { MailValues } from './mail-values.ts'

type ServiceStatusProps = {
  lastTest: TestResult | null | undefined
  /** The stored settings; `undefined` if they can't be loaded, so that nothing is said about the service. */
  savedValues: MailValues | undefined
  /** Focuses a field of the form. */
  onOpen: (path: string) => void
}

/** Shows whether email is enabled, what prevents sending, and the result of the last test. */
export function ServiceStatus({ lastTest, savedValues, onOpen }: ServiceStatusProps) {
  return (
    <section className="panel mb-5 flex flex-col gap-3 px-5 py-4" aria-label="邮件服务状态">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <FormField field={SERVICE_FIELDS.isActive} noStyle>
          <Switch id="mail-active" checkedChildren="已启用" unCheckedChildren="已停用" />
        </FormField>
        <label htmlFor="mail-active" className="font-semibold">
          {SERVICE_FIELDS.isActive.label}
        </label>
      </div>
      {savedValues ? (
        <>
          <MailChecklist savedValues={savedValues} onOpen={onOpen} />
          <p className="text-sm text-muted">停用期间产生的通知不会进入发件箱，重新启用后也不会补发。</p>
          <LastTest result={lastTest ?? null} />
        </>
      ) : (
        <p className="text-sm text-muted">没有读到已保存的设置，这里显示的是默认值，不代表邮件服务的现状。</p>
      )}
    </section>
  )
}

function LastTest({ result }: { result: TestResult | null }) {
  if (!result) return <p className="text-sm text-muted">还没有发送过测试邮件。</p>
  const Icon = result.success ? CircleCheck : CircleX
  return (
    <p className="flex items-start gap-2 text-sm">
      <Icon className={`mt-1 size-4 shrink-0 ${result.success ? 'text-indigo' : 'text-danger'}`} aria-hidden />
      <span>
        上次测试{result.success ? '成功' : '失败'}，{formatMinute(result.testTime)}
        {result.message && <span className="block text-muted">{result.message}</span>}
      </span>
    </p>
  )
}
