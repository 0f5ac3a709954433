/** What came of a run, for its owner and for readers. */
import { useState } from 'react'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import { RUN_STATUS_LABELS, TRIAL_OUTCOME_LABELS, TRIAL_OUTCOMES } from '#contracts/evaluation-runs/statuses.ts'
import { describeCost } from '#contracts/rules/evaluation/run-tables.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { CellTrialsDialog } from './cell-trials-dialog.tsx'
import { RunFailures } from './run-failures.tsx'
import { RunFigures } from './run-figures.tsx'
import { type Cell, RunMatrix } from './run-matrix.tsx'
import type { RunSource } from './run-queries.ts'

/** Returns what a run has cost so far; nothing before it has asked anything. */
function describeRunCost(run: Run): string | undefined {
  if (run.cost !== null) return describeCost(run)
  return run.unknownCosts === 0 ? undefined : '费用未知'
}

/** How far a run is. */
export function RunStatus({ run }: { run: Run }) {
  const { outcomes, planned } = run
  const finished = TRIAL_OUTCOMES.reduce((sum, outcome) => sum + outcomes[outcome], 0)
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{run.isWaiting ? '等待执行器' : RUN_STATUS_LABELS[run.status]}</span>
        <span className="text-sm text-muted tabular-nums">
          {joinWithDots([
            `${finished} / ${planned}次`,
            `调用${run.calls}次`,
            describeRunCost(run),
            `${formatMinute(run.startedAt)}开始`,
          ])}
        </span>
      </p>
      {run.statusReason !== '' && <p className="mt-1 text-sm break-words">{run.statusReason}</p>}
      <progress
        className="mt-2 block h-2 w-full appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-indigo [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-indigo"
        value={finished}
        max={planned}
        aria-label="运行的进度"
      />
      <p className="mt-1 text-sm text-muted tabular-nums">
        {joinWithDots(
          TRIAL_OUTCOMES.map((outcome) =>
            outcomes[outcome] > 0 ? `${TRIAL_OUTCOME_LABELS[outcome]}${outcomes[outcome]}` : undefined,
          ),
        )}
      </p>
    </div>
  )
}

/** The figures of a run, its matrix, whose cells open their trials, and why trials failed. */
export function RunResults({ source, run }: { source: RunSource; run: Run }) {
  const [openCell, setOpenCell] = useState<Cell | null>(null)
  return (
    <>
      <section aria-label="各候选的数字">
        <h3 className="sr-only">各候选的数字</h3>
        <RunFigures candidates={run.candidates} />
      </section>
      <RunMatrix run={run} onOpen={setOpenCell} />
      <RunFailures source={source} run={run} />
      {openCell && <CellTrialsDialog source={source} run={run} cell={openCell} onClose={() => setOpenCell(null)} />}
    </>
  )
}
