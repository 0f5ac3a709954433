/** What a runner says in the terminal. */
import type { RunnerJob } from '#contracts/evaluation-runs/runner.ts'
import { RUN_STATUS_LABELS, TRIAL_OUTCOME_LABELS, TRIAL_OUTCOMES } from '#contracts/evaluation-runs/statuses.ts'

/** Without a terminal, such as in a log, a line is written so often. */
const LOG_INTERVAL_MS = 10_000

type Progress = { job: RunnerJob; active: number; waiting: number }

export type Terminal = ReturnType<typeof createTerminal>

/** Creates the output. Problems are written even if it is quiet, each once in a row. */
export function createTerminal({ isQuiet }: { isQuiet: boolean }) {
  const { stdout, stderr } = process
  let lastLine = ''
  let loggedAt = Number.NEGATIVE_INFINITY
  let lastProblem = ''

  function clearLine(): void {
    if (stdout.isTTY && lastLine !== '') stdout.write('\r\u001b[K')
    lastLine = ''
  }

  return {
    print(text: string): void {
      if (isQuiet) return
      clearLine()
      stdout.write(`${text}\n`)
    },

    /** Shows the progress in one line, which replaces the last one in a terminal. */
    showProgress(progress: Progress): void {
      if (isQuiet) return
      const line = describeProgress(progress)
      if (line === lastLine) return
      if (stdout.isTTY) {
        clearLine()
        stdout.write(line)
      } else {
        if (performance.now() - loggedAt < LOG_INTERVAL_MS) return
        loggedAt = performance.now()
        stdout.write(`${line}\n`)
      }
      lastLine = line
    },

    warn(text: string): void {
      if (text === lastProblem) return
      lastProblem = text
      clearLine()
      stderr.write(`${text}\n`)
    },

    /** Says that a problem is over. */
    resolve(): void {
      lastProblem = ''
    },
  }
}

function describeProgress({ job, active, waiting }: Progress): string {
  const { status, statusReason, planned, outcomes } = job
  const finished = TRIAL_OUTCOMES.reduce((sum, outcome) => sum + outcomes[outcome], 0)
  const counts = TRIAL_OUTCOMES.flatMap((outcome) =>
    outcomes[outcome] > 0 ? [`${TRIAL_OUTCOME_LABELS[outcome]}${outcomes[outcome]}`] : [],
  )
  return [
    `${RUN_STATUS_LABELS[status]} ${finished}/${planned}`,
    ...(statusReason === '' ? [] : [statusReason]),
    ...(counts.length === 0 ? [] : [counts.join('，')]),
    ...(active > 0 ? [`进行中${active}`] : []),
    ...(waiting > 0 ? [`待交回${waiting}`] : []),
  ].join(' · ')
}
