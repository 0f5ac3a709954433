import { useState } from 'react'
import type { TrialImport } from '#contracts/evaluation-projects/trial.ts'
import { formatAmount, formatCost } from '#contracts/rules/evaluation/format-figures.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { Button } from '../../../components/buttons.tsx'

/** The number of invalid rows that are added to the list at a time. */
const PAGE_SIZE = 20

/** The result of a dry run: what the import would add, or the invalid rows. */
export function TrialImportPlan({
  plan: { added, known, errors, ignoredColumns, newTasks, preview },
}: {
  plan: TrialImport
}) {
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE)
  if (errors.length > 0)
    return (
      <section aria-label="有误的行">
        <p role="alert" className="font-medium">
          有{errors.length}行需要改正，还没有登记任何试次。改好表格后重新选择文件。
        </p>
        <ul className="mt-2 divide-y divide-line border-y border-line text-sm">
          {errors.slice(0, visibleCount).map(({ row, message }) => (
            <li key={row} className="flex gap-4 py-2">
              <span className="w-16 shrink-0 text-muted tabular-nums">第{row}行</span>
              <span className="min-w-0 break-words">{message}</span>
            </li>
          ))}
        </ul>
        {errors.length > visibleCount && (
          <Button variant="outline" className="mt-3" onClick={() => setVisibleCount(visibleCount + PAGE_SIZE)}>
            再显示{Math.min(PAGE_SIZE, errors.length - visibleCount)}行
          </Button>
        )}
      </section>
    )
  return (
    <section aria-label="将要导入">
      <p role="status" className="font-medium">
        将登记{added}次试次<span>{known > 0 && `；另有${known}行此前已经登记，不再重复`}</span>。
      </p>
      {ignoredColumns.length > 0 && (
        <p className="mt-1 break-words">不认识的列，没有导入：{ignoredColumns.join('、')}。</p>
      )}
      {newTasks.length > 0 && <p className="mt-1 break-words">新建任务：{newTasks.join('、')}。</p>}
      <ul className="mt-2 max-h-72 divide-y divide-line overflow-y-auto border-y border-line text-sm">
        {preview.map(({ row, task, candidate, isPassed, seconds, cost, runner, note }) => (
          <li key={row} className="flex gap-4 py-2">
            <span className="w-16 shrink-0 text-muted tabular-nums">第{row}行</span>
            <span className="min-w-0 break-words tabular-nums">
              <span className="font-medium">{candidate}</span>，{task}，
              {joinWithDots([
                isPassed ? '通过' : '未通过',
                seconds === null ? undefined : `${formatAmount(seconds)}秒`,
                cost === null ? undefined : `费用${formatCost(cost)}`,
                runner,
                note,
              ])}
            </span>
          </li>
        ))}
      </ul>
      {added + known > preview.length && (
        <p className="mt-2 text-sm text-muted">只显示前{preview.length}行，其余一并导入。</p>
      )}
    </section>
  )
}
