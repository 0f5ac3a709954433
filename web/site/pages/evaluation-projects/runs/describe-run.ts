import type { RunSummary } from '#contracts/evaluation-runs/run.ts'
import { RUN_STATUS_LABELS } from '#contracts/evaluation-runs/statuses.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { formatMinute } from '../../../../shared/formats.ts'

/** Returns what a run is called in a choice of several. */
export const describeRun = ({ title, status, startedAt }: RunSummary): string =>
  joinWithDots([title === '' ? undefined : title, formatMinute(startedAt), RUN_STATUS_LABELS[status]])
