import { useWatch } from 'react-hook-form'
import { SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import { UPDATE_MESSAGES as MESSAGES } from '#contracts/vendors/messages.ts'
import type { ProductUpdateForm } from '#contracts/vendors/product-update.ts'
import type { SubmissionValues } from '../submit/submission-fields.ts'
import { listChangedFields } from './update-changes.ts'

/** Says what an update changes, and lists what the vendor has changed so far. */
export function UpdatePanel({ form }: { form: ProductUpdateForm }) {
  const values = useWatch<SubmissionValues>()
  const changes: string[] = listChangedFields(values, form).map((field) => SUBMISSION_LABELS[field])
  const factCount = values.facts?.filter((fact) => fact?.value !== '').length ?? 0
  if (factCount > 0) changes.push(`产品资料${factCount}项`)
  if (values.additionalInfo?.trim()) changes.push(`${SUBMISSION_LABELS.additionalInfo}（供审核参考）`)
  return (
    <aside className="card p-5 lg:sticky lg:top-24" aria-label="改动的内容">
      <h3 className="text-sm font-medium">改动的内容</h3>
      {changes.length === 0 ? (
        <p className="mt-1 text-muted">{MESSAGES.nothingChanged}</p>
      ) : (
        <ul className="mt-1 list-disc pl-5">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <ul className="mt-4 space-y-2 border-t border-line pt-4 text-sm text-muted">
        <li>表单里是产品现在的内容。改动的部分通过审核后更新，其余保持不变。</li>
        {form.screenshotCount > 0 && (
          <li>现有的{form.screenshotCount}张截图保持不变；上传新的截图，会全部替换它们。</li>
        )}
        <li>{SUBMISSION_REVIEW_WORKING_DAYS}个工作日内完成审核，审核期间产品照常显示。</li>
        <li>未提交的改动自动保存在本机浏览器中。</li>
      </ul>
    </aside>
  )
}
