import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Judgement } from '#contracts/evaluation-runs/judgement.ts'
import type { Run, RunTrial } from '#contracts/evaluation-runs/run.ts'
import { RUN_ASKER_LABELS, TRIAL_DECIDER_LABELS } from '#contracts/evaluation-runs/statuses.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { listMeasures } from './list-measures.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import type { Cell } from './run-matrix.tsx'
import { type RunSource, runTrialsQuery } from './run-queries.ts'
import { TrialConversation } from './trial-conversation.tsx'

type CellTrialsDialogProps = { source: RunSource; run: Run; cell: Cell; onClose: () => void }

/** The trials of one task with one candidate: what was said, checked and measured. */
export function CellTrialsDialog({ source, run, cell, onClose }: CellTrialsDialogProps) {
  const [page, setPage] = useState(1)
  const { data, error } = useQuery({
    ...runTrialsQuery(source, run.id, { ...cell, page }),
    placeholderData: keepPreviousData,
  })
  const task = run.tasks.find(({ key }) => key === cell.task)?.title ?? ''
  const candidate = run.candidates.find(({ key }) => key === cell.candidate)?.name ?? ''
  return (
    <Dialog isOpen onClose={onClose} title={candidate} className="max-w-3xl">
      <p className="break-words text-muted">{task}</p>
      <FormError>{error && toErrorMessage(error)}</FormError>
      <ol className="mt-4 space-y-5" aria-busy={!data}>
        {data?.data.map((trial) => (
          <li key={trial.id}>
            <Trial trial={trial} />
          </li>
        ))}
      </ol>
      {data && data.pagination.total > 1 && (
        <div className="mt-5 flex items-center justify-between gap-3">
          <Button variant="outline" isUnavailable={page === 1} onClick={() => setPage(page - 1)}>
            上一页
          </Button>
          <span className="text-sm text-muted tabular-nums">
            第{page}页，共{data.pagination.total}页
          </span>
          <Button variant="outline" isUnavailable={page === data.pagination.total} onClick={() => setPage(page + 1)}>
            下一页
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Trial({ trial }: { trial: RunTrial }) {
  const { outcome, repeat, variant, reason, judgement, decidedBy, sha256 } = trial
  const label = `第${repeat}次${variant > 0 ? `（第${variant}种问法）` : ''}的回答`
  return (
    <article className="space-y-3 rounded-xl border border-line p-4">
      <h3 className="flex flex-wrap items-center gap-x-3 text-base">
        <span>
          第{repeat}次<span>{variant > 0 && `，第${variant}种问法`}</span>
        </span>
        <OutcomeMark outcome={outcome} />
      </h3>
      {reason !== '' && <p className="text-sm break-words">{reason}</p>}
      <TrialConversation trial={trial} label={label}>
        {judgement && <JudgementLine judgement={judgement} isCounted={decidedBy === 'judge'} />}
      </TrialConversation>
      <p className="text-sm break-words text-muted tabular-nums">{describeMeasures(trial)}</p>
      <p className="text-xs break-all text-muted">SHA-256：{sha256}</p>
    </article>
  )
}

/** What a judge model said, and whether that decided the trial. */
function JudgementLine({ judgement, isCounted }: { judgement: Judgement; isCounted: boolean }) {
  const { isPassed, score, reason, model } = judgement
  const outcome = isPassed === null ? 'unscored' : isPassed ? 'passed' : 'failed'
  return (
    <div className="rounded-lg border border-line p-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-medium">裁判模型</span>
        <OutcomeMark outcome={outcome} />
        <span className="text-muted">{isCounted ? '计入' : '只作参考'}</span>
      </p>
      {reason !== '' && <p className="mt-1 break-words whitespace-pre-wrap">{reason}</p>}
      <p className="mt-1 break-words text-muted tabular-nums">
        {joinWithDots([score === null ? undefined : `${score}分`, model ?? undefined, formatMinute(judgement.at)])}
      </p>
    </div>
  )
}

/** As many digits of a fingerprint as tell connections apart. */
const SHORT_FINGERPRINT = 8

const describeMeasures = ({
  attempts,
  isRepeated,
  host,
  fingerprint,
  asker,
  model,
  finishedAt,
  decidedBy,
  ...measures
}: RunTrial): string =>
  joinWithDots([
    decidedBy === null ? undefined : TRIAL_DECIDER_LABELS[decidedBy],
    ...listMeasures(measures),
    `调用${attempts}次`,
    isRepeated ? '可能重复调用' : undefined,
    model ?? undefined,
    host,
    asker === 'runner' ? RUN_ASKER_LABELS.runner : undefined,
    fingerprint === null ? undefined : `连接${fingerprint.slice(0, SHORT_FINGERPRINT)}`,
    formatMinute(finishedAt),
  ])
