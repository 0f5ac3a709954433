import { Clock, Save } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { calculateCompletion } from '#contracts/rules/submission-completion.ts'
import type { SubmissionValues } from './submission-fields.ts'

/** Shows how complete the form is, and what happens after submitting. */
export function CompletionPanel() {
  const values = useWatch<SubmissionValues>()
  const percent = calculateCompletion(values)
  return (
    <aside className="card p-5 lg:sticky lg:top-24" aria-label="填写进度">
      <p className="flex items-baseline justify-between">
        <span className="text-sm font-medium">完成度</span>
        <span className="text-2xl font-semibold tabular-nums">{percent}%</span>
      </p>
      <div className="mt-2">
        <ProgressBar percent={percent} label="表单完成度" />
      </div>
      <ul className="mt-5 space-y-3 border-t border-line pt-4 text-sm text-muted">
        <li className="flex gap-2.5">
          <Clock className="mt-1 size-4 shrink-0" aria-hidden />
          {SUBMISSION_REVIEW_WORKING_DAYS}个工作日内完成初审
        </li>
        <li className="flex gap-2.5">
          <Save className="mt-1 size-4 shrink-0" aria-hidden />
          未提交的内容自动保存在本机浏览器中，重新打开页面可以继续填写
        </li>
      </ul>
    </aside>
  )
}

/** A progress bar in percent; the label is for screen readers. */
const ProgressBar = ({ percent, label }: { percent: number; label: string }) => (
  <progress
    value={percent}
    max={100}
    aria-label={label}
    className="block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-line [&::-moz-progress-bar]:bg-indigo [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-indigo"
  />
)
