import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getCheckLabel } from '#contracts/evaluation-checks/labels.ts'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import { FormError } from '../../../components/text-field.tsx'
import { type RunSource, runFailuresQuery } from './run-queries.ts'

/** Why replies failed, by check and reason; loaded when it is unfolded. */
export function RunFailures({ source, run }: { source: RunSource; run: Run }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data, error } = useQuery({
    ...runFailuresQuery(source, run),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const names = new Map(run.candidates.map(({ key, name }) => [key, name]))
  if (run.outcomes.failed + run.outcomes.error === 0) return null
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-indigo">
        未通过与出错的原因
      </summary>
      <FormError>{error && toErrorMessage(error)}</FormError>
      <ul className="divide-y divide-line border-y border-line text-sm" aria-busy={isOpen && !data && !error}>
        {withKeys(data ?? [], ({ candidate, kind, reason }) => `${candidate} ${kind} ${reason}`).map(
          ({ key, item: { candidate, kind, reason, count } }) => (
            <li
              key={key}
              className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 py-2 sm:grid-cols-[4rem_10rem_minmax(0,1fr)] sm:gap-x-4"
            >
              <span className="text-muted tabular-nums">{count}次</span>
              <span className="break-words">{names.get(candidate)}</span>
              <span className="col-start-2 min-w-0 break-words sm:col-start-auto">
                <span>{kind === 'error' ? '出错' : getCheckLabel(kind)}</span>：<span>{reason}</span>
              </span>
            </li>
          ),
        )}
      </ul>
    </details>
  )
}
